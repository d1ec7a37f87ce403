import { type Bucket, type BucketRule, takeToken } from './token-bucket.ts'

/** The inbound limits of newer nodes, for one connection (the panel's API, *Websocket, Limits*). */
const rules = {
  auth: { burst: 2, refillMs: 5_000 },
  'send logs': { burst: 2, refillMs: 5_000 },
  'send command': { burst: 10, refillMs: 1_000 },
  others: { burst: 4, refillMs: 1_000 },
  global: { burst: 10, refillMs: 200 },
} as const satisfies Record<string, BucketRule>
type RuleName = keyof typeof rules

/** `notice` is the argument of the episode's one `throttled` event; null for later refusals in it. */
export type ThrottleVerdict = { readonly passed: true } | { readonly passed: false; readonly notice: string | null }

function ruleOf(event: string): RuleName {
  return event === 'auth' || event === 'send logs' || event === 'send command' ? event : 'others'
}

/** Counts what one connection sends. An episode lasts from the first refusal of a limit until it passes something. */
export function createThrottle(now: () => number) {
  const buckets = new Map<RuleName, Bucket>()
  const over = new Set<RuleName>()

  function refused(rule: RuleName, name: string): ThrottleVerdict | null {
    const taken = takeToken(buckets.get(rule) ?? null, rules[rule], now())
    buckets.set(rule, taken.bucket)
    if (taken.passed) {
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
