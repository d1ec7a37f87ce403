import type { ActivityActor } from '../../shared/model/panel-activity.ts'
import { maxActivityLines } from '../../shared/model/panel-activity.ts'
import { safeText } from '../../shared/model/text.ts'
import { attributesOf, flagOf, readCollection } from './collection.ts'
import { readMoment } from './foreign-time.ts'
import { type Fields, isObject } from './shapes.ts'
import type { HideToken } from './token-echo.ts'

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
function textOf(value: unknown, hideToken: HideToken): string | null {
  if (isPlain(value)) return hideToken(safeText(String(value).slice(0, 4 * longest.value), longest.value))
  if (!isObject(value) || !isPlain(value.from) || !isPlain(value.to)) return null
  const [from, to] = [textOf(value.from, hideToken), textOf(value.to, hideToken)]
  return `${from} → ${to}`
}

function propertiesOf(value: unknown, hideToken: HideToken): PanelEvent['properties'] {
  // None at all is an empty list on one of the two panels.
  if (!isObject(value)) return new Map()
  const entries = Object.entries(value).slice(0, longest.properties)
  return new Map(
    entries.flatMap(([name, told]) => {
      const values: readonly unknown[] = Array.isArray(told) ? told.slice(0, longest.values) : [told]
      const texts = values.flatMap((one) => textOf(one, hideToken) ?? [])
      return texts.length === 0 ? [] : [[hideToken(safeText(name, longest.name)), texts] as const]
    }),
  )
}

/** Who did it. Panels tell an account by its name or, where a host hides that, by its e-mail address alone. */
function actorOf({ relationships, is_api }: Fields, hideToken: HideToken): ActivityActor {
  const account = attributesOf(isObject(relationships) && relationships.actor)
  const told = account && [account.username, account.email].find((name) => typeof name === 'string' && name !== '')
  const name = typeof told === 'string' ? hideToken(safeText(told, longest.actor)) : ''
  return name === '' ? { kind: 'nobody' } : { kind: 'account', name, isKey: flagOf(is_api) ?? false }
}

function eventOf(fields: Fields, hideToken: HideToken): PanelEvent | null {
  const { id, event, ip, description, properties } = fields
  const at = readMoment(fields.timestamp)
  if (typeof id !== 'string' || id === '' || id.length > longest.id || at === null) return null
  if (typeof event !== 'string' || event.length > longest.event || !eventName.test(event)) return null
  const address = typeof ip === 'string' ? safeText(ip, longest.ip) : ''
  return {
    id: hideToken(safeText(id)),
    event: hideToken(event),
    at,
    actor: actorOf(fields, hideToken),
    ip: address === '' ? null : hideToken(address),
    description: typeof description === 'string' ? hideToken(safeText(description, longest.value)) : '',
    properties: propertiesOf(properties, hideToken),
  }
}

/** Reads a page of activity, as it comes; null for anything else. */
export function readPanelEvents(answer: unknown, hideToken: HideToken): PanelEventPage | null {
  const collection = readCollection(answer)
  if (collection === null) return null
  const within = collection.entries.slice(0, maxActivityLines)
  const events = within.flatMap((fields) => (fields && eventOf(fields, hideToken)) ?? [])
  return { events, totalPages: collection.totalPages, leftOut: collection.entries.length - events.length }
}
