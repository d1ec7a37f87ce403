import { createRateLimit, type RateLimitVerdict } from '../rate-limit.ts'

const windowMs = 60_000

/** How many console tokens each server gives in a minute, all keys together; null for any number. */
export function createTokenLimit(now: () => number, tokensPerMinute: number | null) {
  let requests = tokensPerMinute
  const limits = new Map<string, ReturnType<typeof createRateLimit>>()
  return {
    take(serverUuid: string): RateLimitVerdict {
      if (requests === null) return { passed: true, headers: {} }
      const limit = limits.get(serverUuid) ?? createRateLimit({ requests, windowMs })
      limits.set(serverUuid, limit)
      return limit.take(now())
    },
    /** Sets another limit; new windows open with the next requests. */
    adjust(next: number | null) {
      requests = next
      limits.clear()
    },
  }
}
