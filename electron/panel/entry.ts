import { z } from 'zod'
import { safeText } from '../../shared/model/text.ts'
import { attributesOf, flagOf, readCollection } from './collection.ts'
import { numberSchema } from './foreign-number.ts'
import { readMoment } from './foreign-time.ts'

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

/** What a list had, and how many of its entries could not be read or came beyond what is read of one. */
export type ListOf<T> = { readonly entries: T[]; readonly leftOut: number }

/** Reads a list without pages; null for anything else. */
export const readList =
  <T>(schema: z.ZodType<T>, max: number) =>
  (answer: unknown): ListOf<T> | null => {
    const told = readCollection(answer)?.entries
    if (told === undefined) return null
    const entries = told.slice(0, max).flatMap((fields) => schema.safeParse(fields).data ?? [])
    return { entries, leftOut: told.length - entries.length }
  }

/** Reads the answer about one entry; null for anything else. */
export const readOne =
  <T>(schema: z.ZodType<T>) =>
  (answer: unknown): T | null =>
    schema.safeParse(attributesOf(answer)).data ?? null

/** Reads the answer that names a link, `{attributes:{url}}`; null for anything else. */
export const readLink = readOne(z.object({ url: z.string() }).transform(({ url }) => url))
