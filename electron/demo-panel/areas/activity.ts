import { randomBytes } from 'node:crypto'
import { problem, refuse } from '../http/refusal.ts'
import { hidden, item, json, page, type Reply, time } from '../http/reply.ts'
import type { PanelRequest } from '../http/request.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { perServer } from '../machine/per-server.ts'
import { account } from '../panel/fleet.ts'
import { type Area, on } from './operation.ts'

const ringSize = 200

type Properties = Readonly<Record<string, unknown>>

type ActivityEntry = {
  readonly id: string
  readonly event: string
  /** Who did it: a person by a key from an address, or on the panel's pages; null for the panel or the node itself. */
  readonly actor: { readonly username: string; readonly ip: string | null } | null
  readonly properties: Properties
  readonly at: number
}

/** Something that happened on a server before, or that somebody else did there. */
export type GivenDeed = {
  readonly event: string
  readonly properties?: Properties
  /** Who did it on the panel's own pages; null for nobody. */
  readonly username?: string | null
  /** How long ago, in milliseconds. */
  readonly agoMs?: number
}

export type Activity = ReturnType<typeof createActivity>

/** What happened on each server, oldest first, up to a maximum (the panel's API, *Activity*). */
export function createActivity({ now, dialect, timeZone }: Pick<Area, 'now' | 'dialect' | 'timeZone'>) {
  const entriesOf = perServer((): ActivityEntry[] => [])

  function put(server: LiveServer, fields: Omit<ActivityEntry, 'id'>) {
    const entries = entriesOf(server)
    entries.push({ id: randomBytes(20).toString('hex'), ...fields })
    entries.sort((one, other) => one.at - other.at)
    entries.splice(0, Math.max(0, entries.length - ringSize))
  }

  /** Lists as each panel keeps them: one whole with its count, the other its first element alone, with the count. */
  function shownProperties(properties: Properties) {
    const lists = Object.values(properties).filter(Array.isArray).length
    const entries = Object.entries(properties).flatMap(([name, value]): (readonly [string, unknown])[] => {
      if (!Array.isArray(value)) return [[name, value]]
      const count = [lists === 1 ? 'count' : `${name}_count`, value.length] as const
      return [[name, dialect === 'pelican' ? value[0] : value], count]
    })
    return entries.length === 0 && dialect === 'pelican' ? [] : Object.fromEntries(entries)
  }

  const shown = ({ id, event, actor, properties, at }: ActivityEntry, withActor: boolean) =>
    item('activity_log', {
      id,
      ...(dialect === 'pterodactyl' && { batch: null }),
      event,
      is_api: actor !== null && actor.ip !== null,
      ip: actor?.ip ?? null,
      description: null,
      properties: shownProperties(properties),
      has_additional_metadata: false,
      timestamp: time(at, timeZone),
      ...(withActor && { relationships: { actor: actor === null ? hidden : userOf(actor.username) } }),
    })

  /** A page of a server's activity, as the query asks for it. */
  function pageOf(entries: readonly ActivityEntry[], request: PanelRequest): Reply {
    const { query } = request
    const sort = query.get('sort') ?? ''
    if (!['', 'timestamp', '-timestamp'].includes(sort)) refuseQuery('sort', sort.replace(/^-/, ''), 'timestamp')
    const filter = [...query.keys()].flatMap((name) => /^filter\[(.*)\]$/.exec(name)?.[1] ?? [])
    const unknown = filter.find((name) => name !== 'event')
    if (unknown !== undefined) refuseQuery('filter', unknown, 'event')
    const wanted = (query.get('filter[event]') ?? '').split(',').filter((part) => part !== '')
    const found = entries.filter(({ event }) => wanted.length === 0 || wanted.some((part) => event.includes(part)))
    // Without a word about the order it is the one in which they were written.
    const ordered = sort === '-timestamp' ? found.toReversed() : found
    const withActor = (query.get('include') ?? '').split(',').includes('actor')
    const items = ordered.map((entry) => shown(entry, withActor))
    return json(page(items, request, { usual: 25, most: 100 }))
  }

  return {
    rows: [on('GET', '/activity', 'activity.read', ({ server, request }) => pageOf(entriesOf(server), request))],
    /** @param ip where a key was used; null for what the panel or the node did by itself */
    record(server: LiveServer, event: string, ip: string | null, properties: Properties) {
      put(server, { event, actor: ip === null ? null : { username: account.username, ip }, properties, at: now() })
    },
    /** Adds an entry at its place in time. */
    add(server: LiveServer, { event, properties = {}, username = null, agoMs = 0 }: GivenDeed) {
      put(server, { event, actor: username === null ? null : { username, ip: null }, properties, at: now() - agoMs })
    },
  }
}

function refuseQuery(what: 'sort' | 'filter', name: string, allowed: string): never {
  const code = what === 'sort' ? 'InvalidSortQuery' : 'InvalidFilterQuery'
  const detail = `Requested ${what}(s) \`${name}\` is not allowed. Allowed ${what}(s) are \`${allowed}\`.`
  return refuse(problem(400, code, detail))
}

const userOf = (username: string) => item('user', { username, email: `${username}@example.com`, '2fa_enabled': false })
