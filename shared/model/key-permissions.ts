import type { LearnedFact } from './api-key.ts'
import type { Permission } from './permission.ts'
import { allows } from './permission-sets.ts'
import { permissionText } from './permission-text.ts'

/** All that is known of what a key may do. */
export type KeyKnowledge = {
  /** What the owner declared; null where they are not sure. */
  readonly declared: readonly Permission[] | null
  /** At most one fact for each permission. */
  readonly learned: readonly LearnedFact[]
}

export type Known = 'has' | 'lacks' | 'unknown'

/** Permissions can be edited on the panel without a new token, so what was learned holds for a day. */
export const learnedForMs = 24 * 3_600_000

/** A clock that was set back must not keep a fact for ever. */
const holds = (fact: LearnedFact, now: number) => Math.abs(now - fact.at) < learnedForMs

/** What a fact says of a permission: the wider of a pair holds the narrower, and is lacking with it. */
function says(fact: LearnedFact, permission: Permission): boolean {
  return fact.has ? allows([fact.permission], permission) : allows([permission], fact.permission)
}

/** Whether a key has a permission: the newest thing learned counts, else what was declared. */
export function knows(key: KeyKnowledge, permission: Permission, now: number): Known {
  const newest = key.learned
    .filter((fact) => holds(fact, now) && says(fact, permission))
    .reduce<LearnedFact | null>((best, fact) => (best === null || fact.at >= best.at ? fact : best), null)
  if (newest !== null) return newest.has ? 'has' : 'lacks'
  if (key.declared === null) return 'unknown'
  return allows(key.declared, permission) ? 'has' : 'lacks'
}

/** What is known with one fact more, which takes the place of what was learned of that permission before. */
export function withFact(learned: readonly LearnedFact[], fact: LearnedFact): LearnedFact[] {
  return [...learned.filter((known) => known.permission !== fact.permission), fact]
}

/** The facts that still hold; the same array when all do. */
export function withoutExpired(learned: LearnedFact[], now: number): LearnedFact[] {
  const left = learned.filter((fact) => holds(fact, now))
  return left.length === learned.length ? learned : left
}

/** Why none of the keys that reach a server can do something, and how to change it. */
export type Lack = {
  /** A few words, as beside a button: `key lacks Power`. */
  readonly reason: string
  /** The next step, as a sentence. */
  readonly hint: string
  /** True where the panel said so, false where only the owner did. */
  readonly wasLearned: boolean
}

/** How to change what `names` tells of: in the panel where it refused, else in what the owner said. */
export function lackHint(names: string, wasLearned: boolean): string {
  return wasLearned
    ? `Tick ${names} for this key in the panel, then Try again.`
    : `If the key has ${names} in the panel, say so under “What this key may do”.`
}

/** Says that every one of `keys` is known to lack the permission; null where one may have it, or there is none. */
export function lackOf(keys: readonly KeyKnowledge[], permission: Permission, now: number): Lack | null {
  if (keys.length === 0 || keys.some((key) => knows(key, permission, now) !== 'lacks')) return null
  const { name } = permissionText[permission]
  const wasLearned = keys.some((key) => key.learned.some((fact) => holds(fact, now) && says(fact, permission)))
  return {
    reason: keys.length === 1 ? `key lacks ${name}` : `keys lack ${name}`,
    hint: lackHint(name, wasLearned),
    wasLearned,
  }
}
