import { randomUUID } from 'node:crypto'
import { item, page, time } from '../http/envelope.ts'
import { json } from '../http/reply.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { type Operation, onServer, perServer } from './operation.ts'

const ringSize = 200

type Entry = {
  readonly id: string
  readonly event: string
  readonly ip: string
  readonly properties: Readonly<Record<string, unknown>>
  readonly at: number
}

export type Activity = ReturnType<typeof createActivity>

/** What keys did on each server, newest first, up to a maximum. */
export function createActivity(now: () => number) {
  const entriesOf = perServer((): Entry[] => [])
  return {
    entries: (server: LiveServer): readonly Entry[] => entriesOf(server),
    record(server: LiveServer, event: string, ip: string, properties: Readonly<Record<string, unknown>>) {
      const entries = entriesOf(server)
      entries.unshift({ id: randomUUID(), event, ip, properties, at: now() })
      entries.splice(ringSize)
    },
  }
}

/** Activity, for keys with all permissions. */
export function activityOperations(activity: Activity): readonly Operation[] {
  return [
    onServer('GET', '/activity', 'all', ({ server, request }) => {
      const wanted = request.query.get('filter[event]')
      const entries = activity.entries(server).filter((entry) => wanted === null || entry.event === wanted)
      const items = entries.map((entry) => item('activity_log', attributes(entry)))
      const address = `${request.origin}${request.path}`
      return json(page(items, request.query, { usual: 25, most: 100 }, address))
    }),
  ]
}

function attributes(entry: Entry) {
  return {
    id: entry.id,
    batch: null,
    event: entry.event,
    is_api: true,
    ip: entry.ip,
    description: null,
    properties: entry.properties,
    has_additional_metadata: false,
    timestamp: time(entry.at),
  }
}
