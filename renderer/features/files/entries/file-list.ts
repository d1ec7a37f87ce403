import { hasWords, wordsOf } from '../../../../shared/model/search.ts'

/** What a list is sorted by; `reversed` reverses its natural order. */
export type FileSort = { readonly by: 'name' | 'size' | 'modified'; readonly reversed: boolean }

export const firstSort: FileSort = { by: 'name', reversed: false }

/** What sorting and filtering goes by. */
type Listed = {
  readonly name: string
  readonly isFile: boolean
  /** In bytes; null where the panel does not tell. */
  readonly size: number | null
  /** Unix milliseconds; null where the panel does not tell. */
  readonly modifiedAt: number | null
}

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** By name as people count: `r.2.mca` before `r.10.mca`. Names that differ in case alone keep one order. */
function byName(a: Listed, b: Listed): number {
  return natural.compare(a.name, b.name) || (a.name < b.name ? -1 : 1)
}

function compare(a: Listed, b: Listed, { by, reversed }: FileSort): number {
  const turn = reversed ? -1 : 1
  // The largest and the newest come first, since these are looked for.
  const [larger, smaller] = [b.size ?? 0, a.size ?? 0]
  if (by === 'size' && a.isFile && larger !== smaller) return (larger - smaller) * turn
  const [newer, older] = [a.modifiedAt ?? 0, b.modifiedAt ?? 0]
  if (by === 'modified' && newer !== older) return (older - newer) * turn
  return by === 'name' ? byName(a, b) * turn : byName(a, b)
}

/** The entries in their order: folders first, whatever they are sorted by. */
export function sortedFiles<T extends Listed>(entries: readonly T[], sort: FileSort): readonly T[] {
  return entries.toSorted((a, b) => Number(a.isFile) - Number(b.isFile) || compare(a, b, sort))
}

/** Which entries a query leaves: those whose names have each of its words, in any order. */
export function filteredFiles<T extends Pick<Listed, 'name'>>(entries: readonly T[], query: string): readonly T[] {
  const words = wordsOf(query)
  return words.length === 0 ? entries : entries.filter(({ name }) => hasWords(name, words))
}
