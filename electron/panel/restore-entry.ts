import { safeText } from '../../shared/model/text.ts'
import { readCollection } from './collection.ts'
import { readMoment } from './foreign-time.ts'
import { type Fields, isObject } from './shapes.ts'
import type { HideToken } from './token-echo.ts'

/** An entry of a server's activity that tells of a restore (the panel's API, part 2, *Activity*). */
export type RestoreEntry = {
  /** The panel's own, the same each time that it is read. */
  readonly id: string
  readonly event: string
  /** By the panel's clock, in unix milliseconds. */
  readonly at: number
  /** The backup's name, made safe as the list's; null where the entry tells none. */
  readonly name: string | null
}

const longest = { id: 200, event: 100 } as const

function entryOf(fields: Fields, hideToken: HideToken): RestoreEntry | null {
  const { id, event, properties } = fields
  const at = readMoment(fields.timestamp)
  if (typeof id !== 'string' || id === '' || id.length > longest.id || at === null) return null
  if (typeof event !== 'string' || event.length > longest.event) return null
  const told = isObject(properties) && typeof properties.name === 'string' ? safeText(properties.name) : ''
  return { id, event, at, name: told === '' ? null : hideToken(told) }
}

/** Reads a page of a server's activity, as it comes; null for anything else. */
export function readRestoreEntries(answer: unknown, hideToken: HideToken): readonly RestoreEntry[] | null {
  const collection = readCollection(answer)
  if (collection === null) return null
  return collection.entries.flatMap((fields) => (fields && entryOf(fields, hideToken)) ?? [])
}
