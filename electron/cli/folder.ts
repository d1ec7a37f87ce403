import { stat } from 'node:fs/promises'

/** What is at a path of this computer; null where nothing is, or nobody may look. */
export const kindOf = (path: string): Promise<'folder' | 'file' | 'other' | null> =>
  stat(path).then(
    (found) => (found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'other'),
    () => null,
  )

/** For a download to a folder that is not there. */
export const noFolder = { message: 'There is no such folder.', hint: 'Give one that is there with --to.' }
