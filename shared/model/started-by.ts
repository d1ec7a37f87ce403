import type { ActivityEntry } from './activity.ts'
import type { ActivityActor, PanelActivityLine } from './panel-activity.ts'
import type { Origin } from './power.ts'

/** Who began the run that a server is in. */
export type StartedBy =
  | { kind: 'app'; how: 'start' | 'restart'; at: number; origin: Origin }
  | { kind: 'panel'; how: 'start' | 'restart'; at: number; actor: ActivityActor }
  /** Neither list names anybody: a crash, a schedule of the panel and the machine itself leave no trace there. */
  | { kind: 'nobody' }

/** A stop before a start may take as long, in milliseconds. */
const longestStopMs = 10 * 60_000
/** How far the clocks of panel and computer may be apart, and an uptime may be wrong, in milliseconds. */
const apartMs = 60_000
/**
 * An end that the app sees within this much of a panel's restart is a part of that: the stop takes its time, in
 * milliseconds.
 */
const restartEndMs = 2 * apartMs

const signalOf = (event: string) => /^server[:.]power\.(start|restart)$/.exec(event)?.[1]
const isBeginning = (signal: string | undefined): signal is 'start' | 'restart' =>
  signal === 'start' || signal === 'restart'

/** True for what ends a run, so that whoever began it did not begin the next one. */
const isEnd = ({ event }: ActivityEntry): boolean =>
  event.kind === 'stopped' ||
  event.kind === 'crashed' ||
  (event.kind === 'power' && event.signal === 'stop' && event.phase === 'confirmed')

const latest = <Deed extends { readonly at: number }>(deeds: readonly Deed[]): Deed | null =>
  deeds.reduce<Deed | null>((a, b) => (a === null || b.at > a.at ? b : a), null)

/**
 * Who began a run: the last start or restart that was asked for before it, and since which the app saw no run end. What
 * the app did itself comes first, since it knows from where, and by the same clock as the ends. The panel's clock is
 * another one, and to the app a restart from elsewhere is an end as any other.
 * @param startedAt unix milliseconds
 * @param entries the app's own of this server
 * @param lines the panel's, as far as they were read
 */
export function startedBy(
  startedAt: number,
  entries: readonly ActivityEntry[],
  lines: readonly PanelActivityLine[],
): StartedBy {
  const ends = entries.filter((entry) => isEnd(entry) && entry.at <= startedAt + apartMs)
  const lastEnd = latest(ends)?.at ?? Number.NEGATIVE_INFINITY
  const isNear = ({ at }: { readonly at: number }) => at >= startedAt - longestStopMs && at <= startedAt + apartMs
  const own = entries.flatMap(({ at, event }): Extract<StartedBy, { kind: 'app' }>[] => {
    if (event.kind !== 'power' || event.phase === 'refused' || !isBeginning(event.signal)) return []
    return [{ kind: 'app', how: event.signal, at: event.since ?? at, origin: event.origin }]
  })
  const told = lines.flatMap(({ at, event, actor }): Extract<StartedBy, { kind: 'panel' }>[] => {
    const how = signalOf(event)
    return isBeginning(how) ? [{ kind: 'panel', how, at, actor }] : []
  })
  const isSinceEnd = ({ at, how }: { readonly at: number; readonly how: 'start' | 'restart' }) => {
    // The panel tells the app's own deeds too.
    const isOwn = own.some((deed) => Math.abs(deed.at - at) <= apartMs)
    return at > lastEnd - (isOwn ? 0 : how === 'restart' ? restartEndMs : apartMs)
  }
  const last = latest(told.filter((deed) => isNear(deed) && isSinceEnd(deed)))
  const ownLast = latest(own.filter((deed) => isNear(deed) && deed.at > lastEnd))
  if (ownLast !== null && (last === null || last.at <= ownLast.at + apartMs)) return ownLast
  return last ?? { kind: 'nobody' }
}
