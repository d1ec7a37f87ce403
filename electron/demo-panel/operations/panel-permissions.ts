import { isAll, type Permission } from '../../../shared/model/permission.ts'

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
    'database.create',
    'database.update',
    'database.delete',
  ],
  settings: ['settings.rename'],
}

const administration = ['admin.websocket.errors', 'admin.websocket.install', 'admin.websocket.transfer']

/** What a key may do on a server's console, in the panel's own names. Every key may connect. */
export function consolePermissions(held: readonly Permission[], isAdministrator: boolean): readonly string[] {
  if (!isAll(held)) return ['websocket.connect', ...heldPermissions(held)]
  return isAdministrator ? ['*', ...administration] : ['*']
}

/** What a key may do, in the panel's own names; `*` for a key that may do everything. */
export function heldPermissions(held: readonly Permission[]): readonly string[] {
  return isAll(held) ? ['*'] : [...new Set(held.flatMap((permission) => panelPermissions[permission]))]
}
