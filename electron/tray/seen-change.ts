import type { KeyView } from '../../shared/model/api-key.ts'
import type { ServerView } from '../../shared/model/server.ts'
import type { AppState } from '../../shared/state/state.ts'
import { valuesOf } from '../../shared/tables.ts'

/** What changes with nearly every answer of a panel, and stands nowhere in the tray. */
const unseenOfServer = new Set<keyof ServerView>(['resources', 'observedAt', 'limits'])
const unseenOfKey = new Set<keyof KeyView>(['budget', 'serverCount', 'leftOut'])
/** Trends and questions stand nowhere either; of servers and keys each field is looked at. */
const apart = new Set<keyof AppState>(['servers', 'keys', 'trends', 'questions'])

/** Whether a field has another value than before; those in `without` do not count. */
function isOther<T extends object>(before: T | undefined, after: T, without: ReadonlySet<keyof T>): boolean {
  if (before === undefined || before === after) return before === undefined
  return (Object.keys(after) as (keyof T)[]).some((field) => after[field] !== before[field] && !without.has(field))
}

function isTableOther<T extends object>(
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
  without: ReadonlySet<keyof T>,
): boolean {
  if (before === after) return false
  const [earlier, now] = [valuesOf(before), valuesOf(after)]
  return earlier.length !== now.length || now.some((value, i) => isOther(earlier[i], value, without))
}

/** True where something changed that the tray may show. Most changes are new loads of servers, which it does not show. */
export function isSeenInTray(before: AppState, after: AppState): boolean {
  return (
    isOther(before, after, apart) ||
    isTableOther(before.servers, after.servers, unseenOfServer) ||
    isTableOther(before.keys, after.keys, unseenOfKey)
  )
}
