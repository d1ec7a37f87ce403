import { isDeepStrictEqual } from 'node:util'
import { isPersons } from '../../shared/model/power.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { valuesOf } from '../../shared/tables.ts'

function isSignalNew(before: AppState, after: AppState): boolean {
  if (before.servers === after.servers) return false
  return valuesOf(after.servers).some(({ ref, action }) => {
    const earlier = before.servers[ref]?.action
    return action !== null && action !== earlier && action.id !== earlier?.id && isPersons(action)
  })
}

/** A plan that is new, was moved, or was cancelled. */
function isPlanOther(before: AppState, after: AppState): boolean {
  if (before.plans === after.plans) return false
  return Object.values(after.plans).some((plan) => {
    const earlier = before.plans[plan.id]
    if (earlier === undefined) return isPersons(plan)
    return plan.zeroAt !== earlier.zeroAt || (plan.phase === 'cancelled' && earlier.phase !== 'cancelled')
  })
}

const haveSameKeys = (a: object, b: object) => a === b || Object.keys(a).join() === Object.keys(b).join()

/** True where the person chose something. Which servers are off on purpose does not count: the app learns that itself. */
function isChoiceOther({ preferences: before }: AppState, { preferences: after }: AppState): boolean {
  return before !== after && !isDeepStrictEqual({ ...before, expectedOff: after.expectedOff }, after)
}

/**
 * Whether a change shows that a person did something in the app: sent a signal, planned, moved or cancelled a restart,
 * added or removed a key, changed a setting.
 */
export function isPersonsAct(before: AppState, after: AppState): boolean {
  return (
    isChoiceOther(before, after) ||
    !haveSameKeys(before.keys, after.keys) ||
    isSignalNew(before, after) ||
    isPlanOther(before, after)
  )
}
