import type { FileEntry } from '../../shared/files/contract.ts'
import { isSameStamp } from '../../shared/files/files.ts'
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

/** Something shows within this time where a machine goes on after the connection was cut, in milliseconds. */
const usualBeginMs = 20 * second

type Watch = {
  readonly clock: Clock
  readonly signal: AbortSignal | undefined
  /** Looks at what is made; empty while nothing of it is there. */
  readonly look: () => Promise<Result<readonly FileEntry[]>>
  /** How long its beginning is waited for, in milliseconds. */
  readonly beginMs?: number
  /** How long it is watched at most, in milliseconds: for hours where nothing else is given, as large things take those. */
  readonly longestMs?: number
}

/** True where nothing tells two looks at the same things apart. */
export const areSame = (a: readonly FileEntry[], b: readonly FileEntry[]): boolean =>
  a.length === b.length &&
  a.every((entry, at) => {
    const other = b[at]
    return other !== undefined && other.name === entry.name && isSameStamp(other, entry)
  })

/** What the last look showed. */
type LastLook = {
  readonly seen: readonly FileEntry[]
  /** How the watch ended: it came to rest, was still on its way after the longest time, or could not be looked at any more. */
  readonly end: 'rest' | 'late' | 'lost'
}

/** What looks in a row have shown; `same` counts those at the end that showed the same. */
type Looks = { readonly seen: readonly FileEntry[]; readonly same: number; readonly failures: number }

function withLook(before: Looks, read: Awaited<ReturnType<Watch['look']>>): Looks {
  if (!read.ok) return { ...before, failures: before.failures + 1 }
  if (read.value.length === 0) return { ...before, failures: 0 }
  return { seen: read.value, same: areSame(before.seen, read.value) ? before.same + 1 : 0, failures: 0 }
}

/**
 * Watches something that a machine makes without a word of its end, until several looks in a row show the same.
 * @returns what the last look showed; null where it did not begin, or the watch was ended before
 */
export async function untilUnchanged(watch: Watch): Promise<LastLook | null> {
  const { clock, signal, look, beginMs = usualBeginMs, longestMs = 6 * 60 * 60 * second } = watch
  const beganAt = clock.steady()
  let looks: Looks = { seen: [], same: 0, failures: 0 }
  for (let elapsed = 0; elapsed < longestMs && looks.failures < maxFailures; elapsed = clock.steady() - beganAt) {
    if (looks.seen.length === 0 && elapsed >= beginMs) return null
    if (!(await clock.sleep(elapsed < soonMs ? everyMs : laterEveryMs, signal))) return null
    looks = withLook(looks, await look())
    if (looks.same >= sameLooks) return { seen: looks.seen, end: 'rest' }
  }
  if (looks.seen.length === 0) return null
  return { seen: looks.seen, end: looks.failures < maxFailures ? 'late' : 'lost' }
}
