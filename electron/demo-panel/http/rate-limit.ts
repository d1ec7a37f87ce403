export type RateLimitOptions = { readonly requests: number; readonly windowMs: number }

export type RateLimits = ReturnType<typeof createRateLimits>

/**
 * A request budget for each of many names, such as servers or addresses: a fixed window that opens with the first
 * request (the panel's API, *Rate limits*). Above a thousand names the oldest one is forgotten.
 */
export function createRateLimits(options: RateLimitOptions) {
  const windows = new Map<string, { readonly opened: number; used: number }>()
  let limit = options
  return {
    /**
     * Counts one request, and returns the headers for its answer.
     * @param now unix milliseconds
     */
    take(name: string, now: number) {
      let window = windows.get(name)
      if (window === undefined || now >= window.opened + limit.windowMs) {
        if (window === undefined) makeRoom(windows, 1_000)
        window = { opened: now, used: 0 }
        windows.set(name, window)
      }
      const passed = window.used < limit.requests
      if (passed) window.used += 1
      const end = window.opened + limit.windowMs
      const headers: Readonly<Record<string, string>> = {
        'x-ratelimit-limit': String(limit.requests),
        'x-ratelimit-remaining': String(limit.requests - window.used),
        ...(!passed && {
          'retry-after': String(Math.max(1, Math.ceil((end - now) / 1000))),
          'x-ratelimit-reset': String(Math.ceil(end / 1000)),
        }),
      }
      return { passed, headers }
    },
    /** Sets another limit; new windows begin with the next requests. */
    adjust(next: RateLimitOptions) {
      limit = next
      windows.clear()
    },
  }
}

/** Removes the oldest entry of a map that has `most` entries, before one more is added. */
export function makeRoom(map: Map<string, unknown>, most: number) {
  const oldest = map.keys().next().value
  if (map.size >= most && oldest !== undefined) map.delete(oldest)
}
