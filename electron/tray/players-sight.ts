import type { PlayersView } from '../../shared/model/players-schema.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { valuesOf } from '../../shared/tables.ts'

type PlayersTable = AppState['players']

/** Players come and go all the time; what the tray says of them changes no more often than this, in milliseconds. */
const everyMs = 60_000
/** The first counts come one after another, and are shown together, in milliseconds. */
const firstAfterMs = 2_000

/** Whether the tray would say the same of two servers' players. */
function looksAlike(a: PlayersView | undefined, b: PlayersView | undefined): boolean {
  if (a === b) return true
  return (
    (a?.count?.online ?? null) === (b?.count?.online ?? null) &&
    (a?.count?.max ?? null) === (b?.count?.max ?? null) &&
    (a?.frozenSince ?? null) === (b?.frozenSince ?? null)
  )
}

/** Whether two tables look alike in the tray. */
export function isPlayersSame(before: PlayersTable, after: PlayersTable): boolean {
  if (before === after) return true
  const isSame = (view: PlayersView) => looksAlike(before[view.ref], after[view.ref])
  return valuesOf(before).every(isSame) && valuesOf(after).every(isSame)
}

/** What the tray shows of players now, and when there may be more to show: steady milliseconds, null where there is not. */
export type PlayersSight = { readonly players: PlayersTable; readonly at: number | null }

/** Follows the players of the state for the tray, a minute at a time. */
export function createPlayersSight(): (players: PlayersTable, now: number) => PlayersSight {
  let shown: PlayersTable = {}
  let next: number | null = null
  return (players, now) => {
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
