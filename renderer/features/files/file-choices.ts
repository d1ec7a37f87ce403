import type { FileAct, FileEntry } from '../../../shared/files/contract.ts'
import { maxFilesAtOnce } from '../../../shared/files/files.ts'
import { whyDenied } from '../../parts/area/area-words.ts'
import { kindOf } from './entries/file-words.ts'

/** Why an act can't be done with files, in a few words; null where it can. */
export type WhyNot = (act: FileAct) => string | null

/**
 * What can be done with the files of a folder.
 * @param lacks why no key of the server may change files; null where one may
 * @param denied what the panel does not let the account do
 */
export const whyNotIn =
  (lacks: string | null, denied: readonly FileAct[]): WhyNot =>
  (act) =>
    (act === 'read-content' || act === 'sftp' ? null : lacks) ?? whyDenied(act, denied)

type Kinded = Pick<FileEntry, 'isFile' | 'isSymlink' | 'mode'>

/** Why entries can't be read or copied; null where they can. */
export const whyNotOrdinary = (...entries: readonly Kinded[]): string | null =>
  entries.some((entry) => kindOf(entry) === 'special') ? 'not an ordinary file' : null

/** Why an entry can't be opened; null where it can. Folders are opened by whoever may list. */
export const whyNotOpened = (entry: Kinded, whyNot: WhyNot): string | null =>
  entry.isFile ? (whyNot('read-content') ?? whyNotOrdinary(entry)) : null

/** Why so many entries cannot be changed together; null where they can. */
export const whyNotAtOnce = (count: number): string | null =>
  count > maxFilesAtOnce ? `no more than ${maxFilesAtOnce.toLocaleString('en')} at once` : null

/**
 * Why entries cannot be downloaded together; null where they can. Folders go as an archive, which is made on the server and
 * deleted there again.
 */
export function whyNoDownload(entries: readonly Kinded[], whyNot: WhyNot): string | null {
  const packs = entries.every(({ isFile }) => isFile) ? null : (whyNot('archive') ?? whyNot('delete'))
  return whyNot('read-content') ?? whyNotOrdinary(...entries) ?? packs
}
