import { z } from 'zod'
import { maxActivityLines } from '../../shared/activity/activity.ts'
import type { ActivityActor } from '../../shared/activity/contract.ts'
import { safeText } from '../../shared/model/text.ts'
import type { AtServer } from '../panel/at-server.ts'
import { flag, isObject, line, moment, readCollection } from '../panel/entry.ts'

/** In characters, and the number of properties and of values in each that are read. */
const longest = { id: 200, event: 100, name: 60, value: 300, actor: 80, ip: 64, properties: 30, values: 100 } as const

const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** A value as a text; null for what says nothing. Renamed files come as `{from, to}`. */
function textOf(value: unknown): string | null {
  if (isPlain(value)) return safeText(String(value).slice(0, 4 * longest.value), longest.value)
  if (!isObject(value) || !isPlain(value.from) || !isPlain(value.to)) return null
  return `${textOf(value.from)} → ${textOf(value.to)}`
}

/** None at all is an empty list on one of the two panels. */
function propertiesOf(value: unknown): ReadonlyMap<string, readonly string[]> {
  const entries = isObject(value) ? Object.entries(value).slice(0, longest.properties) : []
  return new Map(
    entries.flatMap(([name, raw]) => {
      const values: readonly unknown[] = Array.isArray(raw) ? raw.slice(0, longest.values) : [raw]
      const texts = values.flatMap((one) => textOf(one) ?? [])
      return texts.length === 0 ? [] : [[safeText(name, longest.name), texts] as const]
    }),
  )
}

const name = line(longest.actor).nullable().catch(null)
/** Panels tell an account by its name or, where a host hides that, by its e-mail address alone. */
const actor = z
  .object({ actor: z.object({ attributes: z.object({ username: name, email: name }) }) })
  .transform(({ actor: { attributes } }) => attributes.username ?? attributes.email)
  .nullable()
  .catch(null)

const actorOf = (name: string | null, isKey: boolean | null): ActivityActor =>
  name === null ? { kind: 'nobody' } : { kind: 'account', name, isKey: isKey ?? false }

/** An entry of a list of activity (the panel's API, part 2, *Activity*), every text of it safe and bounded. */
const entry = z
  .object({
    id: z.string().min(1).max(longest.id),
    event: z
      .string()
      .max(longest.event)
      .regex(/^[a-z0-9:._-]+$/i),
    timestamp: moment.pipe(z.number()),
    is_api: flag,
    ip: line(longest.ip).nullable().catch(null),
    description: line(longest.value).catch(''),
    properties: z.unknown().optional().transform(propertiesOf),
    relationships: actor,
  })
  .transform(({ id, event, timestamp: at, is_api, ip, description, properties, relationships: related }) => ({
    /** The panel's own, the same each time that it is read. */
    id: safeText(id),
    /** As the panel names it: `server:power.restart`. */
    event,
    /** By the panel's clock, in unix milliseconds. */
    at,
    actor: actorOf(related, is_api),
    /** Told for the account's own entries, and to administrators; null otherwise. */
    ip,
    /** What the panel says in words, which is nearly always nothing. */
    description,
    /** By name, each a list of texts: a single value is a list of one. */
    properties,
  }))
export type PanelEvent = z.infer<typeof entry>

/**
 * The last done on top. Panels tell whole seconds, and entries of one second come oldest first (seen).
 * @param events as they came, page by page
 */
const lastOnTop = <E extends { readonly at: number }>(events: readonly E[]) =>
  events.toReversed().toSorted((one, other) => other.at - one.at)

/** Reads a page of activity, the last done on top; null for anything else. */
export function readPanelEvents(answer: unknown) {
  const collection = readCollection(answer)
  if (collection === null) return null
  const { entries, totalPages } = collection
  const events = entries.slice(0, maxActivityLines).flatMap((fields) => entry.safeParse(fields).data ?? [])
  return { events: lastOnTop(events), totalPages, leftOut: entries.length - events.length }
}

type Query = {
  /** From 1. */
  readonly page: number
  /** How many, 100 at most. */
  readonly perPage: number
  /** Parts of the names of events, with commas between; null for all. */
  readonly filter: string | null
}

/** The query of a list of activity, newest first: without a word about the order it may come in any. */
export function activityPath({ page, perPage, filter }: Query): string {
  const events = filter === null ? '' : `&filter%5Bevent%5D=${encodeURIComponent(filter)}`
  return `/activity?sort=-timestamp&include=actor&page=${page}&per_page=${perPage}${events}`
}

/** A server's activity, a page of it, newest first. Error beside the usual: `not-on-panel`. */
export const readActivity = (server: AtServer, query: Query) =>
  server.read('activity', activityPath(query), readPanelEvents)
