import type { Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'

const second = 1_000

/** How far the looks are apart, in milliseconds. */
const everyMs = 3 * second
/** It counts as finished once so many looks in a row show the same. */
const sameLooks = 4
/** Maximum number of looks in a row that fail. */
const maxFailures = 10
/** After this time the looks are further apart, in milliseconds. */
const soonMs = 5 * 60 * second
const laterEveryMs = 10 * second

type Watch<T> = {
  readonly clock: Clock
  readonly signal: AbortSignal | undefined
  /** Looks at what is made; null while nothing of it is there. */
  readonly look: () => Promise<Result<T | null>>
  readonly isSame: (a: T, b: T) => boolean
  /** How long its beginning is waited for, in milliseconds. */
  readonly beginMs: number
  /** How long it is watched at most, in milliseconds: for hours where nothing else is given, as large things take those. */
  readonly longestMs?: number
}

/** What the last look showed. */
type LastLook<T> = {
  readonly seen: T
  /** False where it was still on its way when the watch ended. */
  readonly isOver: boolean
}

/** What looks in a row have shown; `same` counts those at the end that showed the same. */
type Looks<T> = { readonly seen: T | null; readonly same: number; readonly failures: number }

function withLook<T>(before: Looks<T>, read: Result<T | null>, isSame: Watch<T>['isSame']): Looks<T> {
  if (!read.ok) return { ...before, failures: before.failures + 1 }
  if (read.value === null) return { ...before, failures: 0 }
  const isUnchanged = before.seen !== null && isSame(before.seen, read.value)
  return { seen: read.value, same: isUnchanged ? before.same + 1 : 0, failures: 0 }
}

/**
 * Watches something that a machine makes without a word of its end, until several looks in a row show the same.
 * @returns what the last look showed; null where it did not begin, or the watch was ended before
 */
export async function untilUnchanged<T>(watch: Watch<T>): Promise<LastLook<T> | null> {
  const { clock, signal, look, isSame, beginMs, longestMs = 6 * 60 * 60 * second } = watch
  const beganAt = clock.steady()
  let looks: Looks<T> = { seen: null, same: 0, failures: 0 }
  for (let elapsed = 0; elapsed < longestMs && looks.failures < maxFailures; elapsed = clock.steady() - beganAt) {
    if (looks.seen === null && elapsed >= beginMs) return null
    if (!(await clock.sleep(elapsed < soonMs ? everyMs : laterEveryMs, signal))) return null
    looks = withLook(looks, await look(), isSame)
    if (looks.seen !== null && looks.same >= sameLooks) return { seen: looks.seen, isOver: true }
  }
  return looks.seen === null ? null : { seen: looks.seen, isOver: false }
}
