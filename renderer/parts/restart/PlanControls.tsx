import { isAhead } from '../../../shared/model/restart.ts'
import type { PlanView } from '../../../shared/model/restart-schema.ts'
import type { Result } from '../../../shared/result.ts'
import type { Client } from '../../state/client.ts'
import { useClient, useRunOnce } from '../../state/hooks.ts'
import type { MenuAct } from '../../ui/ActionMenu.tsx'
import { Button } from '../../ui/Button.tsx'
import { cancelPlan, cancelWord } from './cancel-plan.ts'
import { whyFixed } from './plan-in-row.ts'

type Run = (call: () => Promise<Result<void>>) => Promise<unknown>

function planActs({ id }: PlanView, { bridge }: Client, run: Run) {
  const act = (channel: 'restart:postpone' | 'restart:now' | 'restart:dismiss') => () =>
    void run(() => bridge.call(channel, { id }))
  return { postpone: act('restart:postpone'), now: act('restart:now'), dismiss: act('restart:dismiss') }
}

/** What a person may do with a plan, each one call at a time. */
export const usePlanActs = (plan: PlanView) => planActs(plan, useClient(), useRunOnce())

/** Cancels a countdown from where it is shown. */
export function CancelButton({ plan }: { plan: PlanView }) {
  const client = useClient()
  const run = useRunOnce()
  return <Button onClick={() => cancelPlan(client, plan.id, run)}>{cancelWord(plan)}</Button>
}

/** What a menu offers of a server's countdown, or of one that was missed or failed. */
export function planItems(plan: PlanView, client: Client): readonly (MenuAct | false)[] {
  const { postpone, now, dismiss } = planActs(plan, client, client.run)
  const { id, phase } = plan
  if (phase === 'missed' || phase === 'failed')
    return [
      phase === 'missed' && { label: 'Run the missed restart now', onClick: now },
      { label: `Dismiss the ${phase} restart`, onClick: dismiss },
    ]
  if (!isAhead(plan)) return []
  const why = whyFixed(plan)
  return [
    { label: 'Postpone 5 min', why, onClick: postpone },
    { label: 'Restart now', why, onClick: now },
    { label: cancelWord(plan), onClick: () => cancelPlan(client, id) },
  ]
}
