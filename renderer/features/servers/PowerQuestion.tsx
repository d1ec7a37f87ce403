import { useState } from 'react'
import { effectText } from '../../../shared/model/player-words.ts'
import { signalName } from '../../../shared/model/power.ts'
import { useBackupAge } from '../../parts/servers/backup-age.ts'
import { useAppState, useClient, useServerNames } from '../../state/hooks.ts'
import type { DialogProps } from '../../state/view.ts'
import { Question } from '../../ui/Dialogs.tsx'
import { TickWithHelp } from '../../ui/Field.tsx'

/** Asks before a signal. At the first one it also asks whether to go on asking. */
export function PowerQuestion({ asked, onClose }: DialogProps<'power'>) {
  const client = useClient()
  const { ref, signal, keyId, isFirst } = asked
  const server = useAppState((state) => state.servers[ref])
  const players = useAppState((state) => state.players[ref])
  const confirm = useAppState((state) => state.preferences.confirm)
  const age = useBackupAge(signal === 'restart' ? server : undefined)
  const nameOf = useServerNames()
  const [asks, setAsks] = useState(true)
  if (server === undefined) return null
  const yes = () => {
    onClose()
    client.confirmed(ref, signal, { keyId })
    if (!isFirst) return
    const choice = asks ? 'ask' : 'never'
    client.send('preferences:set', { confirm: { ...confirm, stop: choice, restart: choice, asked: true } })
  }
  return (
    <Question
      title={`${signalName[signal]} ${nameOf(ref)}?`}
      text={[effectText(signal, players), age].filter((part) => part !== null).join(' ')}
      yes={signalName[signal]}
      look={signal === 'kill' ? 'bad' : 'go'}
      onYes={yes}
      onClose={onClose}
    >
      {isFirst && (
        <TickWithHelp
          label="Ask every time"
          help="Before each stop and restart. You can change this in Settings."
          checked={asks}
          onChange={setAsks}
        />
      )}
    </Question>
  )
}
