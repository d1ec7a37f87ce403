import { isAhead } from '../../../shared/model/restart.ts'
import type { PlanView } from '../../../shared/model/restart-schema.ts'
import type { Result } from '../../../shared/result.ts'
import { useClient, useRunOnce } from '../../state/hooks.ts'
import { MenuItem, MenuLine } from '../../ui/ActionMenu.tsx'
import { Button } from '../../ui/Button.tsx'
import { cancelPlan, cancelWord } from './cancel-plan.ts'
import { whyFixed } from './plan-in-row.ts'

/** What a person may do with a plan, each one call at a time, where `run` sees to that. */
export function usePlanActs({ id }: PlanView, run: (call: () => Promise<Result<void>>) => Promise<unknown>) {
  const { bridge } = useClient()
  const act = (channel: 'restart:postpone' | 'restart:now' | 'restart:dismiss') => () =>
    void run(() => bridge.call(channel, { id }))
  return { postpone: act('restart:postpone'), now: act('restart:now'), dismiss: act('restart:dismiss') }
}

type CancelButtonProps = {
  plan: PlanView
  /** Its name for screen readers, where the server's name does not stand beside it. */
  label?: string
  tabIndex?: number
}

/** Cancels a countdown from where it is shown. */
export function CancelButton({ plan, label, tabIndex }: CancelButtonProps) {
  const client = useClient()
  const run = useRunOnce()
  return (
    <Button aria-label={label} tabIndex={tabIndex} onClick={() => cancelPlan(client, plan.id, run)}>
      {cancelWord(plan)}
    </Button>
  )
}

/** The menu items for a server's countdown, or for one that was missed or failed. */
export function PlanItems({ plan }: { plan: PlanView }) {
  const client = useClient()
  const { id, phase } = plan
  const { postpone, now, dismiss } = usePlanActs(plan, client.run)
  if (phase === 'missed' || phase === 'failed')
    return (
      <>
        {phase === 'missed' && <MenuItem onClick={now}>Run the missed restart now</MenuItem>}
        <MenuItem onClick={dismiss}>Dismiss the {phase} restart</MenuItem>
        <MenuLine />
      </>
    )
  if (!isAhead(plan)) return null
  const reason = whyFixed(plan)
  return (
    <>
      <MenuItem reason={reason} onClick={postpone}>
        Postpone 5 min
      </MenuItem>
      <MenuItem reason={reason} onClick={now}>
        Restart now
      </MenuItem>
      <MenuItem onClick={() => cancelPlan(client, id)}>{cancelWord(plan)}</MenuItem>
      <MenuLine />
    </>
  )
}
