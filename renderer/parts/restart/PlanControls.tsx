import { isAhead } from '../../../shared/model/restart.ts'
import type { PlanView } from '../../../shared/model/restart-schema.ts'
import type { Result } from '../../../shared/result.ts'
import type { Client } from '../../state/client.ts'
import { useClient, useRunOnce } from '../../state/hooks.ts'
import type { MenuAct } from '../../ui/ActionMenu.tsx'
import { cancelPlan, cancelWord } from './cancel-plan.ts'
import { whyFixed } from './plan-in-row.ts'

type Run = (call: () => Promise<Result<void>>) => Promise<unknown>

/** @param runCancel a run of its own: a cancel is not held up by another act that is under way */
function planActs(plan: PlanView, client: Client, run: Run, runCancel: Run) {
  const { id } = plan
  const act = (channel: 'restart:postpone' | 'restart:now' | 'restart:dismiss') => () =>
    void run(() => client.bridge.call(channel, { id }))
  const now = act('restart:now')
  const why = whyFixed(plan)
  const cancel = cancelWord(plan)
  return {
    now,
    dismiss: act('restart:dismiss'),
    /** What can be changed about its countdown, each with a shorter word for where there is little room. */
    changes: isAhead(plan)
      ? [
          { label: 'Postpone 5 min', short: 'Postpone', why, onClick: act('restart:postpone') },
          { label: 'Restart now', short: 'Now', why, onClick: now },
          { label: cancel, short: cancel, why: null, onClick: () => cancelPlan(client, id, runCancel) },
        ]
      : [],
  }
}

/** What a person may do with a plan, one call at a time but for a cancel. */
export const usePlanActs = (plan: PlanView) => planActs(plan, useClient(), useRunOnce(), useRunOnce())

/** What a menu offers of a server's countdown, or of one that was missed or failed. */
export function planItems(plan: PlanView, client: Client): readonly (MenuAct | false)[] {
  const { now, dismiss, changes } = planActs(plan, client, client.run, client.run)
  const { phase } = plan
  if (phase === 'missed' || phase === 'failed')
    return [
      phase === 'missed' && { label: 'Run the missed restart now', onClick: now },
      { label: `Dismiss the ${phase} restart`, onClick: dismiss },
    ]
  return changes
}
