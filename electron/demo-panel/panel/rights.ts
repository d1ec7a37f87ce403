import { isAll, type Permission, permissions } from '../../../shared/keys/permission.ts'
import type { PowerSignal } from '../../../shared/model/power.ts'
import type { Dialect } from '../http/refusal.ts'
import type { LiveServer } from '../machine/live-server.ts'

/** The panel's own names for what each permission of a key stands for. */
const panelPermissions: Record<Permission, readonly string[]> = {
  power: ['control.start', 'control.stop', 'control.restart'],
  console: ['control.console'],
  'files-read': ['file.read', 'file.read-content'],
  'files-write': ['file.read', 'file.read-content', 'file.create', 'file.update', 'file.delete', 'file.archive'],
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

/** The permission of a key that an operation needs; null for none. */
export type Need = Permission | 'all' | null

/** What an operation needs: a permission of the key alone, or a right in the panel's own names, which brings its permission. */
export type Access = Need | `${string}.${string}`

/** A right needs the narrowest permission that brings it, or all where none does. Every key may open the console. */
export function needOf(access: Access): { readonly needs: Need; readonly right: string | null } {
  const named = [...permissions, 'all' as const].find((one) => one === access)
  if (access === null || named !== undefined) return { needs: named ?? null, right: null }
  if (access === 'websocket.connect') return { needs: null, right: access }
  return { needs: permissions.find((one) => panelPermissions[one].includes(access)) ?? 'all', right: access }
}

/** The permission for a signal: whoever may stop a server may kill it. */
export const signalPermission: Record<PowerSignal, string> = {
  start: 'control.start',
  stop: 'control.stop',
  restart: 'control.restart',
  kill: 'control.stop',
}

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
export const allPermissions = (dialect: Dialect): readonly string[] => [
  ...commonPermissions,
  ...ownPermissions[dialect],
]

function group(area: string, ...names: readonly string[]): readonly string[] {
  return names.map((name) => `${area}.${name}`)
}

type Granted = { readonly permissions: readonly Permission[] }

/** What the account is to a server. To one that it has no tie to, an administrator's alone may do something. */
export type Tie = 'owner' | 'guest' | 'none'

/** What an administrator may besides (the panel's API, *GET /servers/{id}*). */
const ofAdmins = ['admin.websocket.errors', 'admin.websocket.install', 'admin.websocket.transfer']

/** What the account is on the panel. */
export type Standing = {
  /** Whether it is an administrator's. */
  isAdmin(): boolean
  tieTo(server: LiveServer): Tie
  /** What it lacks on a server, in the panel's own names; an owner nothing. */
  deniedAt(server: LiveServer): readonly string[]
}
/** It owns every server. */
export const ownerOfAll: Standing = { isAdmin: () => false, tieTo: () => 'owner', deniedAt: () => [] }

export type Rights = ReturnType<typeof createRights>

/** What the account may do on each server, beyond which none of its keys goes. */
export function createRights(dialect: Dialect, { isAdmin, tieTo, deniedAt }: Standing) {
  const all = allPermissions(dialect)

  /** What a key may do, in the panel's own names; `*` for everything. Every key may open the console. */
  function heldBy({ permissions }: Granted): readonly string[] {
    if (isAll(permissions)) return ['*']
    const names = new Set(['websocket.connect', ...permissions.flatMap((permission) => panelPermissions[permission])])
    return [...names].filter((name) => all.includes(name))
  }

  /** What a key may do on a server; of somebody who was only invited each thing by its name. */
  function of(key: Granted, server: LiveServer): readonly string[] {
    const held = heldBy(key)
    const isWhole = held.includes('*')
    if (isAdmin()) return isWhole ? [...held, ...ofAdmins] : held
    if (tieTo(server) === 'owner') return held
    const without = deniedAt(server)
    return (isWhole ? all : held).filter((name) => !without.includes(name))
  }

  return {
    of,
    tieTo,
    /** Whether a key may do one thing of those. */
    allow(key: Granted, right: string, server: LiveServer): boolean {
      const held = of(key, server)
      return held.includes('*') || held.includes(right)
    },
    /** Whether the account can use the server at all. */
    reaches: (server: LiveServer): boolean => isAdmin() || tieTo(server) !== 'none',
    isAdmin,
  }
}
