import type { z } from 'zod'
import type { FileStamp } from './contract.ts'

/**
 * The name of a file or folder on a server, as it is there: anything but `/` and NUL, and not `.` or `..`. It is a
 * stranger's text. It is shown as safe text only, and no file of this computer gets it as it is.
 */
export type FileName = string & z.$brand<'FileName'>

/** A place on a server, from the root of its files: `/`, or `/` and a name once or several times. */
export type FilePath = string & z.$brand<'FilePath'>

/** Maximum length of an address that a machine is asked to fetch from. */
export const maxWebAddress = 2_048

/**
 * Whether a text is an address on the web, as a machine may be asked to fetch from it. One with a name and a password in
 * it is none, since panels keep the address in their list of activity.
 */
export const isWebAddress = (text: string): boolean =>
  text.length <= maxWebAddress && /^https?:\/\/[^\s/?#@]+(?:[/?#]\S*)?$/i.test(text)

/** Maximum number of entries of a folder that the window is told. */
export const maxFolderEntries = 10_000
/** Maximum number of bytes of a file that is read whole: the panels' own limit. */
export const maxEditBytes = 4 * 1024 * 1024
/** Maximum number of bytes of the last part that is shown of a larger one. */
export const maxEndBytes = 1024 * 1024
/** Maximum number of things that one call changes. */
export const maxFilesAtOnce = 1_000
/** Maximum number of names that are shown of what is left out of an upload, or on the server already. */
export const maxShownNames = 50
/** Maximum number of things that are downloaded at once from one folder. */
export const maxDownloadsAtOnce = 100
/** Maximum number of things of one window that are noted as not saved. */
export const maxUnsaved = 1_000
/** Maximum number of paths in one drop. */
export const maxDropped = 1_000
/** Maximum length of a name in UTF-16 units: file systems take 255 bytes. */
const maxNameLength = 255
const maxPathLength = 4_096

/** The root of a server's files. */
export const rootPath = '/' as FilePath

/** True for a text that can be the name of one file. */
export function isFileName(text: string): text is FileName {
  if (text === '' || text === '.' || text === '..' || text.length > maxNameLength) return false
  return !/[/\0]/.test(text) && text.isWellFormed()
}

/** True for a text that names a place on a server: it begins with `/`, and nothing of it leads upwards. */
export function isFilePath(text: string): text is FilePath {
  if (text === rootPath) return true
  return text.length <= maxPathLength && text.startsWith('/') && text.slice(1).split('/').every(isFileName)
}

/** A name that a person may give: it looks like what it is, as nothing of it is invisible, and no blank is at its ends. */
export function isPlainName(text: string): text is FileName {
  return isFileName(text) && text.trim() === text && !/[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/u.test(text)
}

/** The path of what stands in a folder. */
export const pathIn = (folder: FilePath, name: FileName): FilePath =>
  `${folder === rootPath ? '' : folder}/${name}` as FilePath

/** The folder that something stands in; the root's is the root. */
export function folderOf(path: FilePath): FilePath {
  const slash = path.lastIndexOf('/')
  return slash <= 0 ? rootPath : (path.slice(0, slash) as FilePath)
}

/** The last name of a path; null for the root. */
export const nameOf = (path: FilePath): FileName | null =>
  path === rootPath ? null : (path.slice(path.lastIndexOf('/') + 1) as FileName)

/** The names on the way to a path, the outermost first; none for the root. */
export const namesOf = (path: FilePath): FileName[] =>
  path === rootPath ? [] : (path.slice(1).split('/') as FileName[])

/** True for a path, and all that stands below it. */
export const isWithin = (path: FilePath, folder: FilePath): boolean =>
  path === folder || folder === rootPath || path.startsWith(`${folder}/`)

/** The stamp of an entry. */
export const stampOf = ({ size, modifiedAt }: FileStamp): FileStamp => ({ size, modifiedAt })

/** True where nothing tells that a file was changed between two looks. */
export const isSameStamp = (a: FileStamp, b: FileStamp): boolean => a.size === b.size && a.modifiedAt === b.modifiedAt
