import { firstNames } from '../../../shared/model/text.ts'
import type { ServerUser, ServerUserAct, ServerUsers } from '../../../shared/users/contract.ts'
import {
  namesIn,
  type PermissionGroup,
  permissionGroups,
  permissionName,
  presetOf,
} from '../../../shared/users/permissions.ts'
import { whyDenied } from '../../parts/area/area-words.ts'
import { type Difference, differing } from '../../parts/area/EditDialog.tsx'
import { count } from '../../ui/format.ts'

/** What a user may, in a row: a role that it fits, and how much it is. */
export type MayText = { readonly words: string; readonly more: string | null }

/** `Moderator` and `4 of 39 permissions`; `Looks at the console` where it is no more than that. */
export function mayText({ permissions }: ServerUser, known: ServerUsers['known']): MayText {
  if (permissions.length === 0) return { words: 'Looks at the console', more: null }
  const offered = namesIn(permissionGroups(known, permissions))
  const preset = presetOf(permissions, offered)
  const all = permissions.length === offered.length
  const number = `${permissions.length} of ${count(offered.length, 'permission')}`
  if (preset === null && !all) return { words: number, more: null }
  return { words: preset ?? 'Everything', more: number }
}

/** `3 users`, `2 without a second factor`. */
export function factTexts(users: readonly ServerUser[]): string[] {
  const without = users.filter(({ hasTwoFactor }) => hasTwoFactor === false).length
  return [count(users.length, 'user'), ...(without === 0 ? [] : [`${without} without a second factor`])]
}

/**
 * Why something cannot be done to a user, in a few words; null where it can.
 * @param lacks what speaks against every change; null for nothing
 */
export function whyNotUser(
  user: ServerUser,
  act: Exclude<ServerUserAct, 'create'>,
  { denied, ownId }: Pick<ServerUsers, 'denied' | 'ownId'>,
  lacks: string | null,
): string | null {
  if (user.id === ownId) return 'this is you'
  return whyDenied(act, denied) ?? lacks
}

/** Names of permissions in a sentence; of many the first ones. */
export const listText = (names: readonly string[]): string => firstNames(names.map(permissionName))

/** What a user may by now and what the person wants, group by group, where they differ. */
export function userDifferences(theirs: readonly string[], mine: readonly string[]): Difference[] {
  const groups: readonly PermissionGroup[] = permissionGroups([...theirs, ...mine])
  const of = (held: readonly string[], { permissions }: PermissionGroup) =>
    permissions
      .filter(({ name }) => held.includes(name))
      .map(({ label }) => label)
      .join(', ') || 'nothing'
  return differing(groups.map((group) => ({ name: group.name, theirs: of(theirs, group), mine: of(mine, group) })))
}
