import { createRateLimits, type RateLimitVerdict } from '../http/rate-limit.ts'

const windowMs = 60_000

/** How many console tokens each server gives in a minute, all keys together; null for any number. */
export function createTokenLimit(now: () => number, tokensPerMinute: number | null) {
  const limitsFor = (requests: number | null) => (requests === null ? null : createRateLimits({ requests, windowMs }))
  let limits = limitsFor(tokensPerMinute)
  return {
    take: (serverUuid: string): RateLimitVerdict => limits?.take(serverUuid, now()) ?? { passed: true, headers: {} },
    /** Sets another limit; new windows open with the next requests. */
    adjust(next: number | null) {
      limits = limitsFor(next)
    },
  }
}
