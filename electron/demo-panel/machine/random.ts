/** What is made up is the same in every run. */
const seed = 1

/** A pseudo-random number in [0, 1): the same parts always give the same number. */
export function chance(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const character of [seed, ...parts].join('\u0000')) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** A smooth random walk in [0, 1): one new value each `periodMs`, with straight lines in between. */
export function walk(now: number, periodMs: number, ...parts: readonly (string | number)[]): number {
  const step = Math.floor(now / periodMs)
  const share = now / periodMs - step
  return chance(...parts, step) * (1 - share) + chance(...parts, step + 1) * share
}
