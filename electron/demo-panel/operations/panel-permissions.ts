import { isAll, type Permission } from '../../../shared/model/permission.ts'
import type { Dialect } from '../http/dialect.ts'

/** The panel's own names for what each permission of a key stands for. */
const panelPermissions: Record<Permission, readonly string[]> = {
  power: ['control.start', 'control.stop', 'control.restart'],
  console: ['control.console'],
  'files-read': ['file.read', 'file.read-content'],
  'files-write': ['file.read', 'file.read-content', 'file.create', 'file.update', 'file.delete'],
  'backups-view': ['backup.read', 'backup.download'],
  'backups-full': ['backup.read', 'backup.download', 'backup.create', 'backup.restore', 'backup.delete'],
  'databases-view': ['database.read'],
  'databases-full': [
    'database.read',
    'database.view_password',
    'database.view-password',
    'database.create',
    'database.update',
    'database.delete',
  ],
  settings: ['settings.rename', 'settings.description'],
}

const administration = ['admin.websocket.errors', 'admin.websocket.install', 'admin.websocket.transfer']

/** The permissions that an account may have on a server of either kind of panel (the panel's API, *Permissions*). */
const commonPermissions = [
  'websocket.connect',
  ...group('control', 'console', 'start', 'stop', 'restart'),
  ...group('user', 'create', 'read', 'update', 'delete'),
  ...group('file', 'create', 'read', 'read-content', 'update', 'delete', 'archive', 'sftp'),
  ...group('backup', 'create', 'read', 'delete', 'download', 'restore'),
  ...group('allocation', 'read', 'create', 'update', 'delete'),
  ...group('startup', 'read', 'update', 'docker-image'),
  ...group('database', 'create', 'read', 'update', 'delete'),
  ...group('schedule', 'create', 'read', 'update', 'delete'),
  ...group('settings', 'rename', 'reinstall'),
  'activity.read',
]

const ownPermissions: Readonly<Record<Dialect, readonly string[]>> = {
  pterodactyl: ['database.view_password'],
  pelican: [
    'database.view-password',
    ...group('mount', 'read', 'update'),
    ...group('settings', 'description', 'change-icon'),
  ],
}

/** Every permission that an account may have on a server. */
export function allPermissions(dialect: Dialect): readonly string[] {
  return [...commonPermissions, ...ownPermissions[dialect]]
}

function group(area: string, ...names: readonly string[]): readonly string[] {
  return names.map((name) => `${area}.${name}`)
}

/** What may be done on a server's console. Every key may connect. */
export function consolePermissions(held: readonly string[], isAdministrator: boolean): readonly string[] {
  if (!held.includes('*')) return [...new Set(['websocket.connect', ...held])]
  return isAdministrator ? ['*', ...administration] : ['*']
}

/** What a key may do, in the panel's own names; `*` for a key that may do everything. */
function heldPermissions(held: readonly Permission[], dialect: Dialect): readonly string[] {
  if (isAll(held)) return ['*']
  const known = allPermissions(dialect)
  return [...new Set(held.flatMap((permission) => panelPermissions[permission]))].filter((name) => known.includes(name))
}

export type Rights = ReturnType<typeof createRights>

/** What the account may do, beyond which none of its keys goes: all, until something is denied. */
export function createRights(dialect: Dialect = 'pterodactyl') {
  let denied: readonly string[] = []

  function of({ permissions }: { readonly permissions: readonly Permission[] }): readonly string[] {
    const held = heldPermissions(permissions, dialect)
    return denied.length === 0 ? held : named(held).filter((name) => !denied.includes(name))
  }

  const named = (held: readonly string[]) => (held.includes('*') ? allPermissions(dialect) : held)

  return {
    /** What a key may do, in the panel's own names; `*` for everything. */
    of,
    /** The same by name, as of somebody who was only invited to a server. */
    namesOf: (key: { readonly permissions: readonly Permission[] }): readonly string[] => named(of(key)),
    /** Whether a key may do one thing of those. */
    allow(key: { readonly permissions: readonly Permission[] }, right: string): boolean {
      const held = of(key)
      return held.includes('*') || held.includes(right)
    },
    /** Takes these from the account, as from somebody who was only invited to a server; in place of those before. */
    deny(names: readonly string[]) {
      denied = names
    },
  }
}
