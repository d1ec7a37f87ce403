import { randomBytes } from 'node:crypto'
import { wordsOf } from '../http/input.ts'
import { problem, refuse } from '../http/refusal.ts'
import { hidden, item, json, page, time } from '../http/reply.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { perServer } from '../machine/per-server.ts'
import { account } from '../panel/fleet.ts'
import { type Area, on, type Recorder } from './operation.ts'

const ringSize = 200

type ActivityEntry = {
  readonly id: string
  readonly event: string
  /** Who did it: a person by a key from an address, or on the panel's pages; null for the panel or the node itself. */
  readonly actor: { readonly username: string; readonly ip: string | null } | null
  readonly properties: object
  readonly at: number
}

/** Something that happened on a server before, or that somebody else did there. */
export type PastEvent = {
  readonly event: string
  readonly properties?: object
  /** Who did it on the panel's own pages; null for nobody. */
  readonly username?: string | null
  /** How long ago, in milliseconds. */
  readonly agoMs?: number
}

export type Activity = ReturnType<typeof createActivity>

/** What happened on each server, oldest first, up to a maximum (the panel's API, *Activity*). */
export function createActivity({ clock, dialect, timeZone }: Pick<Area, 'clock' | 'dialect' | 'timeZone'>) {
  const isPelican = dialect === 'pelican'
  const entriesOf = perServer((): ActivityEntry[] => [])

  function put(server: LiveServer, fields: Omit<ActivityEntry, 'id'>) {
    const entries = entriesOf(server)
    entries.push({ id: randomBytes(20).toString('hex'), ...fields })
    entries.sort((one, other) => one.at - other.at)
    entries.splice(0, Math.max(0, entries.length - ringSize))
  }

  /** Pterodactyl keeps a list whole, Pelican its first element alone; both add its length. No properties are `[]` on Pelican. */
  function shownProperties(properties: object) {
    const lists = Object.values(properties).filter(Array.isArray).length
    const entries = Object.entries(properties).flatMap(([name, value]): (readonly [string, unknown])[] => {
      if (!Array.isArray(value)) return [[name, value]]
      const count = [lists === 1 ? 'count' : `${name}_count`, value.length] as const
      return [[name, isPelican ? value[0] : value], count]
    })
    return entries.length === 0 && isPelican ? [] : Object.fromEntries(entries)
  }

  const shown = ({ id, event, actor, properties, at }: ActivityEntry, withActor: boolean) =>
    item('activity_log', {
      id,
      event,
      is_api: actor !== null && actor.ip !== null,
      ip: actor?.ip ?? null,
      description: null,
      properties: shownProperties(properties),
      timestamp: time(at, timeZone),
      ...(withActor && { relationships: { actor: actor === null ? hidden : userOf(actor.username) } }),
    })

  const row = on('GET', '/activity', 'activity.read', ({ server, request }) => {
    const { query } = request
    const sort = query.get('sort') || 'timestamp'
    refuseUnknown('Sort', [sort.replace(/^-/, '')], 'timestamp')
    const filters = [...query.keys()].flatMap((name) => /^filter\[(.*)\]$/.exec(name)?.[1] ?? [])
    refuseUnknown('Filter', filters, 'event')
    const wanted = wordsOf(request, 'filter[event]')
    const isWanted = ({ event }: ActivityEntry) => wanted.length === 0 || wanted.some((part) => event.includes(part))
    const entries = entriesOf(server).filter(isWanted)
    // Panels sort by whole seconds, so entries of the same second stay as they were written, even newest first (seen).
    const ordered = sort === '-timestamp' ? entries.toSorted((one, other) => secondOf(other) - secondOf(one)) : entries
    const withActor = wordsOf(request, 'include').includes('actor')
    const items = ordered.map((entry) => shown(entry, withActor))
    return json(page(items, request, { usual: 25, most: 100 }))
  })

  const record: Recorder = (server, event, properties = {}, ip = null) =>
    put(server, {
      event,
      actor: ip === null ? null : { username: account.username, ip },
      properties,
      at: clock.now(),
    })

  return {
    rows: [row],
    record,
    /** Adds an entry at its place in time. */
    add(server: LiveServer, { event, properties = {}, username = null, agoMs = 0 }: PastEvent) {
      const at = clock.now() - agoMs
      put(server, { event, actor: username === null ? null : { username, ip: null }, properties, at })
    },
  }
}

const secondOf = ({ at }: ActivityEntry) => Math.floor(at / 1_000)

function refuseUnknown(what: 'Sort' | 'Filter', names: readonly string[], known: string) {
  const name = names.find((one) => one !== known)
  if (name === undefined) return
  const kind = what.toLowerCase()
  const detail = `Requested ${kind}(s) \`${name}\` is not allowed. Allowed ${kind}(s) are \`${known}\`.`
  refuse(problem(400, `Invalid${what}Query`, detail))
}

const userOf = (username: string) => item('user', { username, email: `${username}@example.com`, '2fa_enabled': false })
