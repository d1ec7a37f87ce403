import { z } from 'zod'
import { safeText, withoutUnsafe } from '../../shared/model/text.ts'
import { parseJson } from '../lib/parse-json.ts'

/** A JSON object whose fields nobody vouches for. */
export type Fields = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** True for a server's fields with something among them that only Pelican tells (its `ServerTransformer`). */
export const isToldByPelican = ({ limits, sftp_details: sftp }: Fields): boolean =>
  (isObject(sftp) && 'alias' in sftp) || (isObject(limits) && 'oom_killer' in limits)

const writtenNumber = /^\s*-?\d+(?:\.\d+)?(?:e[+-]?\d+)?\s*$/i

/** A number, also one written as a text; null for anything else. */
export function numberOf(value: unknown): number | null {
  const isWritten = typeof value === 'string' && value.length <= 32 && writtenNumber.test(value)
  const number = isWritten ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** The same for zod. */
export const numberSchema = z.unknown().optional().transform(numberOf)

/** A moment as a panel tells it: unix milliseconds, and the zone that it tells it in, in minutes east of UTC. */
type ForeignTime = { readonly at: number; readonly zoneMinutes: number }

/** ISO 8601 with an offset, as panels of the known dialect write it. Without an offset nobody knows when it is. */
const shape = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|([+-])(\d\d):?(\d\d))$/

/** Reads a time; null for anything else. */
export function readTime(value: unknown): ForeignTime | null {
  const match = typeof value === 'string' && value.length <= 40 ? shape.exec(value) : null
  if (match === null) return null
  const at = Date.parse(match[0].replace(' ', 'T'))
  const [, sign, hours, minutes] = match
  const zone = sign === undefined ? 0 : (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  return Number.isNaN(at) ? null : { at, zoneMinutes: zone }
}

/** Unix milliseconds; null where it is no time. */
const readMoment = (value: unknown): number | null => readTime(value)?.at ?? null

/**
 * A text of a panel that may be edited and sent back, safe to show. Its lines and blanks stay as they are, but those at its
 * ends go. `isWhole` is false where something else is left out: all beyond `max` characters, characters that can't be
 * shown. What is sent back would lose that.
 */
export function editableOf(value: string, max: number): { text: string; isWhole: boolean } {
  const raw = value.replaceAll('\r\n', '\n').trim()
  const text = raw.slice(0, max).split('\n').map(withoutUnsafe).join('\n').trim()
  return { text, isWhole: text === raw }
}

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
  const count = numberOf(value)
  return count !== null && Number.isSafeInteger(count) && count >= 0 ? count : null
}

/** A switch as panels write it; null for anything else. */
function flagOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  return value === 0 || value === 1 ? value === 1 : null
}

/** What a JSON Web Token tells of itself, which nothing here verifies; nothing for any other text. */
export function claimsOf(token: string): Fields {
  const claims = parseJson(Buffer.from(token.split('.', 2)[1] ?? '', 'base64url').toString())
  return isObject(claims) ? claims : {}
}

/** The attributes of an item in the panel's own shape; null where there are none. */
export const attributesOf = (item: unknown): Fields | null =>
  isObject(item) && isObject(item.attributes) ? item.attributes : null

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

/*
 * What the entries of panels are made of, for zod. A field that must be there fails its entry, which is then counted as
 * left out; one that may be odd has a `.catch()`, so that it does not lose the others.
 */

/** A line of at most `max` characters, safe to show, with something in it. */
export const line = (max: number) =>
  z
    .string()
    .transform((text) => safeText(text.slice(0, 4 * max), max))
    .pipe(z.string().min(1))

/** A whole number that is not below zero, also as a text. */
export const count = numberSchema.pipe(z.number().int().min(0))
export const port = count.pipe(z.number().min(1).max(65_535))

/** A switch; null where it is none. */
export const flag = z.unknown().optional().transform(flagOf)
/** A time, in unix milliseconds; null where it is none. */
export const moment = z.unknown().optional().transform(readMoment)

/** A word or a number that names an entry, as a word. */
export const name = z.union([z.string(), z.number().transform(String)])

/** An object whose fields may all be missing; anything else is one without any. */
export const objectOrEmpty = <T>(schema: z.ZodType<T, Fields>) => z.looseObject({}).catch({}).pipe(schema)

/** What a list had, and how many of its entries could not be read or came beyond what is read of one. */
export type ListOf<T> = { readonly entries: T[]; readonly leftOut: number }

/** Reads a list without pages; null for anything else. */
export const readList =
  <T>(schema: z.ZodType<T>, max: number) =>
  (answer: unknown): ListOf<T> | null => {
    const all = readCollection(answer)?.entries
    if (all === undefined) return null
    const entries = all.slice(0, max).flatMap((fields) => schema.safeParse(fields).data ?? [])
    return { entries, leftOut: all.length - entries.length }
  }

/** Reads the answer about one entry; null for anything else. */
export const readOne =
  <T>(schema: z.ZodType<T>) =>
  (answer: unknown): T | null =>
    schema.safeParse(attributesOf(answer)).data ?? null

/** Reads the answer that names a link, `{attributes:{url}}`; null for anything else. */
export const readLink = readOne(z.object({ url: z.string() }).transform(({ url }) => url))
