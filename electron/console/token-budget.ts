/** Tokens that a panel gives for one server's console in a window (the panel's API, *Rate limits*). */
const tokensPerWindow = 5
const windowMs = 60_000

/**
 * Keeps the token calls of one server within what panels allow, however many windows look. Times are unix
 * milliseconds.
 */
export type TokenBudget = {
  /** When the next call may go out; now or earlier where it may at once. */
  nextAt(): number
  take(now: number): void
}

export function createTokenBudget(): TokenBudget {
  let taken: readonly number[] = []
  return {
    nextAt: () => (taken.length < tokensPerWindow ? 0 : (taken.at(-tokensPerWindow) ?? 0) + windowMs),
    take(now) {
      taken = [...taken, now].slice(-tokensPerWindow)
    },
  }
}
