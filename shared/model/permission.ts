import type { Dialect } from './panel-schema.ts'

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

/**
 * How a key comes by what the panel refused it, as the end of a sentence. Panels of the known dialect grant an account
 * its permissions, by the owner of a server; others a key of its own. What of the two a panel does is not told.
 */
export const orLetAccount = (dialect: Dialect | undefined): string =>
  dialect === 'pterodactyl' ? ', or ask the server’s owner to let this account do it' : ''

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
export function isAll(held: readonly Permission[]): boolean {
  return permissions.every((permission) => held.includes(permission))
}

/** True when `held` allows what `needed` asks for. */
export function allows(held: readonly Permission[], needed: NeededPermission): boolean {
  if (needed === 'all') return isAll(held)
  return held.some((permission) => permission === needed || includes[permission] === needed)
}
