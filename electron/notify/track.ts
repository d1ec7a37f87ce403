import type { PowerAction } from '../../shared/model/power-schema.ts'
import type { ServerState, ServerView, UnexpectedStop } from '../../shared/model/server-schema.ts'
import { isRunning } from '../../shared/servers/choices.ts'
import type { EventContext, ServerEvent } from './event.ts'

/** The last reading that told a server's state. */
export type ServerSample = {
  readonly state: Exclude<ServerState, 'unknown'>
  readonly at: number
  /** When its process was started, by its uptime; null where none was told. */
  readonly bootedAt: number | null
  /** Polls have failed since. */
  readonly isLost: boolean
}

/** Unexpected stops in short succession, and restarts of which only the start was seen. */
type FlapEpisode = {
  readonly firstAt: number
  readonly lastAt: number
  readonly stops: number
  readonly restarts: number
}

/** What is remembered of one server. */
export type Track = {
  /** The server as of the last step. */
  readonly seen: ServerView
  readonly reading: ServerSample | null
  /** The id of the app's restart after which the server was seen to start. */
  readonly startSeenIn: string | null
  readonly episode: FlapEpisode | null
}

type Step = { readonly track: Track; readonly events: readonly ServerEvent[] }

const minute = 60_000
/**
 * Longest time between two readings for a stop to count as a crash, which goes straight to offline: in a longer one
 * `stopping` may have been missed.
 */
const neighbouringMs = 45_000
/** After a pause of the app, readings older than this say nothing about what comes. */
const forgetAfterMs = 15 * minute
/** Unexpected stops further apart than this are unrelated. */
const episodeGapMs = 30 * minute
/** How far a process's start, as reckoned from its uptime, may vary: panels answer from a cache of 20 s. */
const bootSlackMs = 30_000
/** How long after its end an action of the app still explains why a server went down. */
const explainsMs = { confirmed: 30_000, unconfirmed: 15 * minute, stalled: 15 * minute }

const isUp = (state: ServerState) => state === 'running' || state === 'starting'

/** True where an action of the app explains that the server goes down now. */
function isAsked(action: PowerAction | null, startSeenIn: string | null, now: number): boolean {
  if (action === null || action.signal === 'start') return false
  // A restart explains one stop, until the server has started again.
  if (action.signal === 'restart' && action.id === startSeenIn) return false
  if (isRunning(action)) return true
  const { phase, changedAt } = action
  return (
    (phase === 'confirmed' || phase === 'unconfirmed' || phase === 'stalled') && now - changedAt <= explainsMs[phase]
  )
}

/** The reading that `server` now holds; `before` where it holds none. */
export function readingOf(server: ServerView, before: ServerSample | null): ServerSample | null {
  const { state, observedAt, resources, condition } = server
  // The panel itself stops a server that it suspends or moves, so that is no unexpected stop.
  if (condition !== null) return null
  if (state === 'unknown' || observedAt === null) return before && { ...before, isLost: true }
  const uptimeMs = resources?.uptimeMs ?? 0
  return { state, at: observedAt, bootedAt: uptimeMs > 0 ? observedAt - uptimeMs : null, isLost: false }
}

function continued(episode: FlapEpisode | null, at: number, kind: 'stops' | 'restarts'): FlapEpisode {
  const known = episode !== null && at - episode.lastAt <= episodeGapMs ? episode : null
  const { firstAt, stops, restarts } = known ?? { firstAt: at, stops: 0, restarts: 0 }
  const counts = { stops, restarts }
  return { firstAt, lastAt: at, ...counts, [kind]: counts[kind] + 1 }
}

/** A single restart may come from a schedule of the panel; three in a row do not. */
const isFlapping = (episode: FlapEpisode | null) =>
  episode !== null && (episode.stops >= 2 || episode.stops + episode.restarts >= 3)

/** True where a new process runs, and no stop was seen in between. */
export function startedAnew(before: ServerSample, after: ServerSample): boolean {
  if (before.state !== 'running') return false
  if (after.state === 'starting') return true
  if (after.state !== 'running' || before.bootedAt === null || after.bootedAt === null) return false
  return after.bootedAt - before.bootedAt > bootSlackMs
}

/** How a server went down unexpectedly between two readings; null where it did not. */
function unexpectedStopBetween(before: ServerSample, after: ServerSample): UnexpectedStop | null {
  if (!isUp(before.state) || after.state !== 'offline') return null
  const isDirect = !before.isLost && after.at - before.at <= neighbouringMs
  return { how: isDirect ? 'crashed' : 'stopped', at: after.at }
}

/** Events of a reading that no action of the app explains. */
function readingEvents(track: Track, before: ServerSample, after: ServerSample): Step {
  const { ref, name } = track.seen
  const unexpectedStop = unexpectedStopBetween(before, after)
  if (unexpectedStop === null && !startedAnew(before, after)) return { track, events: [] }
  const episode = continued(track.episode, after.at, unexpectedStop === null ? 'restarts' : 'stops')
  const isRepeated = isFlapping(episode)
  const events: ServerEvent[] = []
  if (unexpectedStop !== null)
    events.push({ kind: 'down', ref, name, ...unexpectedStop, lastUpAt: before.at, isRepeated })
  if (isRepeated && !(episode.firstAt === track.episode?.firstAt && isFlapping(track.episode))) {
    const count = episode.stops + episode.restarts
    events.push({ kind: 'flapping', ref, name, at: after.at, count, spanMs: Math.max(0, after.at - episode.firstAt) })
  }
  return { track: { ...track, episode }, events }
}

/** The step of an action. A new action resets the count of unexpected stops. */
function followAction(track: Track, before: ServerView | undefined, { now }: EventContext): Step {
  const { action, ref, name } = track.seen
  const earlier = before?.action ?? null
  if (action === null || before === undefined) return { track, events: [] }
  if (action.id === earlier?.id && action.phase === earlier.phase) return { track, events: [] }
  const episode = action.id === earlier?.id ? track.episode : null
  return { track: { ...track, episode }, events: [{ kind: 'action', ref, name, at: now, action }] }
}

/** True where this reading shows the start that belongs to the app's restart. */
function showsRestart(server: ServerView, before: ServerSample | null, after: ServerSample): boolean {
  const { action } = server
  if (action?.signal !== 'restart' || after.at <= action.startedAt || !isUp(after.state)) return false
  if (before === null) return false
  return !isUp(before.state) || startedAnew(before, after)
}

/** The next step of one server, and its events. `known` is undefined when it is seen for the first time. */
export function followServer(known: Track | undefined, server: ServerView, context: EventContext): Step {
  const old = known?.reading ?? null
  const isForgotten = old !== null && old.at < context.lookingSince && (server.observedAt ?? 0) - old.at > forgetAfterMs
  const before = isForgotten ? null : old
  const after = readingOf(server, before)
  const base: Track = {
    seen: server,
    reading: after,
    startSeenIn: known?.startSeenIn ?? null,
    episode: isForgotten ? null : (known?.episode ?? null),
  }
  const acted = followAction(base, known?.seen, context)
  if (after === null || after.isLost) return acted

  const back = backEvent(acted.track, server, after)
  const isNews = before !== null && !isAsked(server.action, base.startSeenIn, context.now)
  const read = isNews ? readingEvents(acted.track, before, after) : { track: acted.track, events: [] }
  const startSeenIn = showsRestart(server, before, after) ? (server.action?.id ?? null) : read.track.startSeenIn
  return { track: { ...read.track, startSeenIn }, events: [...acted.events, ...read.events, ...back] }
}

function backEvent({ episode }: Track, { ref, name, unexpectedStop }: ServerView, after: ServerSample): ServerEvent[] {
  if (unexpectedStop === null || after.state !== 'running') return []
  return [
    { kind: 'back', ref, name, at: after.at, downMs: after.at - unexpectedStop.at, isRepeated: isFlapping(episode) },
  ]
}
