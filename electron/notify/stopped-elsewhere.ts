import { eventFilter } from '../../shared/activity/activity.ts'
import { catalogue } from '../../shared/error-catalogue.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { PowerAction } from '../../shared/model/power-schema.ts'
import type { Consoles } from '../console/consoles.ts'
import { type PanelEvent, readActivity } from '../panel-activity/panel.ts'
import { createAsk } from '../servers/ask.ts'
import { mayReadBySelf, type PanelAccess } from '../servers/reach.ts'
import type { ServerEvent } from './event.ts'

/** A server that went down, and no action of the app explains that. */
export type Down = Extract<ServerEvent, { kind: 'down' }>

/** How far the clocks of panel and computer may be apart, in milliseconds. */
const apartMs = 60_000
/** Number of the console's last lines that are looked at, and what a machine says of a crash. */
const lastLines = 20
const crashWords = /server process in a crashed state/i

/**
 * Whether somebody ended a server's run, by the panel's list of activity: its last power event of that time is a stop,
 * kill or restart that is not the app's own.
 * @param own the app's last action on the server
 */
export function isEndedBySomebody(
  events: readonly Pick<PanelEvent, 'event' | 'at'>[],
  { lastUpAt, at }: Pick<Down, 'lastUpAt' | 'at'>,
  own: Pick<PowerAction, 'signal' | 'startedAt'> | null,
): boolean {
  const then = events.filter((event) => event.at >= lastUpAt - apartMs && event.at <= at + apartMs)
  const [last] = then.toSorted((a, b) => b.at - a.at)
  const signal = /^server[:.]power\.(stop|kill|restart)$/.exec(last?.event ?? '')?.[1]
  if (last === undefined || signal === undefined) return false
  return own?.signal !== signal || Math.abs(last.at - own.startedAt) > apartMs
}

/**
 * Tells whether a server that went down is to be taken for stopped elsewhere: by the panel's activity, read once where a key
 * may. Where none may, or the panel does not tell it, a crash is one that the last words of the console tell; where panel or
 * machine fail at the reading, it is a crash.
 */
export function createStoppedElsewhere(
  deps: PanelAccess & { readonly consoles: Pick<Consoles, 'text'> },
): (down: Down) => Promise<boolean> {
  const { store, clock, clientFor, consoles } = deps
  const ask = createAsk(deps)

  /** None where panel or machine failed; null where they can't be read, or not now. */
  async function readPowerEvents(ref: ServerRef): Promise<readonly PanelEvent[] | null> {
    if (!mayReadBySelf(store.get(), ref, clientFor, { permission: 'all', now: clock.now() })) return null
    const query = { page: 1, perPage: 25, filter: eventFilter.power }
    const options = { priority: 'background' } as const
    const read = await ask(ref, 'all', ({ at }, { identifier }) => readActivity(at(identifier, options), query))
    if (read.ok) return read.value.events
    const { recovery, health, exit } = catalogue[read.error.code]
    // A crash often takes its machine or its panel with it, so that the reading fails: then no stop was seen.
    return recovery === 'person' || health === 'foreign' || exit === 'rateLimited' ? null : []
  }

  return async (down) => {
    const events = await readPowerEvents(down.ref)
    if (events !== null) return isEndedBySomebody(events, down, store.get().servers[down.ref]?.action ?? null)
    const lines = consoles.text(down.ref).trimEnd().split('\n')
    return !lines.slice(-lastLines).some((line) => crashWords.test(line))
  }
}
