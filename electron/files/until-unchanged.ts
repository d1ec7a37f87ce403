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
/** No archive and no download is watched for longer, in milliseconds. */
const longestMs = 6 * 60 * 60 * second

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

/** What several looks in a row have shown. */
function createLooks<T>({ isSame }: Pick<Watch<T>, 'isSame'>) {
  let last: T | null = null
  let sameInARow = 0
  let failures = 0
  return {
    last: () => last,
    /** Takes the next look; true where it was the last one that is needed. */
    take(read: Result<T | null>): boolean {
      failures = read.ok ? 0 : failures + 1
      if (!read.ok || read.value === null) return failures >= maxFailures
      sameInARow = last !== null && isSame(last, read.value) ? sameInARow + 1 : 0
      last = read.value
      return sameInARow >= sameLooks
    },
  }
}

/**
 * Watches something that a machine makes without a word of its end, until several looks in a row show the same.
 * @returns what the last look showed; null where it did not begin, or the watch was ended before
 */
export async function untilUnchanged<T>({
  clock,
  signal,
  look,
  beginMs,
  ...watch
}: Watch<T>): Promise<LastLook<T> | null> {
  const looks = createLooks(watch)
  const beganAt = clock.steady()
  let isOver = false
  for (let elapsed = 0; elapsed < (watch.longestMs ?? longestMs) && !isOver; elapsed = clock.steady() - beganAt) {
    if (looks.last() === null && elapsed >= beginMs) return null
    if (!(await clock.sleep(elapsed < soonMs ? everyMs : laterEveryMs, signal))) return null
    isOver = looks.take(await look())
  }
  const seen = looks.last()
  return seen === null ? null : { seen, isOver }
}
