import { useRef, useState } from 'react'
import { hasEnded, isAhead } from '../../../shared/model/restart.ts'
import type { PlanView } from '../../../shared/model/restart-schema.ts'
import { clockTime } from '../../../shared/model/time-words.ts'
import { isBackingUp, isHeldByBackup } from '../../../shared/restart/plan-words.ts'
import { usePlanActs } from '../../parts/restart/PlanControls.tsx'
import { timeLeft } from '../../parts/restart/plan-in-row.ts'
import { useSecond } from '../../state/hooks.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Icon, Mark } from '../../ui/Icon.tsx'
import { stepName, stepResult, tellPlan, warningsTold } from './plan-words.ts'
import styles from './restart.module.css'

const marks = {
  busy: <Mark mark="busy" />,
  bad: <Mark mark="bad" />,
  ok: <Icon name="check" />,
  calm: <Icon name="info" />,
}

/** The steps of a plan, and what came of each. */
function Steps({ plan }: { plan: PlanView }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by keyboard
    <ol className={styles.planBarSteps} data-scroll tabIndex={0} aria-label="Steps">
      {plan.steps.map((step, i) => {
        const { tone, text } = stepResult(step)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps keep their places, and some are alike
          <li key={i} data-stack="s2">
            <span>{stepName(step)}</span>
            <span data-tone={tone}>{text}</span>
          </li>
        )
      })}
    </ol>
  )
}

/** The restart with warnings of a server: its countdown and what can still be changed, or how it ended. */
export function PlanBar({ plan }: { plan: PlanView }) {
  const { now: restartNow, dismiss } = usePlanActs(plan)
  const { shows, toggle, onKeyDown } = useSteps()
  const { tone, text, hint } = tellPlan(plan, useSecond(isAhead(plan)))
  const sent = warningsTold(plan)
  return (
    <section className={styles.plan} data-tone={tone} aria-label="Restart with warning" onKeyDown={onKeyDown}>
      <div className={styles.head} data-flex="" data-wrap>
        {marks[tone]}
        <p className={styles.text}>
          <strong>{/[.…]$/.test(text) ? text : `${text}.`}</strong>{' '}
          <span className={styles.hint}>{[hint, sent && `${sent}.`].filter(Boolean).join(' ')}</span>
        </p>
        <div data-flex="gap" data-wrap>
          {toggle}
          {plan.phase === 'missed' && <Button onClick={restartNow}>Run now</Button>}
          <CountdownButtons plan={plan} words="label" />
          {hasEnded(plan) && <IconButton icon="close" label="Dismiss" onClick={dismiss} />}
        </div>
      </div>
      {shows && <Steps plan={plan} />}
    </section>
  )
}

/** Whether the steps of a countdown are shown. Escape closes them, and only the next one what is around them. */
function useSteps() {
  const [shows, setShows] = useState(false)
  const ref = useRef<HTMLButtonElement>(null)
  return {
    shows,
    /** The button that opens them. */
    toggle: (
      <Button look="ghost" ref={ref} aria-expanded={shows} onClick={() => setShows(!shows)}>
        Steps
      </Button>
    ),
    onKeyDown(event: React.KeyboardEvent) {
      if (event.key !== 'Escape' || !shows) return
      event.stopPropagation()
      setShows(false)
      ref.current?.focus()
    },
  }
}

/** What can be changed about a countdown. @param words the longer ones, or those for where there is little room */
function CountdownButtons({ plan, words }: { plan: PlanView; words: 'label' | 'short' }) {
  return usePlanActs(plan).changes.map((change) =>
    change.why === null ? (
      <Button key={change.short} aria-label={change.label} onClick={change.onClick}>
        {change[words]}
      </Button>
    ) : null,
  )
}

/** A countdown in the head of a server's view, in place of its buttons: when it restarts, and what can be changed. */
export function HeadCountdown({ plan }: { plan: PlanView }) {
  const { shows, toggle, onKeyDown } = useSteps()
  const isHeld = isHeldByBackup(plan)
  const now = useSecond(!isHeld)
  return (
    <section className={styles.countdown} data-flex="gap" aria-label="Restart with warning" onKeyDown={onKeyDown}>
      <p data-text="note">
        {isHeld ? (
          <>
            <strong data-tone="busy">Backing up first…</strong> restarts after it
          </>
        ) : (
          <>
            <strong data-tone="busy">Restarts {clockTime(plan.zeroAt)}</strong> in {timeLeft(plan, now)}
            {isBackingUp(plan) && ' · backing up first'}
          </>
        )}
      </p>
      {toggle}
      <CountdownButtons plan={plan} words="short" />
      {shows && (
        <div className={styles.headCountdownSteps} data-text="small">
          <Steps plan={plan} />
        </div>
      )}
    </section>
  )
}
