import type { z } from 'zod'

/**
 * The name of a file or folder on a server, as it is there: anything but `/` and NUL, and not `.` or `..`. It is a
 * stranger's text. It is shown as safe text only, and no file of this computer gets it as it is.
 */
export type FileName = string & z.$brand<'FileName'>

/** A place on a server, from the root of its files: `/`, or `/` and a name once or several times. */
export type FilePath = string & z.$brand<'FilePath'>

/** What tells that a file was changed. Panels give no hash, and times in steps of a second. */
export type FileStamp = {
  /** In bytes; null where the panel tells none. */
  size: number | null
  /** Unix milliseconds; null where the panel tells none. */
  modifiedAt: number | null
}

/** A file or folder as the panel lists it. */
export type FileEntry = {
  name: FileName
  size: FileStamp['size']
  modifiedAt: FileStamp['modifiedAt']
  /** False for a folder. */
  isFile: boolean
  isSymlink: boolean
  /** As `ls` writes it: `-rw-r--r--`; what begins with neither `-`, `d` nor `L` is a pipe, a socket or a device. */
  mode: string
  /** Octal digits: `644`; null where the panel tells none. */
  modeBits: string | null
  /** Guessed by the machine from the content; null where the panel tells none. */
  mimetype: string | null
}

/** The content of a folder, as far as it was read. */
export type FileList = {
  /** In the panel's order. */
  entries: FileEntry[]
  /** Entries that could not be read, and in the window those beyond what it is told of a folder. */
  leftOut: number
}

/** What a panel may let an account do to files, each by a permission of its own. Renaming and modes want `update`. */
export const fileActs = ['read-content', 'create', 'update', 'delete', 'archive', 'sftp'] as const
export type FileAct = (typeof fileActs)[number]

/** What the window is told of a folder. */
export type FolderOfServer = FileList & {
  /** What the panel says that the account may not do; what a key may not is another matter. */
  denied: FileAct[]
}

/**
 * How the bytes of a text stand for its characters. `windows-1252` is what is neither UTF-8 nor marked as UTF-16: each of
 * its bytes is one character, so that all come back as they were.
 */
export const textEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type TextEncoding = (typeof textEncodings)[number]

/** How a text is written to a file. */
export type TextFormat = {
  encoding: TextEncoding
  /** A byte order mark comes first; it is no part of the text. */
  hasBom: boolean
}

/** A file's text as it was read. */
export type TextFile = {
  kind: 'text'
  text: string
  format: TextFormat
  stamp: FileStamp
  /**
   * The panel gave it in UTF-8, whatever it is in the file, and the file itself could not be downloaded: saving it may
   * change its encoding.
   */
  isConverted: boolean
}

/**
 * What reading a file came to. The text is as it stands in the file, line ends and all; it is a stranger's.
 * - `binary`: it is no text.
 * - `too-large`: it is larger than what is edited here; its last part can be read.
 */
export type FileReading = TextFile | { kind: 'binary' | 'too-large'; stamp: FileStamp }

/** The last part of a large text, from the beginning of a line. */
export type FileEnd = {
  text: string
  encoding: TextEncoding
  /** Of the whole file, in bytes, as it came. */
  size: number
  /** True where something stands before it. */
  isCut: boolean
}

/**
 * What became of a save.
 * - `written`: the file has the text; `stamp` is null where the panel did not tell it afterwards.
 * - `changed`: it is not as it was seen, or there is one where none was seen. Nothing was written.
 * - `missing`: it is not there any more. Nothing was written.
 */
export type FileWriting =
  | { kind: 'written'; stamp: FileStamp | null }
  | { kind: 'changed'; stamp: FileStamp }
  | { kind: 'missing' }

/**
 * What is known of work that a machine may go on with after a connection was cut.
 * - `done`: the panel said so.
 * - `seen`: the connection was cut; then the folder came to rest, so that it is over or has failed.
 */
export type FileWork = { end: 'done' | 'seen' }

/** The archive that was made; null where the folder does not show which it is. */
export type Compressed = FileWork & { name: FileName | null }

/** Where an address leads in the end, as this computer sees it. */
export type ResolvedUrl = {
  /** The last address, which answers with the file. */
  url: string
  /** Each address that pointed on, the first one first; none where there was no redirect. */
  hops: string[]
  /** The name that the file would get; null where the address tells none. */
  name: FileName | null
  /** Null where it is not told: Pterodactyl's machines then fetch nothing. */
  bytes: number | null
}

/** What came of fetching from an address: its size as far as it was seen; `isWhole` null where no size was told before. */
export type Pulled = { name: FileName; bytes: number | null; isWhole: boolean | null }

/** Where a server's files are reached by SFTP, with the account's password or SSH key; never with an API key. */
export type SftpAddress = {
  /** `sftp://username.identifier@host:port`, percent-encoded. */
  url: string
  host: string
  port: number
  username: string
}

/** Maximum number of entries of a folder that the window is told. */
export const maxFolderEntries = 10_000
/** Maximum number of bytes of a file that is read whole: the panels' own limit. */
export const maxEditBytes = 4 * 1024 * 1024
/** Maximum number of bytes of the last part that is shown of a larger one. */
export const maxEndBytes = 1024 * 1024
/** Maximum number of things that one call changes. */
export const maxFilesAtOnce = 1_000
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
