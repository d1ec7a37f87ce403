import type { ServerView } from '../../../shared/model/server-schema.ts'
import { capitalised } from '../../../shared/model/text.ts'
import { useRestartStep } from '../../parts/servers/use-restart-step.ts'
import { Button } from '../../ui/Button.tsx'
import barStyles from '../../ui/bar.module.css'
import { count } from '../../ui/format.ts'
import styles from './Startup.module.css'
import type { useStartup } from './use-startup.ts'

/** A tooltip's reason, as a sentence. */
const titleOf = (why: string | null) => (why === null ? undefined : `${capitalised(why)}.`)

/** What is changed and not saved, and what can be done with it. */
export function SaveBar({ server, startup }: { server: ServerView; startup: ReturnType<typeof useStartup> }) {
  const { changes, wrong, held, isSaving, save } = startup
  const { stop, restart } = useRestartStep(server)
  const isStopped = wrong > 0 || isSaving || held !== null
  const restartStop = held ?? stop
  const isOn = server.state !== 'offline'
  const canRestart = isOn && restartStop === null
  return (
    <section className={`${barStyles.bar} ${styles.bar}`} data-flex="gap" data-text="note" aria-label="Changes">
      <p role="status" data-fill data-cut>
        <strong>{count(changes, 'change')}</strong>
        {wrong > 0 ? (
          <span data-tone="bad"> · {wrong} not allowed as typed</span>
        ) : (
          <span>, used at the next start</span>
        )}
      </p>
      <Button aria-disabled={isSaving} onClick={() => isSaving || startup.discard()}>
        Discard
      </Button>
      <Button
        look={canRestart ? 'plain' : 'go'}
        aria-disabled={isStopped}
        title={titleOf(held)}
        onClick={() => isStopped || void save()}
      >
        {isSaving ? 'Saving…' : 'Save'}
      </Button>
      {isOn && (
        <Button
          look={canRestart ? 'go' : 'plain'}
          aria-disabled={isStopped || !canRestart}
          title={titleOf(restartStop)}
          onClick={() => isStopped || !canRestart || void save().then((isDone) => isDone && restart())}
        >
          Save and restart with warning…
        </Button>
      )}
    </section>
  )
}
