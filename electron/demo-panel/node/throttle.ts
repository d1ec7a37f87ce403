/** `burst` messages at once, and one more every `refillMs`. */
const rules = {
  auth: { burst: 2, refillMs: 5_000 },
  'send logs': { burst: 2, refillMs: 5_000 },
  'send command': { burst: 10, refillMs: 1_000 },
  others: { burst: 4, refillMs: 1_000 },
  global: { burst: 10, refillMs: 200 },
} as const
type RuleName = keyof typeof rules

/** `notice` is the argument of the episode's one `throttled` event; null for later refusals in it. */
type ThrottleVerdict = { readonly passed: true } | { readonly passed: false; readonly notice: string | null }

function ruleOf(event: string): RuleName {
  return event === 'auth' || event === 'send logs' || event === 'send command' ? event : 'others'
}

/**
 * The inbound limits of newer nodes, for one connection (the panel's API, *Websocket, Limits*). An episode lasts from the
 * first refusal of a limit until it passes something.
 */
export function createThrottle(now: () => number) {
  const buckets = new Map<RuleName, { readonly tokens: number; readonly at: number }>()
  const over = new Set<RuleName>()

  /** Takes one token of a bucket, if there is a whole one; a bucket that was never used is full. */
  function isTaken(rule: RuleName): boolean {
    const { burst, refillMs } = rules[rule]
    const bucket = buckets.get(rule) ?? { tokens: burst, at: now() }
    const tokens = Math.min(burst, bucket.tokens + Math.max(0, now() - bucket.at) / refillMs)
    const isTaken = tokens >= 1
    buckets.set(rule, { tokens: isTaken ? tokens - 1 : tokens, at: now() })
    return isTaken
  }

  function refused(rule: RuleName, name: string): ThrottleVerdict | null {
    if (isTaken(rule)) {
      over.delete(rule)
      return null
    }
    const notice = over.has(rule) ? null : name
    over.add(rule)
    return { passed: false, notice }
  }

  return (event: string): ThrottleVerdict =>
    refused('global', 'global') ?? refused(ruleOf(event), event) ?? { passed: true }
}
