import { hasEnded, isAhead } from '../../../shared/model/restart.ts'
import type { PlanView } from '../../../shared/model/restart-schema.ts'
import { CancelButton } from '../../parts/restart/CancelButton.tsx'
import { useClient, useRunOnce, useSecond } from '../../state/hooks.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Icon, Mark } from '../../ui/Icon.tsx'
import styles from './PlanBar.module.css'
import { stepName, stepResult, tellPlan, warningsTold } from './plan-words.ts'
import { useSteps } from './use-steps.ts'

const marks = {
  busy: <Mark mark="busy" />,
  bad: <Mark mark="bad" />,
  ok: <Icon name="check" />,
  calm: <Icon name="info" />,
}

/** The steps of a plan, and what came of each. */
export function Steps({ plan }: { plan: PlanView }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by keyboard
    <ol className={styles.steps} tabIndex={0} aria-label="Steps">
      {plan.steps.map((step, i) => {
        const { tone, text } = stepResult(step)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps keep their places, and some are alike
          <li key={i}>
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
  const { bridge } = useClient()
  const run = useRunOnce()
  const { shows, toggle, onKeyDown } = useSteps()
  const now = useSecond(isAhead(plan))
  const { tone, text, hint } = tellPlan(plan, now)
  const { id } = plan
  const isCounting = plan.phase === 'counting'
  const sent = warningsTold(plan)
  return (
    <section className={styles.plan} data-tone={tone} aria-label="Restart with warning" onKeyDown={onKeyDown}>
      <div className={styles.head}>
        {marks[tone]}
        <p className={styles.text}>
          <strong>{/[.…]$/.test(text) ? text : `${text}.`}</strong>{' '}
          <span className={styles.hint}>{[hint, sent && `${sent}.`].filter(Boolean).join(' ')}</span>
        </p>
        <div className={styles.actions}>
          <Button look="ghost" {...toggle}>
            Steps
          </Button>
          {isCounting && (
            <Button onClick={() => void run(() => bridge.call('restart:postpone', { id }))}>Postpone 5 min</Button>
          )}
          {(isCounting || plan.phase === 'missed') && (
            <Button onClick={() => void run(() => bridge.call('restart:now', { id }))}>
              {plan.phase === 'missed' ? 'Run now' : 'Restart now'}
            </Button>
          )}
          {isAhead(plan) && <CancelButton plan={plan} />}
          {hasEnded(plan) && (
            <IconButton
              icon="close"
              label="Dismiss"
              onClick={() => void run(() => bridge.call('restart:dismiss', { id }))}
            />
          )}
        </div>
      </div>
      {shows && <Steps plan={plan} />}
    </section>
  )
}
