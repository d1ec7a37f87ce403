import type { BackupList, BackupsOfServer } from '../../../shared/backups/contract.ts'
import type { KeepRule } from '../../../shared/model/preferences-schema.ts'
import { notAllowed } from '../area/area-words.ts'

/** The list, with what the panel tells beside it. */
export type Listed = BackupList & Pick<BackupsOfServer, 'limit' | 'denied'>

/** How many backups count against the server's limit: pending and good ones. */
export const takenOf = ({ backups, counted }: BackupList): number =>
  counted ?? backups.filter(({ state }) => state === 'pending' || state === 'good').length

/**
 * Why no other backup can be made, by what the panel tells beside the list, in a few words; null where one can, or where
 * a keep rule may make room for it.
 */
export function whyNoOther(list: Listed, rule: KeepRule | null = null): string | null {
  const { limit, denied } = list
  if (denied.includes('create')) return notAllowed
  if (limit === null || takenOf(list) < limit) return null
  if (limit > 0 && rule !== null && !denied.includes('delete')) return null
  return limit === 0 ? 'its host allows it none' : 'delete a backup first: the server has all that it may have'
}
