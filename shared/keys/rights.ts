import { whyHeld } from '../model/describe-server.ts'
import type { RestartChoices } from '../model/restart-schema.ts'
import type { ServerView } from '../model/server-schema.ts'
import type { WithKeys, WithPanels } from './contract.ts'
import { type KeyKnowledge, knows, type NeededPermission, type Permission } from './permission.ts'
import { missingPermissionOfServer } from './server-keys.ts'

type Needs = {
  /** Null where any key may. */
  readonly view: NeededPermission | null
  readonly change: NeededPermission
  /** Begins the sentence that says so where it needs all of them; `it needs` by default. */
  readonly needs?: string
  readonly notHere?: string
}

/** The client API document names no single permission for these. */
const all = { view: 'all', change: 'all' } as const satisfies Needs

/**
 * What a key needs to see an area of a server, and to change what is in it. The main process chooses the key by it, the
 * window says by it why something is not offered, the command line which key to take.
 */
export const areaNeeds = {
  backups: { view: 'backups-view', change: 'backups-full' },
  schedules: { ...all, needs: 'schedules need' },
  files: { view: 'files-read', change: 'files-write' },
  databases: { view: 'databases-view', change: 'databases-full' },
  startup: all,
  network: all,
  users: { ...all, needs: 'users need' },
  activity: { ...all, needs: 'the panel’s activity needs', notHere: 'this panel doesn’t tell its activity' },
  settings: { view: null, change: 'settings' },
} as const satisfies Record<string, Needs>

/** An area that the panel keeps, and that is read when somebody looks. */
export type PanelArea = keyof typeof areaNeeds

/**
 * Why this panel or its keys do not let an area be seen, or changed, in a few words; null where they do.
 * @param now unix milliseconds
 */
export function whyNotAllowed(
  state: WithKeys & WithPanels,
  server: ServerView,
  area: PanelArea,
  what: 'view' | 'change',
  now: number,
): string | null {
  const { [what]: permission, needs = 'it needs', notHere = 'not on this panel' }: Needs = areaNeeds[area]
  if (state.panels[server.panelId]?.dialect !== 'pterodactyl') return notHere
  const missing = permission && missingPermissionOfServer(state, server, permission, now)
  if (missing === null) return null
  if (permission === 'all') return `${needs} a key with all permissions`
  return `${missing.reason.startsWith('keys') ? 'these' : 'this'} ${missing.reason}`
}

/** Why no key of a server has a permission, in a few words; null where one may. Takes unix milliseconds. */
export const whyLacking = (
  state: WithKeys,
  server: ServerView,
  permission: NeededPermission,
  now: number,
): string | null =>
  server.keyIds.length === 0
    ? 'no key reaches it'
    : (missingPermissionOfServer(state, server, permission, now)?.reason ?? null)

/** Why nothing in an area can be changed now, in a few words; null where it can. Takes unix milliseconds. */
export const whyNotChanged = (state: WithKeys, server: ServerView, area: PanelArea, now: number): string | null =>
  whyLacking(state, server, areaNeeds[area].change, now) ?? whyHeld(server)

/**
 * The acts that an account may not do, by the panel's own word. The two kinds of panels spell some rights in two ways.
 * @param account what it may, null where the panel does not tell, which denies nothing
 * @param subject what the rights are about, in the panel's own name: `database`
 */
export const deniedActs = <Act extends string>(account: AccountRights, subject: string, acts: readonly Act[]): Act[] =>
  acts.filter(
    (act) => !permits(account, `${subject}.${act}`) && !permits(account, `${subject}.${act.replace('-', '_')}`),
  )

/** The rights of an account on a server that the app asks about, in the panel's own names, by the permission of a key. */
export const permissionOfRight = {
  'control.start': 'power',
  'control.stop': 'power',
  'control.restart': 'power',
  'control.console': 'console',
  'backup.read': 'backups-view',
  'backup.create': 'backups-full',
  'backup.restore': 'backups-full',
} as const satisfies Record<string, Permission>
export type Right = keyof typeof permissionOfRight

/** What somebody without it may not do, as the end of a sentence. */
export const rightWords: Readonly<Record<Right, string>> = {
  'control.start': 'start this server',
  'control.stop': 'stop this server',
  'control.restart': 'restart this server',
  'control.console': 'send commands to this server',
  'backup.read': 'see the backups of this server',
  'backup.create': 'make backups of this server',
  'backup.restore': 'restore backups of this server',
}

/** All that a panel says an account may do on a server, `*` for everything; null where that is not known. */
export type AccountRights = readonly string[] | null

/** True unless it is known what the account may, and this is not among it. */
export const permits = (account: AccountRights, name: string): boolean =>
  account === null || account.includes('*') || account.includes(name)

/**
 * Whether a key may do something on a server, merged of what its owner declared, what its account may there, and what the
 * panel refused it. The account's word counts more than what was learned, maybe on another server.
 * @param now unix milliseconds
 */
export function verdictOn(
  right: Right,
  key: KeyKnowledge,
  account: AccountRights,
  now: number,
): 'may' | 'may-not' | 'not-known' {
  const known = knows(key, permissionOfRight[right], now)
  if (known === 'lacks') return 'may-not'
  if (account !== null) return permits(account, right) ? 'may' : 'may-not'
  if (known === 'unknown') return 'not-known'
  return known === 'has' ? 'may' : 'may-not'
}

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
