import { type FilePath, isWithin, nameOf } from '../../../../shared/files/files.ts'
import { isArchive } from './file-words.ts'
import { languageOf } from './language.ts'

/** Where games write what happened, and what they leave of a crash. */
export const logFolders = { log: '/logs' as FilePath, crash: '/crash-reports' as FilePath } as const

/** True for what is read from its end: what stands in those folders or is named a log, but older logs that are packed. */
export function isLog(path: FilePath): boolean {
  const name = nameOf(path)
  if (name === null || isArchive(name)) return false
  const isThere = Object.values(logFolders).some((folder) => path !== folder && isWithin(path, folder))
  return isThere || languageOf(name) === 'log'
}
