import type { Permission } from './permission.ts'
import { permissions } from './permission-text.ts'

/** The shortcut *Read only*: what views without changing anything. */
export const readOnlyPermissions: readonly Permission[] = ['files-read', 'backups-view', 'databases-view']

/** What holding one permission brings along: the wider of a pair holds the narrower. */
const includes: Partial<Record<Permission, Permission>> = {
  'files-write': 'files-read',
  'backups-full': 'backups-view',
  'databases-full': 'databases-view',
}

/** The permissions after one box is ticked or cleared: the wider of a pair brings the narrower, and goes with it. */
export function ticked(held: readonly Permission[], permission: Permission, on: boolean): Permission[] {
  if (!on) return held.filter((one) => one !== permission && includes[one] !== permission)
  return permissions.filter((one) => held.includes(one) || one === permission || includes[permission] === one)
}

/** True when every permission is held, which is what *All* means. */
export function isAll(held: readonly Permission[]): boolean {
  return permissions.every((permission) => held.includes(permission))
}

/** True when `held` allows what `needed` asks for; `all` is asked by schedules, subusers and activity. */
export function allows(held: readonly Permission[], needed: Permission | 'all'): boolean {
  if (needed === 'all') return isAll(held)
  return held.some((permission) => permission === needed || includes[permission] === needed)
}
