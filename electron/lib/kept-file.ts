import { existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { dirname, format as formatPath, parse as parsePath } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { failureCodeOf } from './failure-code.ts'
import { parseJson } from './parse-json.ts'
import { replaceFile } from './replace-file.ts'

export type KeptFileDeps<T> = {
  readonly path: string
  /** What is kept where there is no file, or none that can be used. */
  readonly none: T
  /** A larger file is taken for damaged. */
  readonly maxBytes: number
  /** What a text says; null where it is none. */
  readonly parse: (text: string) => T | null
  /** What is written for it. */
  readonly format: (content: T) => unknown
  /**
   * What the disk had and could not be read for a while, beside what was set meanwhile; that counts where both tell. Left
   * out where the newest is all that is of use.
   */
  readonly join?: (before: T, next: T) => T
  /** Told of what went wrong; a disk that fails stops nothing. */
  readonly report: (
    fault: 'is damaged and was not used' | 'could not be read' | 'could not be written',
    failure?: unknown,
  ) => void
}

/** Where the last damaged file is kept for a person to look at: one, so that they do not grow in number. */
function damagedPath(path: string): string {
  const { dir, name, ext } = parsePath(path)
  return formatPath({ dir, name: `${name}.damaged`, ext })
}

/** A small file of JSON, readable by its owner only, whose content one part of the app keeps. */
export function createKeptFile<T>(deps: KeptFileDeps<T>) {
  const { path, none, maxBytes, parse, format, join = (_before, next) => next, report } = deps
  let content: T | null = null
  let isWritten = true
  /** There is a file of which nothing is known, as while a virus scanner holds it. */
  let isUnread = false
  let isDamaged = false

  /** What is on the disk; null where it cannot be read. */
  function read(): T | null {
    try {
      const parsed = statSync(path).size > maxBytes ? null : parse(readFileSync(path, 'utf8'))
      isUnread = false
      isDamaged = parsed === null
      if (isDamaged) report('is damaged and was not used')
      return parsed ?? none
    } catch (failure) {
      const isThere = failureCodeOf(failure) !== 'ENOENT'
      if (isThere && !isUnread) report('could not be read', failure)
      isUnread = isThere
      return isThere ? null : none
    }
  }

  function get(): T {
    content ??= read()
    return content ?? none
  }

  /** With what is on the disk; null where that cannot be read. */
  function whole(next: T): T | null {
    const before = read()
    return before === null ? null : join(before, next)
  }

  function write(next: T): boolean {
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      if (isDamaged && existsSync(path)) renameSync(path, damagedPath(path))
      isDamaged = false
      replaceFile(path, JSON.stringify(format(next)))
      return true
    } catch (failure) {
      report('could not be written', failure)
      return false
    }
  }

  return {
    /** What is kept. Read from the disk once; where that failed, again each time until something is set. */
    get,
    /**
     * Writes before it returns. False where it could not be written; then the next one tries again, also with the same
     * content. A file that cannot be read is not written over.
     */
    set(next: T): boolean {
      if (!isUnread && isWritten && isDeepStrictEqual(next, get())) return !isUnread
      // It stays to be read.
      if (isUnread && content === null && isDeepStrictEqual(next, none)) return false
      // Who sets it did not know what the disk has, though it may be readable by now.
      const joined = isUnread ? whole(next) : next
      content = joined ?? next
      if (joined === null) report('could not be written')
      isWritten = joined !== null && write(joined)
      return isWritten
    },
  }
}

export type KeptFile<T> = ReturnType<typeof createKeptFile<T>>

/** How a list stands in a file of its own: `{ "version": 1, "<key>": [...] }`. */
export type ListFormat<T> = {
  readonly key: string
  readonly entry: z.ZodType<T>
  /** Maximum number of entries. A file with more is taken for damaged; of a longer list the last ones are written. */
  readonly most: number
  /** What an entry is known by. */
  readonly idOf: (entry: T) => string
}

/** The entries in a text; null where it is no such file. */
export function parseKeptList<T>(text: string, { key, entry, most }: Omit<ListFormat<T>, 'idOf'>): readonly T[] | null {
  const file = z.looseObject({ version: z.literal(1) }).safeParse(parseJson(text))
  return z.array(entry).max(most).safeParse(file.data?.[key]).data ?? null
}

/** Both lists, the later one last; where both have an entry, the later one's counts. */
export function joinLists<T>(before: readonly T[], next: readonly T[], idOf: (entry: T) => string): T[] {
  const ids = new Set(next.map(idOf))
  return [...before.filter((one) => !ids.has(idOf(one))), ...next]
}

type Lists<K, V> = ReadonlyMap<K, readonly V[]>

/** Lists by name, the later ones last. What a list had stands before what came to it; the last `most` of it stay. */
export function joinByName<K, V>(before: Lists<K, V>, next: Lists<K, V>, most: number): Lists<K, V> {
  const joined = new Map([...before].filter(([key]) => !next.has(key)))
  for (const [key, list] of next) joined.set(key, [...(before.get(key) ?? []), ...list].slice(-most))
  return joined
}

/** A list in a small file of JSON, readable by its owner only, that one part of the app keeps. */
export function createKeptList<T>(
  format: ListFormat<T>,
  deps: Pick<KeptFileDeps<unknown>, 'path' | 'maxBytes' | 'report'>,
) {
  return createKeptFile<readonly T[]>({
    ...deps,
    none: [],
    parse: (text) => parseKeptList(text, format),
    format: (entries) => ({ version: 1, [format.key]: entries.slice(-format.most) }),
    join: (before, next) => joinLists(before, next, format.idOf),
  })
}

/**
 * What one run of the app sees to in a kept list: what it loaded at its start, and what it wrote since. Other entries could
 * not be read when it began, and are for the next start.
 */
export function createOwnEntries<T extends { readonly id: string }>() {
  const known = new Set<string>()
  const note = (entries: readonly T[]) => {
    for (const { id } of entries) known.add(id)
  }
  return {
    /** Counts these among them. */
    note,
    /** The list to write: `own` in place of all that this run sees to, after those of others. */
    within(list: readonly T[], own: readonly T[]): T[] {
      note(own)
      return [...list.filter(({ id }) => !known.has(id)), ...own]
    },
  }
}
