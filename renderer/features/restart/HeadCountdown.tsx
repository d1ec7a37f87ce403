import type { PlanView } from '../../../shared/model/restart-schema.ts'
import { clockTime } from '../../../shared/model/time-words.ts'
import { isBackingUp, isHeldByBackup } from '../../../shared/restarts/plan-words.ts'
import { CancelButton } from '../../parts/restart/CancelButton.tsx'
import { timeLeft } from '../../parts/restart/plan-in-row.ts'
import { useClient, useRunOnce, useSecond } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './HeadCountdown.module.css'
import { Steps } from './PlanBar.tsx'
import { useSteps } from './use-steps.ts'

/** A countdown in the head of a server's view, in place of its buttons: when it restarts, and what can be changed. */
export function HeadCountdown({ plan }: { plan: PlanView }) {
  const { bridge } = useClient()
  const run = useRunOnce()
  const { shows, toggle, onKeyDown } = useSteps()
  const isHeld = isHeldByBackup(plan)
  const now = useSecond(!isHeld)
  const { id } = plan
  const isCounting = plan.phase === 'counting'
  return (
    <section className={styles.countdown} aria-label="Restart with warning" onKeyDown={onKeyDown}>
      <p>
        {isHeld ? (
          <>
            <strong>Backing up first…</strong> restarts after it
          </>
        ) : (
          <>
            <strong>Restarts {clockTime(plan.zeroAt)}</strong> in {timeLeft(plan, now)}
            {isBackingUp(plan) && ' · backing up first'}
          </>
        )}
      </p>
      <Button look="ghost" {...toggle}>
        Steps
      </Button>
      {isCounting && (
        <>
          <Button aria-label="Postpone 5 min" onClick={() => void run(() => bridge.call('restart:postpone', { id }))}>
            Postpone
          </Button>
          <Button aria-label="Restart now" onClick={() => void run(() => bridge.call('restart:now', { id }))}>
            Now
          </Button>
        </>
      )}
      <CancelButton plan={plan} />
      {shows && (
        <div className={styles.steps}>
          <Steps plan={plan} />
        </div>
      )}
    </section>
  )
}
