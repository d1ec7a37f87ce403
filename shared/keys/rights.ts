import type { PowerSignal } from '../model/power.ts'
import type { RestartChoices } from '../model/restart-schema.ts'
import type { AccountOnServer } from '../model/server-schema.ts'
import type { Dialect } from './contract.ts'
import {
  type KeyKnowledge,
  type Known,
  knows,
  type MissingPermission,
  type NeededPermission,
  type Permission,
  permissionText,
} from './permission.ts'

export type Needs = {
  /** Null where any key may. */
  readonly view: Need | null
  readonly change: NeededPermission
  /** Begins the sentence that says so where it needs all of them; `it needs` by default. */
  readonly needs?: string
  readonly notHere?: string
}

/**
 * What a key needs to see an area of a server, and to change what is in it: the client API document names no single
 * permission for what needs all. The main process chooses the key by it, the window says by it why something is not
 * offered, the command line which key to take.
 */
export const areaNeeds = {
  backups: { view: 'backup.read', change: 'backups-full' },
  schedules: { view: 'schedule.read', change: 'all', needs: 'schedules need' },
  files: { view: 'file.read', change: 'files-write' },
  databases: { view: 'database.read', change: 'databases-full' },
  startup: { view: 'startup.read', change: 'all' },
  network: { view: 'allocation.read', change: 'all' },
  users: { view: 'user.read', change: 'all', needs: 'users need' },
  activity: {
    view: 'activity.read',
    change: 'all',
    needs: 'the panel’s activity needs',
    notHere: 'this panel doesn’t tell its activity',
  },
  settings: { view: null, change: 'settings' },
} as const satisfies Record<string, Needs>

/** An area that the panel keeps, and that is read when somebody looks. */
export type PanelArea = keyof typeof areaNeeds

/**
 * The acts that an account may not do, by the panel's own word. The two kinds of panels spell some rights in two ways.
 * @param account what it may, null where the panel does not tell, which denies nothing
 * @param subject what the rights are about, in the panel's own name: `database`
 * @param named the rights of acts that the panel calls otherwise
 */
export const deniedActs = <Act extends string>(
  account: AccountRights,
  subject: string,
  acts: readonly Act[],
  named: { readonly [One in Act]?: string } = {},
): Act[] =>
  acts.filter((act) => {
    const right = `${subject}.${named[act] ?? act}`
    return !permits(account, right) && !permits(account, right.replace('-', '_'))
  })

/** A right of an account on a server, in the panel's own name: `control.restart`. */
export type Right = `${string}.${string}`

/** What something takes: of a key a permission, or of its account a right too, which takes its permission. */
export type Need = NeededPermission | Right

/** All that a panel says an account may do on a server, `*` for everything; null where that is not known. */
export type AccountRights = readonly string[] | null

const isRight = (need: Need): need is Right => need.includes('.')

/** The permission of a key that brings a right, or any other right of a subject. */
const permissionByRight: ReadonlyMap<string, Permission> = new Map([
  ['control.console', 'console'],
  ['control.', 'power'],
  ['file.read', 'files-read'],
  ['file.read-content', 'files-read'],
  ['file.read_content', 'files-read'],
  ['file.', 'files-write'],
  ['backup.read', 'backups-view'],
  ['backup.download', 'backups-view'],
  ['backup.', 'backups-full'],
  ['database.read', 'databases-view'],
  ['database.', 'databases-full'],
  ['settings.rename', 'settings'],
  ['settings.description', 'settings'],
])

/** All of them where none is named. */
const permissionOfRight = (name: string): NeededPermission =>
  permissionByRight.get(name) ?? permissionByRight.get(name.slice(0, name.indexOf('.') + 1)) ?? 'all'

/** The permission of a key that something takes. */
export const permissionOf = (need: Need): NeededPermission => (isRight(need) ? permissionOfRight(need) : need)

/** True unless it is known what the account may, and this is not among it. */
export const permits = (account: AccountRights, name: string): boolean =>
  account === null || account.includes('*') || account.includes(name)

/** Of a permission an account has what any right allows that it brings. Of all of them nothing is known. */
const permitsNeed = (account: readonly string[], need: Need): boolean =>
  permits(account, need) ||
  need === 'all' ||
  (!isRight(need) && account.some((name) => permissionOfRight(name) === need))

/**
 * Whether a key may do something on a server, merged of what its owner declared, what its account may there, and what the
 * panel refused it. The account's word (`denied`) counts more than what was learned, maybe on another server.
 * @param now unix milliseconds
 */
export function verdictOn(need: Need, key: KeyKnowledge, account: AccountRights, now: number): Known | 'denied' {
  const known = knows(key, permissionOf(need), now)
  if (known === 'lacks' || account === null) return known
  if (!permitsNeed(account, need)) return 'denied'
  return known === 'refused' ? 'unknown' : known
}

/**
 * Whether what an account was refused is for its key to have: only some panels' keys have permissions, and there an
 * account may all on its own servers. Null where that is not known.
 */
export function isForKey(dialect: Dialect | undefined, account: AccountOnServer | undefined): boolean | null {
  if (dialect === 'core') return true
  return account?.may?.includes('*') ? true : (account?.isOwner ?? null)
}

const nameOf = (need: Need) => {
  const permission = permissionOf(need)
  return permission === 'all' ? 'All' : permissionText[permission].name
}

/** The next step after a refusal. @param name of the permission @param ofKey as `isForKey` tells */
export function remedyFor(name: string, ofKey: boolean | null): string {
  const tick = `Tick ${name} for this key in the panel`
  if (ofKey) return `${tick}, then try again. The token stays the same.`
  const ask = 'server’s owner can allow it under Users.'
  return ofKey === null ? `${tick} where its keys have permissions. Elsewhere the ${ask}` : `The ${ask}`
}

/** What a refusal for want of something says. @param who the key @param ofKey as `isForKey` tells */
export function refusalWords(who: string, need: Need, ofKey: boolean | null) {
  const lack = permissionOf(need) === 'all' ? 'needs all permissions' : `lacks ${nameOf(need)}`
  const act = isRight(need) && !ofKey ? `may not ${rightWords[need] ?? 'do that'} (${need})` : lack
  return { message: `${who}${ofKey === false ? '’s account' : ''} ${act}.`, hint: remedyFor(nameOf(need), ofKey) }
}

/** Says that no account of a server allows something. None of them owns it: `isOwner` is null where that is not known. */
export const deniedByAccount = (need: Need, isOwner: false | null): MissingPermission => ({
  reason: `account lacks ${isRight(need) ? need : nameOf(need)}`,
  ...refusalWords('this key', need, isOwner),
})

/** What somebody without it may not do, as the end of a sentence. */
const rightWords: Readonly<Record<Right, string>> = {
  'control.start': 'start this server',
  'control.stop': 'stop this server',
  'control.restart': 'restart this server',
  'control.console': 'send commands to this server',
  'file.read': 'see the files of this server',
  'backup.read': 'see the backups of this server',
  'backup.create': 'make backups of this server',
  'backup.restore': 'restore backups of this server',
  'schedule.read': 'see the schedules of this server',
}

/** The right that a signal takes: whoever may stop a server may kill it (the panel's API, *POST /servers/{id}/power*). */
export const rightOfSignal = {
  start: 'control.start',
  stop: 'control.stop',
  restart: 'control.restart',
  kill: 'control.stop',
} as const satisfies Record<PowerSignal, Right>

/** What a guided restore takes. @param isOff where nothing needs to be stopped */
export const rightsOfRestore = (isOff: boolean, backsUpFirst: boolean): readonly Right[] => [
  'backup.restore',
  ...(isOff ? [] : (['control.stop'] as const)),
  ...(backsUpFirst ? (['backup.create', 'backup.read'] as const) : []),
]

/** What an announced restart takes to come to its end: not what it goes on without. */
export function rightsOfRestart(choices: RestartChoices): readonly Right[] {
  const { warnings, lastCommand, onWarningFailed, backupFirst, atZero, killAfterMinutes } = choices
  const speaks = warnings.length > 0 || lastCommand !== null
  return [
    ...(atZero === 'restart' ? (['control.restart'] as const) : (['control.stop', 'control.start'] as const)),
    ...(killAfterMinutes === null ? [] : (['control.stop', 'control.start'] as const)),
    ...(speaks && onWarningFailed === 'stop' ? (['control.console'] as const) : []),
    ...(backupFirst === 'must' ? (['backup.create', 'backup.read'] as const) : []),
  ]
}
