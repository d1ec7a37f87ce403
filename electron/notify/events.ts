import { hasRestoreEnded } from '../../shared/backups/restore.ts'
import { bulkName } from '../../shared/bulk/words.ts'
import { catalogue } from '../../shared/error-catalogue.ts'
import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import type { PlayersView } from '../../shared/model/players-schema.ts'
import { hasEnded, isAhead } from '../../shared/model/restart.ts'
import type { PlanView } from '../../shared/model/restart-schema.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { changedValues, valuesOf } from '../../shared/tables.ts'
import type { AppEvent, EventContext, ServerEvent } from './event.ts'
import { followServer, type Track } from './track.ts'

/** What must be remembered to tell what a change of the state means. */
export type EventMemory = {
  readonly tracks: ReadonlyMap<ServerRef, Track>
  /** The keys that worked when their panel last judged them. */
  readonly taken: ReadonlySet<KeyId>
  readonly players: PlayersMemory
}

/** The memory after a server's unexpected stop turned out to be none: it counts for nothing. */
export function withoutStop(memory: EventMemory, ref: ServerRef): EventMemory {
  const track = memory.tracks.get(ref)
  if (track === undefined) return memory
  return { ...memory, tracks: new Map(memory.tracks).set(ref, { ...track, episode: null }) }
}

type Step = { readonly memory: EventMemory; readonly events: readonly AppEvent[] }

export const noMemory: EventMemory = { tracks: new Map(), taken: new Set(), players: new Map() }

function serverEvents(
  tracks: EventMemory['tracks'],
  before: AppState,
  after: AppState,
  context: EventContext,
): { tracks: EventMemory['tracks']; events: AppEvent[] } {
  if (before.servers === after.servers && tracks.size > 0) return { tracks, events: [] }
  const next = new Map(tracks)
  const events: AppEvent[] = []
  for (const server of tracks.size === 0 ? valuesOf(after.servers) : changedValues(before.servers, after.servers)) {
    const step = followServer(tracks.get(server.ref), server, context)
    next.set(server.ref, step.track)
    events.push(...step.events)
  }
  for (const { ref } of changedValues(after.servers, before.servers)) if (!after.servers[ref]) next.delete(ref)
  return { tracks: next, events }
}

function commandEvents(before: AppState, after: AppState, { now }: EventContext): AppEvent[] {
  if (before.consoles === after.consoles) return []
  return valuesOf(after.servers).flatMap(({ ref, name }) => {
    const view = after.consoles[ref]
    if (view === undefined || view === before.consoles[ref]) return []
    const sentBefore = new Set(before.consoles[ref]?.entries.filter(isSent).map(({ id }) => id))
    const sent = view.entries.filter(
      (entry) => isSent(entry) && entry.isAutomatic !== true && !sentBefore.has(entry.id),
    )
    return sent.map(() => ({ kind: 'command', ref, name, at: now }) as const)
  })
}

const kills = ({ steps }: PlanView) => steps.some(({ kind }) => kind === 'kill')

/** A plan that is first seen when it has ended tells nothing: another run of the app has told it. */
function planEvents(before: AppState, after: AppState, { now }: EventContext): AppEvent[] {
  if (before.plans === after.plans) return []
  return Object.values(after.plans).flatMap((plan): AppEvent[] => {
    const earlier = before.plans[plan.id]
    if (earlier === undefined || earlier === plan) return []
    const about = { ref: plan.ref, name: after.servers[plan.ref]?.name ?? plan.name, at: now, plan }
    const escalation: AppEvent[] = kills(plan) && !kills(earlier) ? [{ kind: 'escalation', ...about }] : []
    const end: AppEvent[] = hasEnded(plan) && !hasEnded(earlier) ? [{ kind: 'plan', ...about }] : []
    return [...escalation, ...end]
  })
}

/** Restarts that were begun since a game does not answer any more: nobody asked for them at that moment. */
function frozenEvents(before: AppState, after: AppState, { now }: EventContext): AppEvent[] {
  if (before.plans === after.plans) return []
  const isBegun = (plan: PlanView) =>
    plan.origin === 'frozen' && isAhead(plan) && plan.zeroAt > now && before.plans[plan.id] === undefined
  return Object.values(after.plans)
    .filter(isBegun)
    .map(({ ref, name, zeroAt, startedAt }) => {
      const since = after.players[ref]?.frozenSince ?? startedAt
      return { kind: 'frozen', ref, name: after.servers[ref]?.name ?? name, at: now, since, restartsAt: zeroAt }
    })
}

function bulkEvents(before: AppState, after: AppState, { now }: EventContext): AppEvent[] {
  if (before.bulks === after.bulks) return []
  const ended = Object.values(after.bulks).filter(({ id, endedAt }) => {
    const earlier = before.bulks[id]
    return endedAt !== null && earlier !== undefined && earlier.endedAt === null
  })
  return ended.map((bulk) => ({ kind: 'bulk', name: bulkName(bulk), at: now, bulk }))
}

/** A backup that has ended, or takes long from now on; and what was deleted for it, once that is all. */
function backupEvents(before: AppState, after: AppState, { now }: EventContext): AppEvent[] {
  return changedValues(before.backupRuns, after.backupRuns).flatMap((run): AppEvent[] => {
    const earlier = before.backupRuns[run.ref]
    if (earlier?.id !== run.id) return []
    const isNews = run.endedAt === null ? run.isSlow && !earlier.isSlow : earlier.endedAt === null
    const hasRoom = earlier.phase === 'making-room' && run.phase !== 'making-room'
    const common = { ref: run.ref, name: run.name, at: now, run }
    return [
      ...(hasRoom && run.deleted.length > 0 ? [{ kind: 'keep' as const, ...common }] : []),
      ...(isNews ? [{ kind: 'backup' as const, ...common }] : []),
    ]
  })
}

/** What a keep rule deleted by itself, once that is all. */
function keepEvents(before: AppState, after: AppState, { now }: EventContext): AppEvent[] {
  return changedValues(before.keepRuns, after.keepRuns).flatMap((run): AppEvent[] => {
    const { ref, name, deleted, startedAt, endedAt } = run
    const earlier = before.keepRuns[ref]
    const hasEnded = earlier?.startedAt === startedAt && earlier.endedAt === null && endedAt !== null
    if (!hasEnded || deleted.length === 0) return []
    return [{ kind: 'keep', ref, name, at: now, run: { deleted, origin: 'schedule' } }]
  })
}

/** One that is first seen when it has ended tells nothing: another run of the app has told it. */
function restoreEvents(before: AppState, after: AppState, { now }: EventContext): AppEvent[] {
  return changedValues(before.restores, after.restores).flatMap((restore): AppEvent[] => {
    const earlier = before.restores[restore.id]
    const hasEnded = earlier !== undefined && !hasRestoreEnded(earlier) && hasRestoreEnded(restore)
    return hasEnded ? [{ kind: 'restore', ref: restore.ref, name: restore.name, at: now, restore }] : []
  })
}

/** A reinstall that was asked of the panel and not refused, takes long from now on, or has ended. */
function reinstallEvents(before: AppState, after: AppState, { now }: EventContext): AppEvent[] {
  return changedValues(before.reinstalls, after.reinstalls).flatMap((run): AppEvent[] => {
    const earlier = before.reinstalls[run.ref]
    if (earlier?.id !== run.id) return []
    const isAsked = run.phase === 'installing' && earlier.phase !== 'installing'
    const isNews = run.endedAt === null ? isAsked || (run.isSlow && !earlier.isSlow) : earlier.endedAt === null
    return isNews ? [{ kind: 'reinstall', ref: run.ref, name: run.name, at: now, run }] : []
  })
}

const isSent = ({ phase }: { phase: string }) => phase === 'sent'

function keyEvents(
  taken: EventMemory['taken'],
  before: AppState,
  after: AppState,
  { now }: EventContext,
): { taken: EventMemory['taken']; events: AppEvent[] } {
  if (before.keys === after.keys && taken.size > 0) return { taken, events: [] }
  const next = new Set<KeyId>()
  const events: AppEvent[] = []
  for (const { id, label, health } of Object.values(after.keys)) {
    const error = health.kind === 'failing' && catalogue[health.error.code].health === 'refused' ? health.error : null
    if (health.kind === 'works' || (taken.has(id) && error === null)) next.add(id)
    if (taken.has(id) && error !== null) events.push({ kind: 'key-refused', keyId: id, name: label, at: now, error })
  }
  return { taken: next, events }
}

/**
 * What happened between two states. A server that is seen for the first time tells nothing, so the start of the app is
 * silent.
 * @param memory the one returned by the step before
 */
export function eventsOf(memory: EventMemory, before: AppState, after: AppState, context: EventContext): Step {
  const servers = serverEvents(memory.tracks, before, after, context)
  const keys = keyEvents(memory.taken, before, after, context)
  const commands = commandEvents(before, after, context)
  const players = playerNews(memory.players, before, after, context.now)
  return {
    memory: { tracks: servers.tracks, taken: keys.taken, players: players.memory },
    events: [
      ...servers.events,
      ...players.events,
      ...commands,
      ...frozenEvents(before, after, context),
      ...planEvents(before, after, context),
      ...bulkEvents(before, after, context),
      ...backupEvents(before, after, context),
      ...keepEvents(before, after, context),
      ...restoreEvents(before, after, context),
      ...reinstallEvents(before, after, context),
      ...keys.events,
    ],
  }
}

/** Whether anybody was on by the last count that tells it, and when that was read, in unix milliseconds. */
type Seen = { readonly isAnybodyOn: boolean; readonly at: number }

/** What is remembered of each server's players. */
export type PlayersMemory = ReadonlyMap<ServerRef, Seen>

/** A count tells nothing of how it has become so after a longer time than this without one, in milliseconds. */
const longestGapMs = 20 * 60_000

/** Whether anybody is on: a 0 tells only where it is sure. Null where it is not known. */
function seenIn({ count }: PlayersView): Seen | null {
  if (count === null || (count.online === 0 && !count.isSure)) return null
  return { isAnybodyOn: count.online > 0, at: count.at }
}

type PlayersStep = { readonly memory: PlayersMemory; readonly events: readonly ServerEvent[] }

/**
 * What happened to the players of servers that run, between two states: the first one joined, the last one left, a game
 * does not answer any more. A count that becomes unknown is not told, nor is the end of a run, with which everybody
 * leaves.
 * @param now unix milliseconds
 */
function playerNews(memory: PlayersMemory, before: AppState, after: AppState, now: number): PlayersStep {
  const changed = changedValues(before.players, after.players)
  const gone = [...memory.keys()].filter((ref) => after.servers[ref]?.state !== 'running' || !after.players[ref])
  if (changed.length === 0 && gone.length === 0) return { memory, events: [] }
  const next = new Map(memory)
  for (const ref of gone) next.delete(ref)
  const events = changed.flatMap((view): ServerEvent[] => {
    const { ref, frozenSince } = view
    const server = after.servers[ref]
    if (server?.state !== 'running') return []
    const about = { ref, name: server.name, at: now }
    const earlier = before.players[ref]
    const isNewlyFrozen = frozenSince !== null && earlier !== undefined && earlier.frozenSince === null
    const frozen: ServerEvent[] = isNewlyFrozen
      ? [{ kind: 'frozen', since: frozenSince, restartsAt: null, ...about }]
      : []
    const [known, seen] = [next.get(ref), seenIn(view)]
    if (seen === null) return frozen
    next.set(ref, seen)
    const isNews = known !== undefined && known.isAnybodyOn !== seen.isAnybodyOn && seen.at - known.at <= longestGapMs
    return isNews ? [...frozen, { kind: seen.isAnybodyOn ? 'joined' : 'left', ...about }] : frozen
  })
  return { memory: next, events }
}
