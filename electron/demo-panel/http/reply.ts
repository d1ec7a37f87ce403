import { twoDigits } from '../../../shared/model/time-words.ts'
import { zoneMinutesAt } from '../../../shared/restart/handover.ts'
import type { PanelRequest } from './request.ts'

/** Something large that is given in parts. */
export type InParts = {
  readonly bytes: number
  parts(): Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

/** An answer before it is written to the socket. */
export type Reply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | InParts | null
  /** The connection breaks in place of this answer. */
  readonly isCut?: true
}

/** An empty answer, as after a power signal. */
export const noContent: Reply = { status: 204, headers: {}, body: null }

/** A JSON answer. */
export function json(value: unknown, status = 200): Reply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

/** The same answer with more headers. */
export function withHeaders(reply: Reply, headers: Readonly<Record<string, string>>): Reply {
  return { ...reply, headers: { ...reply.headers, ...headers } }
}

/** One object in the panel's wrapping: `{ object, attributes, meta? }`. */
export const item = (object: string, attributes: unknown, meta?: unknown) => ({
  object,
  attributes,
  ...(meta !== undefined && { meta }),
})
type Item = ReturnType<typeof item>

/** Several objects in the panel's wrapping: `{ object: 'list', data, meta? }`. */
export const list = (data: readonly Item[], meta?: unknown) => ({
  object: 'list',
  data,
  ...(meta !== undefined && { meta }),
})

/** Stands where the key may not see what was asked for. */
export const hidden = item('null_resource', null)

/** One page of a list, chosen by the query's `page` and `per_page`. A page past the end is empty. */
export function page(
  items: readonly Item[],
  { query }: Pick<PanelRequest, 'query'>,
  size: { readonly usual: number; readonly most: number },
  meta: object = {},
) {
  const perPage = Math.min(size.most, positive(query.get('per_page')) ?? size.usual)
  const current = positive(query.get('page')) ?? 1
  const pages = Math.max(1, Math.ceil(items.length / perPage))
  const data = items.slice((current - 1) * perPage, current * perPage)
  const pagination = {
    total: items.length,
    count: data.length,
    per_page: perPage,
    current_page: current,
    total_pages: pages,
  }
  return list(data, { ...meta, pagination })
}

function positive(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Math.max(1, Number(text)) : null
}

/** What the clocks of a zone show at a time: `2026-01-01 13:00:00`. */
export const wallTime = (at: number, timeZone: string): string =>
  shownAt(at, zoneMinutesAt(timeZone, at)).replace('T', ' ')

/** @param ahead minutes ahead of UTC */
const shownAt = (at: number, ahead: number) => new Date(at + ahead * 60_000).toISOString().slice(0, 19)

/** ISO 8601 with the zone's offset, as the panel writes times; null stays null. */
export function time(at: number | null, timeZone = 'UTC'): string | null {
  if (at === null) return null
  const ahead = zoneMinutesAt(timeZone, at)
  const offset = `${twoDigits(Math.floor(Math.abs(ahead) / 60))}:${twoDigits(Math.abs(ahead) % 60)}`
  return `${shownAt(at, ahead)}${ahead < 0 ? '-' : '+'}${offset}`
}

/**
 * A stored thing's fields as the panel tells them: names in snake case, and the times among them, whose names end in
 * `At`, as text.
 */
export function fieldsOf(stored: object, timeZone: string): Readonly<Record<string, unknown>> {
  const told = Object.entries(stored).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    name.endsWith('At') ? time(value, timeZone) : value,
  ])
  return Object.fromEntries(told)
}
