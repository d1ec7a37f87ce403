export type RateLimitOptions = { readonly requests: number; readonly windowMs: number }
export type RateLimitVerdict = { readonly passed: boolean; readonly headers: Readonly<Record<string, string>> }

/**
 * The account's one request budget: a fixed window that opens with its first request, shared by all keys
 * (the panel's API, *Rate limits*). Times are unix milliseconds.
 */
export function createRateLimit(options: RateLimitOptions) {
  let limit = options
  let opened: number | null = null
  let used = 0
  return {
    /** Counts one request, and returns the headers for its answer. */
    take(now: number): RateLimitVerdict {
      if (opened === null || now >= opened + limit.windowMs) {
        opened = now
        used = 0
      }
      const passed = used < limit.requests
      if (passed) used += 1
      const end = opened + limit.windowMs
      const headers = {
        'x-ratelimit-limit': String(limit.requests),
        'x-ratelimit-remaining': String(limit.requests - used),
        ...(!passed && {
          'retry-after': String(Math.max(1, Math.ceil((end - now) / 1000))),
          'x-ratelimit-reset': String(Math.ceil(end / 1000)),
        }),
      }
      return { passed, headers }
    },
    /** Sets another limit; a new window begins with the next request. */
    adjust(next: RateLimitOptions) {
      limit = next
      opened = null
    },
  }
}

/** One such window for each of many names, such as addresses; above a thousand the oldest one is forgotten. */
export function createRateLimits(options: RateLimitOptions) {
  const limits = new Map<string, ReturnType<typeof createRateLimit>>()
  return {
    take(name: string, now: number): RateLimitVerdict {
      const limit = limits.get(name) ?? createRateLimit(options)
      if (!limits.has(name)) makeRoom(limits, 1_000)
      limits.set(name, limit)
      return limit.take(now)
    },
  }
}

/** Removes the oldest entry of a map that has `most` entries, before one more is added. */
export function makeRoom(map: Map<string, unknown>, most: number) {
  const oldest = map.keys().next().value
  if (map.size >= most && oldest !== undefined) map.delete(oldest)
}

/** The headers of an answer that two limits passed: those of the one with less left (the panel's API, *Rate limits*). */
export function tighter(one: RateLimitVerdict['headers'], other: RateLimitVerdict['headers']) {
  const left = (headers: RateLimitVerdict['headers']) => Number(headers['x-ratelimit-remaining'] ?? Infinity)
  return left(one) <= left(other) ? one : other
}
