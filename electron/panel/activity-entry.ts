import { maxActivityLines } from '../../shared/activity/activity.ts'
import type { ActivityActor } from '../../shared/activity/contract.ts'
import { safeText } from '../../shared/model/text.ts'
import { attributesOf, flagOf, readCollection } from './collection.ts'
import { readMoment } from './foreign-time.ts'
import { type Fields, isObject } from './shapes.ts'

/** An entry of a list of activity (the panel's API, part 2, *Activity*), every text of it safe and bounded. */
export type PanelEvent = {
  /** The panel's own, the same each time that it is read. */
  readonly id: string
  /** As the panel names it: `server:power.restart`. */
  readonly event: string
  /** By the panel's clock, in unix milliseconds. */
  readonly at: number
  readonly actor: ActivityActor
  /** Told for the account's own entries, and to administrators; null otherwise. */
  readonly ip: string | null
  /** What the panel says in words, which is nearly always nothing. */
  readonly description: string
  /** By name, each a list of texts: a single value is a list of one. */
  readonly properties: ReadonlyMap<string, readonly string[]>
}

export type PanelEventPage = {
  readonly events: readonly PanelEvent[]
  readonly totalPages: number
  readonly leftOut: number
}

/** In characters, and the number of properties and of values in each that are read. */
const longest = { id: 200, event: 100, name: 60, value: 300, actor: 80, ip: 64, properties: 30, values: 100 } as const
const eventName = /^[a-z0-9:._-]+$/i

const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** A value as a text; null for what says nothing. Renamed files come as `{from, to}`. */
function textOf(value: unknown): string | null {
  if (isPlain(value)) return safeText(String(value).slice(0, 4 * longest.value), longest.value)
  if (!isObject(value) || !isPlain(value.from) || !isPlain(value.to)) return null
  const [from, to] = [textOf(value.from), textOf(value.to)]
  return `${from} → ${to}`
}

function propertiesOf(value: unknown): PanelEvent['properties'] {
  // None at all is an empty list on one of the two panels.
  if (!isObject(value)) return new Map()
  const entries = Object.entries(value).slice(0, longest.properties)
  return new Map(
    entries.flatMap(([name, told]) => {
      const values: readonly unknown[] = Array.isArray(told) ? told.slice(0, longest.values) : [told]
      const texts = values.flatMap((one) => textOf(one) ?? [])
      return texts.length === 0 ? [] : [[safeText(name, longest.name), texts] as const]
    }),
  )
}

/** Who did it. Panels tell an account by its name or, where a host hides that, by its e-mail address alone. */
function actorOf({ relationships, is_api }: Fields): ActivityActor {
  const account = attributesOf(isObject(relationships) && relationships.actor)
  const told = account && [account.username, account.email].find((name) => typeof name === 'string' && name !== '')
  const name = typeof told === 'string' ? safeText(told, longest.actor) : ''
  return name === '' ? { kind: 'nobody' } : { kind: 'account', name, isKey: flagOf(is_api) ?? false }
}

function eventOf(fields: Fields): PanelEvent | null {
  const { id, event, ip, description, properties } = fields
  const at = readMoment(fields.timestamp)
  if (typeof id !== 'string' || id === '' || id.length > longest.id || at === null) return null
  if (typeof event !== 'string' || event.length > longest.event || !eventName.test(event)) return null
  const address = typeof ip === 'string' ? safeText(ip, longest.ip) : ''
  return {
    id: safeText(id),
    event,
    at,
    actor: actorOf(fields),
    ip: address === '' ? null : address,
    description: typeof description === 'string' ? safeText(description, longest.value) : '',
    properties: propertiesOf(properties),
  }
}

/** Reads a page of activity, as it comes; null for anything else. */
export function readPanelEvents(answer: unknown): PanelEventPage | null {
  const collection = readCollection(answer)
  if (collection === null) return null
  const within = collection.entries.slice(0, maxActivityLines)
  const events = within.flatMap((fields) => (fields && eventOf(fields)) ?? [])
  return { events, totalPages: collection.totalPages, leftOut: collection.entries.length - events.length }
}
