import { disconnectAllText, disconnectText, onNowText } from '../../../shared/model/player-words.ts'
import type { ServerView } from '../../../shared/model/server.ts'
import { useAppState } from '../../state/hooks.ts'
import { Lead } from '../../ui/Dialogs.tsx'

type RestartLeadProps = {
  servers: readonly ServerView[]
  /** Whether it minds players, so that nobody may be disconnected. */
  isMinding?: boolean
}

/** Who is on where a restart is planned, and how several go. */
export function RestartLead({ servers, isMinding = false }: RestartLeadProps) {
  const players = useAppState((state) => state.players)
  const [first, ...others] = servers
  if (first === undefined) return null
  if (others.length === 0) {
    const view = players[first.ref]
    const who = isMinding ? onNowText(view) : disconnectText(view)
    return who !== null && <Lead>{who}</Lead>
  }
  const refs = servers.map(({ ref }) => ref)
  const how = 'Each countdown begins at its server’s turn. If one fails, the rest continue.'
  return <Lead>{[disconnectAllText(players, refs), how].filter((part) => part !== null).join(' ')}</Lead>
}
