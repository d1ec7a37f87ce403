import { useState } from 'react'
import type { PlanView } from '../../../shared/model/restart.ts'
import { clockTime } from '../../../shared/model/time-words.ts'
import { timeLeft } from '../../parts/restart/plan-in-row.ts'
import { useClient, useRunOnce, useSecond } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './HeadCountdown.module.css'
import { Steps } from './PlanBar.tsx'

/** A countdown in the head of a server's view, in place of its buttons: when it restarts, and what can be changed. */
export function HeadCountdown({ plan }: { plan: PlanView }) {
  const { bridge, view } = useClient()
  const run = useRunOnce()
  const [shows, setShows] = useState(false)
  const now = useSecond(true)
  const { id } = plan
  const isCounting = plan.phase === 'counting'
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== 'Escape' || !shows) return
    event.stopPropagation()
    setShows(false)
  }
  return (
    <section className={styles.countdown} aria-label="Restart with warning" onKeyDown={onKeyDown}>
      <p>
        <strong>Restarts {clockTime(plan.zeroAt)}</strong> in {timeLeft(plan, now)}
      </p>
      <Button look="ghost" aria-expanded={shows} onClick={() => setShows(!shows)}>
        Steps
      </Button>
      {isCounting && (
        <>
          <Button aria-label="Postpone 5 min" onClick={() => void run(() => bridge.call['restart:postpone']({ id }))}>
            Postpone
          </Button>
          <Button aria-label="Restart now" onClick={() => void run(() => bridge.call['restart:now']({ id }))}>
            Now
          </Button>
        </>
      )}
      <Button onClick={() => view.setState({ dialog: { kind: 'cancel', planId: id } })}>Cancel…</Button>
      {shows && (
        <div className={styles.steps}>
          <Steps plan={plan} />
        </div>
      )}
    </section>
  )
}
