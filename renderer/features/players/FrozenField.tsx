import type { ServerRef } from '../../../shared/model/identifier.ts'
import { frozenRestart } from '../../../shared/model/restart.ts'
import type { Result } from '../../../shared/result.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import styles from './IdleStopField.module.css'
import { PlayersChoice } from './PlayersChoice.tsx'

type FrozenFieldProps = {
  serverRef: ServerRef
  /** Whether the server's game is asked, without which nobody knows that it hangs. */
  isAsked: boolean
  onSave: (saving: () => Promise<Result<void>>) => void
}

const { leadMinutes, mostADay } = frozenRestart

/** What is done where a server runs and its game does not answer any more. */
export function FrozenField({ serverRef: ref, isAsked, onSave }: FrozenFieldProps) {
  const { call } = useClient().bridge
  const restarts = useAppState(({ preferences }) => preferences.frozenRestarts.includes(ref))
  return (
    <div className={styles.idle}>
      <PlayersChoice
        label="When its game stops answering"
        value={restarts ? 'restart' : 'tell'}
        options={[
          ['tell', 'Only tell me'],
          ['restart', 'Restart it, with a warning'],
        ]}
        onChoose={(value) => onSave(() => call('preferences:setFrozenRestart', { ref, restarts: value === 'restart' }))}
      />
      {restarts && (
        <p className={styles.note}>
          {isAsked
            ? `After 10 min without an answer it restarts in ${leadMinutes} min, which you can cancel. At most ${mostADay} times a day, and not where this computer or the panel may be the cause.`
            : 'It is not restarted while its game is not asked: allow that above.'}
        </p>
      )}
    </div>
  )
}
