import type { FileAct, FileEntry } from '../../../shared/files/contract.ts'
import { maxFilesAtOnce } from '../../../shared/files/files.ts'
import { notAllowed } from '../../parts/area/area-words.ts'
import { isArchive, kindOf } from './entries/file-words.ts'

/** Why each thing cannot be done in a folder, in a few words; null where it can. */
export type FolderChoices = Readonly<
  Record<'open' | 'make' | 'edit' | 'move' | 'remove' | 'compress' | 'decompress' | 'chmod' | 'sftp', string | null>
>

/**
 * What can be done in a folder.
 * @param lacks why no key of the server may change files; null where one may
 * @param denied what the panel does not let the account do
 */
export function folderChoices(lacks: string | null, denied: readonly FileAct[]): FolderChoices {
  const of = (act: FileAct) => (denied.includes(act) ? notAllowed : null)
  const changes = (act: FileAct) => lacks ?? of(act)
  return {
    open: of('read-content'),
    make: changes('create'),
    edit: changes('create'),
    move: changes('update'),
    remove: changes('delete'),
    compress: changes('archive'),
    decompress: changes('create'),
    chmod: changes('update'),
    sftp: of('sftp'),
  }
}

/** Why so many entries cannot be changed together; null where they can. */
export const whyNotAtOnce = (count: number): string | null =>
  count > maxFilesAtOnce ? `no more than ${maxFilesAtOnce.toLocaleString('en')} at once` : null

/**
 * Why entries cannot be downloaded together; null where they can. Folders go as an archive, which is made on the server and
 * deleted there again.
 */
export function whyNoDownload(
  entries: readonly Pick<FileEntry, 'isFile' | 'isSymlink' | 'mode'>[],
  choices: FolderChoices,
): string | null {
  const kinds = entries.map(kindOf)
  const special = kinds.includes('special') ? 'not an ordinary file' : null
  const packs = kinds.includes('folder') ? (choices.compress ?? choices.remove) : null
  return choices.open ?? special ?? packs
}

/** Why each thing cannot be done with one entry; null where it can. */
export type EntryChoices = Readonly<
  Record<'open' | 'move' | 'copy' | 'remove' | 'compress' | 'decompress' | 'chmod', string | null>
>

/** What can be done with an entry of a folder. */
export function entryChoices(entry: FileEntry, folder: FolderChoices): EntryChoices {
  const kind = kindOf(entry)
  const special = kind === 'special' ? 'not an ordinary file' : null
  return {
    open: kind === 'folder' ? null : (folder.open ?? special),
    move: folder.move,
    copy: folder.make ?? (kind === 'folder' ? 'only files' : special),
    remove: folder.remove,
    compress: folder.compress ?? special,
    decompress: folder.decompress ?? special ?? (isArchive(entry.name) ? null : 'not an archive'),
    chmod: folder.chmod,
  }
}
