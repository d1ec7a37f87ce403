import { backupAgesText } from '../../../shared/model/backup-health.ts'
import { disconnectAllText, disconnectText, onNowAllText, onNowText } from '../../../shared/model/player-words.ts'
import type { PlayersRule } from '../../../shared/model/restart-schema.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { useBackupAge } from '../../parts/servers/backup-age.ts'
import { useAppState } from '../../state/hooks.ts'
import { Lead } from '../../ui/Dialogs.tsx'

type RestartLeadProps = {
  servers: readonly ServerView[]
  /** If it waits for players to leave, or for few players, it may disconnect nobody. */
  rule?: PlayersRule
}

/** How several servers follow one another. */
const howOf = ({ rule }: PlayersRule) =>
  rule === 'when-empty'
    ? 'Each waits by itself; where it is not known who is on, until that time. If one fails, the rest continue.'
    : 'Each countdown begins at its server’s turn. If one fails, the rest continue.'

/** Who is on where a restart is planned, how old the newest backups are, and how several go. */
export function RestartLead({ servers, rule = { rule: 'any' } }: RestartLeadProps) {
  const players = useAppState((state) => state.players)
  const age = useBackupAge(servers.length === 1 ? servers[0] : undefined)
  const ages = useAppState(({ backupHealth }) =>
    backupAgesText(
      servers.map(({ ref }) => backupHealth[ref]),
      Date.now(),
    ),
  )
  const refs = servers.map(({ ref }) => ref)
  const isMinding = rule.rule !== 'any'
  const [first] = servers
  if (first === undefined) return null
  const view = players[first.ref]
  const told =
    servers.length === 1
      ? [isMinding ? onNowText(view) : disconnectText(view), age]
      : [(isMinding ? onNowAllText : disconnectAllText)(players, refs), ages, howOf(rule)]
  const text = told.filter((part) => part !== null).join(' ')
  return text !== '' && <Lead>{text}</Lead>
}
