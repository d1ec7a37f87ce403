import type { KeyView } from '../../shared/keys/contract.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { valuesOf } from '../../shared/tables.ts'
import { isPlayersSame } from './players-sight.ts'

/** Fields that change with nearly every answer of a panel, and that the tray does not show. */
const unseenOfServer = new Set<keyof ServerView>(['resources', 'observedAt', 'limits'])
const unseenOfKey = new Set<keyof KeyView>(['budget', 'serverCount', 'leftOut'])
/** Tables that are not compared as a whole: servers, keys and players field by field, the others not at all. */
const apart = new Set<keyof AppState>(['servers', 'keys', 'players', 'trends', 'questions', 'downloads', 'fileMoves'])

/** Whether any field changed; those in `without` do not count. */
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

/** True where something changed that the tray may show. Most changes are new loads, which it does not. */
export function isSeenInTray(before: AppState, after: AppState): boolean {
  return (
    isOther(before, after, apart) ||
    isTableOther(before.servers, after.servers, unseenOfServer) ||
    isTableOther(before.keys, after.keys, unseenOfKey) ||
    !isPlayersSame(before.players, after.players)
  )
}
