import type { LearnedFact } from './contract.ts'

/** The nine permissions of an API key (client API, *Permissions*). */
export const permissions = [
  'power',
  'console',
  'files-read',
  'files-write',
  'backups-view',
  'backups-full',
  'databases-view',
  'databases-full',
  'settings',
] as const
export type Permission = (typeof permissions)[number]

/** What a call needs of its key: one permission, or all of them, as for schedules, subusers and activity. */
export type NeededPermission = Permission | 'all'

/** The panel's wording of each permission: its name and what it allows. */
export const permissionText: Readonly<Record<Permission, { name: string; allows: string }>> = {
  power: { name: 'Power', allows: 'Start, stop, restart and kill the server.' },
  console: { name: 'Console', allows: 'Send commands to the server console.' },
  'files-read': { name: 'Files: read', allows: 'List and download files.' },
  'files-write': {
    name: 'Files: read & write',
    allows: 'Everything in Files: read, plus upload, edit, rename and delete files.',
  },
  'backups-view': { name: 'Backups: view', allows: 'List backups and download them.' },
  'backups-full': {
    name: 'Backups: full',
    allows: 'Everything in Backups: view, plus create, restore and delete backups.',
  },
  'databases-view': { name: 'Databases: view', allows: 'See the server’s databases.' },
  'databases-full': {
    name: 'Databases: full',
    allows: 'Everything in Databases: view, plus create databases, change their password and delete them.',
  },
  settings: { name: 'Settings', allows: 'Change the server’s settings, such as its name.' },
}

/** The permissions of the shortcut *Read only*: those that change nothing. */
export const readOnlyPermissions: readonly Permission[] = ['files-read', 'backups-view', 'databases-view']

/** The narrower permission that a wider one includes. */
const includes: Partial<Record<Permission, Permission>> = {
  'files-write': 'files-read',
  'backups-full': 'backups-view',
  'databases-full': 'databases-view',
}

/**
 * The permissions after one box is ticked or cleared: ticking the wider of a pair ticks the narrower, and clearing the
 * narrower clears the wider.
 */
export function ticked(held: readonly Permission[], permission: Permission, on: boolean): Permission[] {
  if (!on) return held.filter((one) => one !== permission && includes[one] !== permission)
  return permissions.filter((one) => held.includes(one) || one === permission || includes[permission] === one)
}

/** True when every permission is held, which is what *All* means. */
export const isAll = (held: readonly Permission[]): boolean =>
  permissions.every((permission) => held.includes(permission))

/** True when `held` allows what `needed` asks for. */
export function allows(held: readonly Permission[], needed: NeededPermission): boolean {
  if (needed === 'all') return isAll(held)
  return held.some((permission) => permission === needed || includes[permission] === needed)
}

/** All that is known of what a key may do. */
export type KeyKnowledge = {
  /** What the owner declared; null where they are not sure. */
  readonly declared: readonly Permission[] | null
  /** At most one fact for each permission. */
  readonly learned: readonly LearnedFact[]
}

/** `lacks` is the owner's own word; `refused` is what the panel last answered, which may be over by now. */
export type Known = 'has' | 'lacks' | 'refused' | 'unknown'

/** How long a success counts, in milliseconds. */
export const workedForMs = 24 * 3_600_000
/**
 * How long a refusal counts, in milliseconds: permissions may be changed on the panel at any time, without a new token.
 */
export const refusedForMs = 5 * 60_000

const countsForMs = ({ has }: LearnedFact) => (has ? workedForMs : refusedForMs)

/** When a fact expires, in unix milliseconds. */
export const expiryOf = (fact: LearnedFact): number => fact.at + countsForMs(fact)

/** A fact from the future, as after the clock was set back, must not count for ever. */
const holds = (fact: LearnedFact, now: number) => Math.abs(now - fact.at) < countsForMs(fact)

/**
 * What a fact says of a permission: the wider of a pair includes the narrower; where the narrower is lacking, so is the
 * wider.
 */
function says(fact: LearnedFact, permission: NeededPermission): boolean {
  // Panels with users of their own know of no such whole: one refusal says nothing of the rest.
  if (permission === 'all') return false
  return fact.has ? allows([fact.permission], permission) : allows([permission], fact.permission)
}

/** The newest fact about a permission that still counts; null without one. */
function newestOf({ learned }: KeyKnowledge, permission: NeededPermission, now: number): LearnedFact | null {
  return withoutExpired(learned, now)
    .filter((fact) => says(fact, permission))
    .reduce<LearnedFact | null>((best, fact) => (best === null || fact.at >= best.at ? fact : best), null)
}

/** Whether a key has a permission: a success counts most, then the owner's word, then a refusal. */
export function knows(key: KeyKnowledge, permission: NeededPermission, now: number): Known {
  const newest = newestOf(key, permission, now)
  if (newest?.has) return 'has'
  const isDeclared = key.declared === null ? null : allows(key.declared, permission)
  if (isDeclared === false) return 'lacks'
  if (newest !== null) return 'refused'
  return isDeclared ? 'has' : 'unknown'
}

/** When the panel refused a permission to a key, where nothing newer is known; else null. */
export function refusedAt(key: KeyKnowledge, permission: NeededPermission, now: number): number | null {
  const newest = newestOf(key, permission, now)
  return newest === null || newest.has ? null : newest.at
}

/** The facts with one more, which replaces the former one about that permission. */
export const withFact = (learned: readonly LearnedFact[], fact: LearnedFact): LearnedFact[] => [
  ...learned.filter((known) => known.permission !== fact.permission),
  fact,
]

/** The facts that still hold. */
export const withoutExpired = (learned: readonly LearnedFact[], now: number): LearnedFact[] =>
  learned.filter((fact) => holds(fact, now))

/** Why none of the keys that reach a server can do something, and how to change it. */
export type MissingPermission = {
  /** A few words, as beside a button: `key lacks Power`. */
  readonly reason: string
  /** The next step, as a sentence. */
  readonly hint: string
  /** The whole of it, where the panel says so of the account; left out for what their owner declared. */
  readonly message?: string
}

/** How to change what the owner said about a key. */
const missingPermissionHint = (names: string): string =>
  `If the key has ${names} in the panel, say so under “What this key may do”.`

/** Says that all keys were declared without the permission. @param count how many keys there are */
export function declaredLacking(permission: NeededPermission, count: number): MissingPermission {
  if (permission === 'all') return { reason: 'it needs a key with all permissions', hint: missingPermissionHint('All') }
  const { name } = permissionText[permission]
  return { reason: count === 1 ? `key lacks ${name}` : `keys lack ${name}`, hint: missingPermissionHint(name) }
}
