import type { AppError } from '../../shared/error-schema.ts'
import { rightsOfRestart } from '../../shared/keys/rights.ts'
import type { PlanView } from '../../shared/model/restart-schema.ts'
import type { Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import { late, withTimeout } from '../lib/time-limit.ts'
import type { CheckRights } from '../servers/rights.ts'
import { endPlan, type Move, still } from './plan.ts'

/** How long the first step waits for the answer, in milliseconds: less than a warning or a signal may be late. */
const checkMs = 1_500

/** Asks once more, before the first step of a plan goes out, whether the account may do all that the plan takes. */
export function createFirstCheck({ clock, checkRights }: { clock: Clock; checkRights: CheckRights }) {
  const asked = new Map<string, Promise<Result<void> | typeof late>>()
  return {
    /** Why a step of the plan is not sent; null where it may be, or where that is not known in time. */
    async whyNot(plan: PlanView): Promise<AppError | null> {
      const { id, ref, choices, steps } = plan
      const isFirst = steps.filter(({ sentAt }) => sentAt !== null).length === 1
      if (isFirst && !asked.has(id)) {
        asked.set(id, withTimeout(clock, checkMs, checkRights(ref, rightsOfRestart(choices))))
      }
      const answer = await asked.get(id)
      return answer === undefined || answer === late || answer.ok ? null : answer.error
    },
    /** The plan has ended. */
    forget: (id: string): void => void asked.delete(id),
  }
}

/** Ends a plan before anything of it was sent. */
export function endUnsent(plan: PlanView, error: AppError, now: number): Move {
  const unsent = plan.steps.map((step) =>
    step.result === 'sending' ? ({ ...step, result: 'skipped', sentAt: null } as const) : step,
  )
  return still(endPlan({ ...plan, steps: unsent }, 'failed', now, { error }))
}
