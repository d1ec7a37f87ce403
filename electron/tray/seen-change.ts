import { isDeepStrictEqual } from 'node:util'
import type { KeyView } from '../../shared/keys/contract.ts'
import type { PlayersView } from '../../shared/model/players-schema.ts'
import { isPersons } from '../../shared/model/power.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { valuesOf } from '../../shared/tables.ts'

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
const isChoiceOther = ({ preferences: before }: AppState, { preferences: after }: AppState): boolean =>
  before !== after && !isDeepStrictEqual({ ...before, expectedOff: after.expectedOff }, after)

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

type PlayersTable = AppState['players']

/** Players come and go all the time; what the tray says of them changes no more often than this, in milliseconds. */
const everyMs = 60_000
/** The first counts come one after another, and are shown together, in milliseconds. */
const firstAfterMs = 2_000

/** What the tray shows of a server's players. */
const shownOf = (view: PlayersView | undefined) => [view?.count?.online, view?.count?.max, view?.frozenSince].join()

/** Whether two tables look alike in the tray. */
export function isPlayersSame(before: PlayersTable, after: PlayersTable): boolean {
  if (before === after) return true
  const isSame = ({ ref }: PlayersView) => before[ref] === after[ref] || shownOf(before[ref]) === shownOf(after[ref])
  return valuesOf(before).every(isSame) && valuesOf(after).every(isSame)
}

/**
 * Follows the players of the state for the tray, a minute at a time: what it shows of them now, and when there may be more
 * to show, in steady milliseconds; null where there is not.
 */
export function createPlayersSight() {
  let shown: PlayersTable = {}
  let next: number | null = null
  return (players: PlayersTable, now: number): { players: PlayersTable; at: number | null } => {
    if (isPlayersSame(shown, players)) {
      shown = players
      return { players, at: null }
    }
    next ??= now + firstAfterMs
    if (now < next) return { players: shown, at: next }
    shown = players
    next = now + everyMs
    return { players, at: null }
  }
}
