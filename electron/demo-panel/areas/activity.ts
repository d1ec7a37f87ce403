import { randomBytes } from 'node:crypto'
import type { Dialect } from '../http/dialect.ts'
import { hidden, item, page, refusal } from '../http/envelope.ts'
import { refuse } from '../http/refused.ts'
import { json, type Reply } from '../http/reply.ts'
import type { PanelRequest } from '../http/request.ts'
import { zonedTime } from '../http/zoned-time.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { perServer } from '../machine/per-server.ts'
import { account } from '../panel/account.ts'
import { on } from './operation.ts'

const ringSize = 200

/** Who did something: a person on the panel's pages, a person by a key from an address, or nobody. */
type Actor = { readonly username: string; readonly ip: string | null; readonly isApi: boolean }

type ActivityEntry = {
  readonly id: string
  readonly event: string
  /** Null for what the panel or the node did by itself. */
  readonly actor: Actor | null
  readonly properties: Readonly<Record<string, unknown>>
  readonly at: number
}

/** Something that happened on a server before, or that somebody else did there. */
export type GivenDeed = {
  readonly event: string
  readonly properties?: Readonly<Record<string, unknown>>
  /** Who did it on the panel's own pages; null for nobody. */
  readonly username?: string | null
  /** How long ago, in milliseconds. */
  readonly agoMs?: number
}

export type Activity = ReturnType<typeof createActivity>

const newEntryId = () => randomBytes(20).toString('hex')

/** What happened on each server, oldest first, up to a maximum. */
export function createActivity(now: () => number) {
  const entriesOf = perServer((): ActivityEntry[] => [])
  const trim = (entries: ActivityEntry[]) => entries.splice(0, Math.max(0, entries.length - ringSize))
  return {
    entries: (server: LiveServer): readonly ActivityEntry[] => entriesOf(server),
    /** @param ip where a key was used; null for what the panel or the node did by itself */
    record(server: LiveServer, event: string, ip: string | null, properties: Readonly<Record<string, unknown>>) {
      const entries = entriesOf(server)
      const actor = ip === null ? null : { username: account.username, ip, isApi: true }
      const entry = { id: newEntryId(), event, actor, properties, at: now() }
      entries.push(entry)
      trim(entries)
    },
    /** Adds an entry at its place in time. */
    add(server: LiveServer, { event, properties = {}, username = null, agoMs = 0 }: GivenDeed) {
      const entries = entriesOf(server)
      const actor = username === null ? null : { username, ip: null, isApi: false }
      entries.push({ id: newEntryId(), event, actor, properties, at: now() - agoMs })
      entries.sort((one, other) => one.at - other.at)
      trim(entries)
    },
  }
}

/** Activity, for keys with all permissions (the panel's API, *Activity*). */
export const activityRows = ({ activity, ...sight }: Omit<Sight, 'withActor'> & { readonly activity: Activity }) => [
  on('GET', '/activity', 'activity.read', ({ server, request }) =>
    activityPage(activity.entries(server), request, sight),
  ),
]

/** A page of a list of activity, oldest first, as its query asks for it. */
function activityPage(
  entries: readonly ActivityEntry[],
  request: PanelRequest,
  { dialect, timeZone }: Omit<Sight, 'withActor'>,
): Reply {
  const { query } = request
  const sort = query.get('sort') ?? ''
  if (!['', 'timestamp', '-timestamp'].includes(sort)) {
    refuse(refusal.badQuery('InvalidSortQuery', notAllowed('sort', sort.replace(/^-/, ''), 'timestamp')))
  }
  const filter = [...query.keys()].flatMap((name) => /^filter\[(.*)\]$/.exec(name)?.[1] ?? [])
  const unknown = filter.find((name) => name !== 'event')
  if (unknown !== undefined) {
    refuse(refusal.badQuery('InvalidFilterQuery', notAllowed('filter', unknown, 'event')))
  }
  const wanted = (query.get('filter[event]') ?? '').split(',').filter((part) => part !== '')
  const found = entries.filter(({ event }) => wanted.length === 0 || wanted.some((part) => event.includes(part)))
  // Without a word about the order it is the one in which they were written.
  const ordered = sort === '-timestamp' ? found.toReversed() : found
  const withActor = (query.get('include') ?? '').split(',').includes('actor')
  const items = ordered.map((entry) => item('activity_log', attributes(entry, { dialect, timeZone, withActor })))
  return json(page(items, request, { usual: 25, most: 100 }))
}

function notAllowed(what: string, name: string, allowed: string): string {
  return `Requested ${what}(s) \`${name}\` is not allowed. Allowed ${what}(s) are \`${allowed}\`.`
}

type Sight = { readonly dialect: Dialect; readonly timeZone: string; readonly withActor: boolean }

/** Lists as each panel keeps them: one whole with its count, the other its first element alone, with the count. */
function shownProperties(properties: Readonly<Record<string, unknown>>, dialect: Dialect) {
  const lists = Object.values(properties).filter(Array.isArray).length
  const entries = Object.entries(properties).flatMap(([name, value]): (readonly [string, unknown])[] => {
    if (!Array.isArray(value)) return [[name, value]]
    const count = [lists === 1 ? 'count' : `${name}_count`, value.length] as const
    return [[name, dialect === 'pelican' ? value[0] : value], count]
  })
  return entries.length === 0 && dialect === 'pelican' ? [] : Object.fromEntries(entries)
}

function attributes({ id, event, actor, properties, at }: ActivityEntry, { dialect, timeZone, withActor }: Sight) {
  return {
    id,
    ...(dialect === 'pterodactyl' && { batch: null }),
    event,
    is_api: actor?.isApi ?? false,
    ip: actor?.ip ?? null,
    description: null,
    properties: shownProperties(properties, dialect),
    has_additional_metadata: false,
    timestamp: zonedTime(at, timeZone),
    ...(withActor && { relationships: { actor: actor === null ? hidden : accountOf(actor) } }),
  }
}

const accountOf = ({ username }: Actor) =>
  item('user', { username, email: `${username}@example.com`, '2fa_enabled': false })
