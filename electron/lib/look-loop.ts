import type { Clock } from './clock.ts'

/**
 * Looks that come one after another, each of which finds out and does what is due now.
 * @param waitMs asked after each look, also after one that failed: when the next one is due by itself, in milliseconds;
 *   null where nothing is waited for
 */
export function createLooks(clock: Pick<Clock, 'after'>, look: () => void, waitMs: () => number | null) {
  let isLooking = false
  /** Another look is to follow the one under way. */
  let isAwaited = false
  let hasEnded = false
  let cancelNap = () => {}

  function nextIn(ms: number | null): void {
    cancelNap()
    cancelNap = ms === null || hasEnded ? () => {} : clock.after(ms, now)
  }

  /** Nothing where a look is under way: what one does can lead back here, and that one sees to it. What it throws goes on. */
  function now(): void {
    if (isLooking || hasEnded) return
    isLooking = true
    isAwaited = false
    try {
      look()
    } finally {
      isLooking = false
      nextIn(isAwaited ? 0 : waitMs())
    }
  }

  return {
    now,
    /** One look for all that comes at once, such as the answers to many requests; after the one under way, where one is. */
    soon(): void {
      isAwaited = isLooking
      if (!isLooking) nextIn(0)
    },
    end(): void {
      hasEnded = true
      cancelNap()
    },
  }
}

/**
 * One look after another for looks that take a while, without a time of their own. Two functions and not one: a short look
 * is over when it returns, so that the next may follow in the same breath, and what it throws reaches who called, as the
 * store that tells of a listener's failure. Were it awaited, that next look would be left out, and its failure be a promise
 * that nobody waits for.
 */
export function createLongLookLoop(look: () => Promise<void>, rest: () => void): () => Promise<void> {
  let isLooking = false
  return async () => {
    if (isLooking) return
    isLooking = true
    try {
      await look()
    } finally {
      isLooking = false
      rest()
    }
  }
}
