/** `burst` messages at once, and one more every `refillMs`. */
const rules = {
  auth: { burst: 2, refillMs: 5_000 },
  'send logs': { burst: 2, refillMs: 5_000 },
  others: { burst: 4, refillMs: 1_000 },
  global: { burst: 10, refillMs: 200 },
} as const

const ruleOf = (event: string): keyof typeof rules => (event === 'auth' || event === 'send logs' ? event : 'others')

/**
 * The inbound limits of newer nodes, for one connection (the panel's API, *Websocket, Limits*). Returns whether an event
 * passes.
 * @param notify called with the first refusal of a limit since it last passed something
 */
export function createThrottle(now: () => number, notify: (limit: string) => void) {
  const buckets = new Map<string, { readonly tokens: number; readonly at: number; readonly isOver: boolean }>()

  /** Takes one token of a bucket, if there is a whole one; a bucket that was never used is full. */
  function takes(rule: keyof typeof rules, name: string): boolean {
    const { burst, refillMs } = rules[rule]
    const { tokens, at, isOver } = buckets.get(rule) ?? { tokens: burst, at: now(), isOver: false }
    const left = Math.min(burst, tokens + Math.max(0, now() - at) / refillMs)
    const isTaken = left >= 1
    buckets.set(rule, { tokens: isTaken ? left - 1 : left, at: now(), isOver: !isTaken })
    if (!isTaken && !isOver) notify(name)
    return isTaken
  }

  return (event: string): boolean => takes('global', 'global') && takes(ruleOf(event), event)
}
