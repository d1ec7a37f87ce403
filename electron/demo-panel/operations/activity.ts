import { randomBytes } from 'node:crypto'
import type { Dialect } from '../http/dialect.ts'
import { item, page, refusal } from '../http/envelope.ts'
import { json, type Reply } from '../http/reply.ts'
import { zonedTime } from '../http/zoned-time.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { perServer } from '../machine/per-server.ts'
import { account } from '../panel/account.ts'
import { type Operation, onServer, type ServerCall } from './operation.ts'

const ringSize = 200

type Entry = {
  readonly id: string
  readonly event: string
  /** Where a key was used; null for what the panel or the node did by itself. */
  readonly ip: string | null
  readonly properties: Readonly<Record<string, unknown>>
  readonly at: number
}

export type Activity = ReturnType<typeof createActivity>

/** What happened on each server, oldest first, up to a maximum. */
export function createActivity(now: () => number) {
  const entriesOf = perServer((): Entry[] => [])
  return {
    entries: (server: LiveServer): readonly Entry[] => entriesOf(server),
    record(server: LiveServer, event: string, ip: string | null, properties: Readonly<Record<string, unknown>>) {
      const entries = entriesOf(server)
      entries.push({ id: randomBytes(20).toString('hex'), event, ip, properties, at: now() })
      if (entries.length > ringSize) entries.shift()
    },
  }
}

type Deps = { readonly activity: Activity; readonly dialect: Dialect; readonly timeZone: string }

/** Activity, for keys with all permissions (the panel's API, *Activity*). */
export function activityOperations({ activity, dialect, timeZone }: Deps): readonly Operation[] {
  function read({ server, request }: ServerCall): Reply {
    const { query } = request
    const sort = query.get('sort') ?? ''
    if (!['', 'timestamp', '-timestamp'].includes(sort)) {
      return refusal.badQuery('InvalidSortQuery', notAllowed('sort', sort.replace(/^-/, ''), 'timestamp'))
    }
    const filter = [...query.keys()].flatMap((name) => /^filter\[(.*)\]$/.exec(name)?.[1] ?? [])
    const unknown = filter.find((name) => name !== 'event')
    if (unknown !== undefined) return refusal.badQuery('InvalidFilterQuery', notAllowed('filter', unknown, 'event'))
    const wanted = (query.get('filter[event]') ?? '').split(',').filter((part) => part !== '')
    const found = activity
      .entries(server)
      .filter(({ event }) => wanted.length === 0 || wanted.some((part) => event.includes(part)))
    // Without a word about the order it is the one in which they were written.
    const ordered = sort === '-timestamp' ? found.toReversed() : found
    const withActor = (query.get('include') ?? '').split(',').includes('actor')
    const items = ordered.map((entry) => item('activity_log', attributes(entry, { dialect, timeZone, withActor })))
    return json(page(items, query, { usual: 25, most: 100 }, `${request.origin}${request.path}`))
  }

  return [onServer('GET', '/activity', 'all', read, 'activity.read')]
}

function notAllowed(what: string, name: string, allowed: string): string {
  return `Requested ${what}(s) \`${name}\` is not allowed. Allowed ${what}(s) are \`${allowed}\`.`
}

type Sight = { readonly dialect: Dialect; readonly timeZone: string; readonly withActor: boolean }

function attributes({ id, event, ip, properties, at }: Entry, { dialect, timeZone, withActor }: Sight) {
  const isEmpty = Object.keys(properties).length === 0
  return {
    id,
    ...(dialect === 'pterodactyl' && { batch: null }),
    event,
    is_api: ip !== null,
    ip,
    description: null,
    properties: isEmpty && dialect === 'pelican' ? [] : properties,
    has_additional_metadata: false,
    timestamp: zonedTime(at, timeZone),
    ...(withActor && { relationships: { actor: ip === null ? nobody : actor } }),
  }
}

const nobody = item('null_resource', null)
const actor = item('user', { username: account.username, email: account.email, '2fa_enabled': false })
