/** Tokens that a panel gives for one server's console in a window (the panel's API, *Rate limits*). */
const tokensPerWindow = 5
const windowMs = 60_000

export function createTokenBudget() {
  let taken: readonly number[] = []
  return {
    /** How long until the next call may go out; 0 where it may at once. */
    waitMs(now: number): number {
      if (taken.length < tokensPerWindow) return 0
      const first = taken.at(-tokensPerWindow) ?? now
      return Math.max(0, first + windowMs - now)
    },
    take(now: number): void {
      taken = [...taken, now].slice(-tokensPerWindow)
    },
  }
}

/**
 * Keeps the token calls of one server within what panels allow, however many windows look. Times are steady
 * milliseconds.
 */
export type TokenBudget = ReturnType<typeof createTokenBudget>
