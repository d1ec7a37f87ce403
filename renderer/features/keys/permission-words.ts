import type { KeyView } from '../../../shared/keys/contract.ts'
import {
  isAll,
  type Permission,
  permissions,
  permissionText,
  readOnlyPermissions,
} from '../../../shared/keys/permission.ts'
import { when } from '../../ui/format.ts'

/** What a key may do by the owner's word, in short. */
export function mayWords(declared: readonly Permission[] | null): string {
  if (declared === null) return 'Unknown'
  if (declared.length === 0) return 'Nothing'
  if (isAll(declared)) return 'Everything'
  if (isReadOnly(declared)) return 'Read only'
  return permissions
    .filter((permission) => declared.includes(permission))
    .map((permission) => permissionText[permission].name)
    .join(', ')
}

/** True for exactly the permissions of the shortcut *Read only*. */
export function isReadOnly(declared: readonly Permission[]): boolean {
  return declared.length === readOnlyPermissions.length && readOnlyPermissions.every((one) => declared.includes(one))
}

/** What the panel's answers showed, the newest first: `Power refused 12:04`. @param now unix milliseconds */
export function learnedWords({ learned }: KeyView, now: number): string {
  return learned
    .toSorted((a, b) => b.at - a.at)
    .map(
      ({ permission, has, at }) => `${permissionText[permission].name} ${has ? 'worked' : 'refused'} ${when(at, now)}`,
    )
    .join(', ')
}
