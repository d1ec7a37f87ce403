/** `burst` messages at once, and one more every `refillMs`. */
export type BucketRule = { readonly burst: number; readonly refillMs: number }

/** The tokens in a bucket at `at` (unix milliseconds), fractions included. */
export type Bucket = { readonly tokens: number; readonly at: number }

/** Takes one token if there is a whole one. Pure; null stands for a bucket that was never used, which is full. */
export function takeToken(bucket: Bucket | null, rule: BucketRule, now: number): { bucket: Bucket; passed: boolean } {
  const gained = bucket === null ? rule.burst : Math.max(0, now - bucket.at) / rule.refillMs
  const tokens = Math.min(rule.burst, (bucket?.tokens ?? 0) + gained)
  const passed = tokens >= 1
  return { bucket: { tokens: passed ? tokens - 1 : tokens, at: now }, passed }
}
