import type { FileEntry, FileList } from '../../../../shared/files/contract.ts'
import { type FilePath, isWithin, nameOf } from '../../../../shared/files/files.ts'
import { bytes, count, day, orDash, when } from '../../../ui/format.ts'
import { readableName } from './names.ts'

/** What an entry is, by the first letter of its mode. */
export type FileKind = 'file' | 'folder' | 'special'

/** Pipes, sockets and devices can't be read: a panel would wait for them for ever. */
export function kindOf({ isFile, isSymlink, mode }: Pick<FileEntry, 'isFile' | 'isSymlink' | 'mode'>): FileKind {
  if (!isFile) return 'folder'
  const first = mode.charAt(0)
  return isSymlink || first === '-' || first === '' ? 'file' : 'special'
}

/** What screen readers say of an entry before its name. */
export function kindText(entry: Pick<FileEntry, 'isFile' | 'isSymlink' | 'mode'>): string {
  const kind = kindOf(entry)
  if (kind === 'special') return 'Special file'
  const word = kind === 'folder' ? 'Folder' : 'File'
  return entry.isSymlink ? `${word}, a link` : word
}

/** A file's size; folders tell none of their content. */
export const sizeText = ({ isFile, size }: Pick<FileEntry, 'isFile' | 'size'>): string =>
  isFile ? orDash(size, bytes) : ''

/** How long ago the year of a change begins to matter, in milliseconds. */
const longAgoMs = 180 * 86_400_000

/** When an entry was changed; of long ago only the day, with its year. Takes unix milliseconds. */
export const changedText = ({ modifiedAt }: Pick<FileEntry, 'modifiedAt'>, now: number): string =>
  orDash(modifiedAt, (at) => (now - at > longAgoMs ? day(at) : when(at, now)))

/** `14 entries`, or of how many a filter leaves some: `3 of 14`. */
export function countText({ entries, leftOut }: FileList, shown: number): string {
  const all = entries.length + leftOut
  return shown === entries.length
    ? count(all, 'entry', 'entries')
    : `${shown.toLocaleString('en')} of ${all.toLocaleString('en')}`
}

/** Maximum number of names in one sentence. */
const maxNamed = 3

/** Some entries in a sentence: `“a”, “b”, and 3 more`. */
export function namesText(names: readonly string[]): string {
  const named = names.slice(0, maxNamed).map((name) => `“${readableName(name)}”`)
  const more = names.length - named.length
  return new Intl.ListFormat('en').format(more > 0 ? [...named, `${more.toLocaleString('en')} more`] : named)
}

/** Archives that panels unpack, by their names. */
const archives = /\.(?:zip|tar|tar\.gz|tgz|tar\.xz|txz|tar\.bz2|tbz2?|tar\.zst|7z|rar|gz|xz|bz2)$/i

/** True for what looks like an archive that can be unpacked. */
export const isArchive = (name: string): boolean => archives.test(name)

type Dated = Pick<FileEntry, 'name' | 'isFile' | 'modifiedAt' | 'mode' | 'isSymlink'>

/** The newest file of a folder that can be read as text; null for none. Older logs are packed. */
export function newestLog<T extends Dated>(entries: readonly T[]): T | null {
  const logs = entries.filter((entry) => kindOf(entry) === 'file' && !isArchive(entry.name))
  const newest = (a: T, b: T) => ((b.modifiedAt ?? 0) > (a.modifiedAt ?? 0) ? b : a)
  return logs.length === 0 ? null : logs.reduce(newest)
}

/** Where games write what happened, and what they leave of a crash. */
export const logFolders = { log: '/logs' as FilePath, crash: '/crash-reports' as FilePath } as const

/** True for what is read from its end: what stands in those folders or is named a log, but older logs that are packed. */
export function isLog(path: FilePath): boolean {
  const name = nameOf(path)
  if (name === null || isArchive(name)) return false
  const isThere = Object.values(logFolders).some((folder) => path !== folder && isWithin(path, folder))
  return isThere || languageOf(name) === 'log'
}

/** The endings of files by the languages that the editor colours. */
const endings = {
  properties: 'properties ini cfg conf env lang',
  yaml: 'yml yaml',
  json: 'json json5 mcmeta',
  toml: 'toml',
  xml: 'xml html',
  javascript: 'js mjs cjs ts',
  lua: 'lua',
  shell: 'sh bash',
  log: 'log',
} as const
export type Language = keyof typeof endings

const byEnding: ReadonlyMap<string, string> = new Map(
  Object.entries(endings).flatMap(([language, all]) => all.split(' ').map((ending) => [ending, language])),
)
const isLanguage = (name: string | undefined): name is Language => name !== undefined && Object.hasOwn(endings, name)

const backups = /\.(?:bak|old|orig|disabled|example|sample|default|\d+)$/

/** The language of a file by its name, `config.yml.bak` as `config.yml`; null where none is known. */
export function languageOf(name: string): Language | null {
  const lower = name.toLowerCase().replace(backups, '')
  const dot = lower.lastIndexOf('.')
  const language = dot === -1 ? undefined : byEnding.get(lower.slice(dot + 1))
  return isLanguage(language) ? language : null
}
