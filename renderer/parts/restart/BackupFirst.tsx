import { useMemo } from 'react'
import type { RestartChoices } from '../../../shared/model/restart-schema.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { whyNeverBackedUp } from '../../../shared/servers/choices.ts'
import { useAppState, useServerNames } from '../../state/hooks.ts'
import { Tick } from '../../ui/Choice.tsx'
import type { Out } from '../bulk/eligibility.ts'
import styles from './restart-fields.module.css'

type Choice = RestartChoices['backupFirst']

/** The servers of which no backup can be made from here, with the reasons; and whether of some one can be made. */
export function useNotBackedUp(servers: readonly ServerView[]) {
  const panels = useAppState((state) => state.panels)
  const keys = useAppState((state) => state.keys)
  const nameOf = useServerNames()
  return useMemo(() => {
    const not = servers.flatMap((server): (Out & Pick<ServerView, 'ref'>)[] => {
      const reason = whyNeverBackedUp({ panels, keys }, server, Date.now())
      return reason === null ? [] : [{ ref: server.ref, name: nameOf(server.ref), reason }]
    })
    return { not, canBackUp: servers.length === 0 || not.length < servers.length }
  }, [servers, panels, keys, nameOf])
}

export type BackupFirstProps = {
  /** Those that are restarted. */
  servers: readonly ServerView[]
  /** Those of them that are told as not backed up. */
  not: readonly Out[]
  /** Whether some of them can be backed up from here. */
  isPossible: boolean
  choice: Choice
  onChoice: (choice: Choice) => void
}

/** Whether a backup is made first, and what follows where it fails; nothing where no server can be backed up from here. */
export function BackupFirst({ servers, not, isPossible, choice, onChoice }: BackupFirstProps) {
  const isOn = isPossible && choice !== 'no'
  if (!isPossible && choice === 'no') return null
  return (
    <div>
      <div className={styles.backup} data-flex="" data-wrap>
        <Tick
          label="Back up first"
          text={isPossible ? null : servers.length === 1 ? not[0]?.reason : 'not possible for these servers'}
          checked={isOn}
          disabled={!isPossible}
          onChange={(on) => onChoice(on ? 'must' : 'no')}
        />
        {isOn && (
          <Tick
            label="and restart anyway if it fails"
            checked={choice === 'anyway'}
            onChange={(on) => onChoice(on ? 'anyway' : 'must')}
          />
        )}
      </div>
      {isOn && not.length > 0 && (
        <p data-text="faint">
          {choice === 'must' ? 'Not restarted' : 'Restarted without a backup'}:{' '}
          {not.map(({ name, reason }) => `${name} (${reason})`).join(', ')}
        </p>
      )}
    </div>
  )
}
