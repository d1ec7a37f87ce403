import { z } from 'zod'
import { createKeptFile, type KeptFileDeps, type ReadableFile } from './kept-file.ts'
import { parseJson } from './parse-json.ts'

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

/** A list in a small file of JSON, readable by its owner only, that one part of the app keeps. */
export function createKeptList<T>(
  format: ListFormat<T>,
  deps: Pick<KeptFileDeps<unknown>, 'path' | 'maxBytes' | 'report'>,
): ReadableFile<readonly T[]> {
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
export type OwnEntries<T> = {
  /** Counts these among them. */
  note(entries: readonly T[]): void
  /** The list to write: `own` in place of all that this run sees to, after those of others. */
  within(list: readonly T[], own: readonly T[]): T[]
}

export function createOwnEntries<T extends { readonly id: string }>(): OwnEntries<T> {
  const known = new Set<string>()
  const note = (entries: readonly T[]) => {
    for (const { id } of entries) known.add(id)
  }
  return {
    note,
    within(list, own) {
      note(own)
      return [...list.filter(({ id }) => !known.has(id)), ...own]
    },
  }
}
