import { numberSchema } from './foreign-number.ts'
import { type Fields, isObject } from './shapes.ts'

/** A page of a list in the panel's own shape, with what it tells of the others. */
export type Collection = {
  /** The attributes of its entries; null for one that has none. */
  readonly entries: readonly (Fields | null)[]
  readonly meta: Fields
  readonly totalPages: number
  /** Of all pages; null where it is not told. */
  readonly total: number | null
}

/** A whole number that is not below zero; null for anything else. */
export function countOf(value: unknown): number | null {
  const count = numberSchema.parse(value)
  return count !== null && Number.isSafeInteger(count) && count >= 0 ? count : null
}

/** A switch as panels write it; null for anything else. */
export function flagOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  return value === 0 || value === 1 ? value === 1 : null
}

/** The attributes of an item in the panel's own shape; null where there are none. */
export function attributesOf(item: unknown): Fields | null {
  return isObject(item) && isObject(item.attributes) ? item.attributes : null
}

/** Reads `{object:"list", data:[{attributes}], meta}` (the panel's API, *Envelope*); null for anything else. */
export function readCollection(answer: unknown): Collection | null {
  if (!isObject(answer) || !Array.isArray(answer.data)) return null
  const data: readonly unknown[] = answer.data
  const meta = isObject(answer.meta) ? answer.meta : {}
  const pagination = isObject(meta.pagination) ? meta.pagination : {}
  return {
    entries: data.map(attributesOf),
    meta,
    totalPages: Math.max(1, countOf(pagination.total_pages) ?? 1),
    total: countOf(pagination.total),
  }
}
