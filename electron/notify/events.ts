import { hasRestoreEnded } from '../../shared/backups/restore.ts'
import { bulkName } from '../../shared/bulk/words.ts'
import { catalogue } from '../../shared/error-catalogue.ts'
import type { ConsoleView } from '../../shared/model/console-schema.ts'
import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import { hasEnded, isAhead } from '../../shared/model/restart.ts'
import type { PlanView } from '../../shared/model/restart-schema.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { changedValues, valuesOf } from '../../shared/tables.ts'
import type { AppEvent, EventContext } from './event.ts'
import { followServer, type Track } from './track.ts'

/** What must be remembered to tell what a change of the state means. */
export type EventMemory = {
  /** Changed in place, since there may be thousands, and a change of the state is of a few. */
  readonly tracks: Map<ServerRef, Track>
  /** The keys that worked when their panel last judged them. */
  readonly taken: ReadonlySet<KeyId>
  /** Of each server that runs: whether anybody was on by the last count that tells it, and when that was read. */
  readonly players: ReadonlyMap<ServerRef, { readonly isAnybodyOn: boolean; readonly at: number }>
}

export const noMemory = (): EventMemory => ({ tracks: new Map(), taken: new Set(), players: new Map() })

/** A server's unexpected stop turned out to be none: it counts for nothing. */
export function forgetStop({ tracks }: EventMemory, ref: ServerRef): void {
  const track = tracks.get(ref)
  if (track !== undefined) tracks.set(ref, { ...track, episode: null })
}

function serverEvents({ tracks }: EventMemory, before: AppState, after: AppState, context: EventContext): AppEvent[] {
  if (before.servers === after.servers && tracks.size > 0) return []
  const events: AppEvent[] = []
  for (const server of tracks.size === 0 ? valuesOf(after.servers) : changedValues(before.servers, after.servers)) {
    const step = followServer(tracks.get(server.ref), server, context)
    tracks.set(server.ref, step.track)
    events.push(...step.events)
  }
  for (const { ref } of changedValues(after.servers, before.servers)) if (!after.servers[ref]) tracks.delete(ref)
  return events
}

/** A count tells nothing of how it has become so after a longer time than this without one, in milliseconds. */
const longestGapMs = 20 * 60_000

/**
 * What happened to the players of servers that run, between two states: the first one joined, the last one left, a game
 * does not answer any more. A count that becomes unknown is not told, nor is the end of a run, with which everybody
 * leaves. A 0 counts only where it is sure.
 */
function playerEvents(players: EventMemory['players'], before: AppState, after: AppState, now: number) {
  const changed = changedValues(before.players, after.players)
  const gone = [...players.keys()].filter((ref) => after.servers[ref]?.state !== 'running' || !after.players[ref])
  if (changed.length === 0 && gone.length === 0) return { players, events: [] }
  const next = new Map(players)
  for (const ref of gone) next.delete(ref)
  const events = changed.flatMap(({ ref, frozenSince, count }): AppEvent[] => {
    const server = after.servers[ref]
    if (server?.state !== 'running') return []
    const about = { ref, name: server.name, at: now }
    const isNewlyFrozen = frozenSince !== null && before.players[ref]?.frozenSince === null
    const frozen: AppEvent[] = isNewlyFrozen ? [{ kind: 'frozen', since: frozenSince, restartsAt: null, ...about }] : []
    if (count === null || (count.online === 0 && !count.isSure)) return frozen
    const [known, isAnybodyOn] = [next.get(ref), count.online > 0]
    next.set(ref, { isAnybodyOn, at: count.at })
    const isNews = known !== undefined && known.isAnybodyOn !== isAnybodyOn && count.at - known.at <= longestGapMs
    return isNews ? [...frozen, { kind: isAnybodyOn ? 'joined' : 'left', ...about }] : frozen
  })
  return { players: next, events }
}

/** The commands of a person that the panel took, by their ids. */
const sentIn = (view: ConsoleView | undefined) =>
  (view?.entries ?? []).filter(({ phase, isAutomatic }) => phase === 'sent' && isAutomatic !== true).map(({ id }) => id)

function commandEvents(before: AppState, after: AppState, at: number): AppEvent[] {
  if (before.consoles === after.consoles) return []
  return valuesOf(after.servers).flatMap(({ ref, name }) => {
    const [earlier, view] = [before.consoles[ref], after.consoles[ref]]
    if (view === earlier) return []
    const sentBefore = new Set(sentIn(earlier))
    return sentIn(view).flatMap((id) => (sentBefore.has(id) ? [] : [{ kind: 'command', ref, name, at } as const]))
  })
}

/** Restarts that were begun since a game does not answer any more: nobody asked for them at that moment. */
function frozenEvents(before: AppState, after: AppState, at: number): AppEvent[] {
  if (before.plans === after.plans) return []
  return Object.values(after.plans)
    .filter((plan) => plan.origin === 'frozen' && isAhead(plan) && plan.zeroAt > at && !before.plans[plan.id])
    .map(({ ref, name, zeroAt, startedAt }) => {
      const since = after.players[ref]?.frozenSince ?? startedAt
      return { kind: 'frozen', ref, name: after.servers[ref]?.name ?? name, at, since, restartsAt: zeroAt }
    })
}

/** The entries of a table that changed, as they were and as they are. One that is new was told by another run of the app. */
function changesOf<V>(before: Readonly<Record<string, V>>, after: Readonly<Record<string, V>>): (readonly [V, V])[] {
  if (before === after) return []
  return Object.entries(after).flatMap(([key, value]) => {
    const earlier = before[key]
    return earlier === undefined || earlier === value ? [] : [[earlier, value] as const]
  })
}

const kills = ({ steps }: PlanView) => steps.some(({ kind }) => kind === 'kill')
const only = (isSo: boolean, event: AppEvent): readonly AppEvent[] => (isSo ? [event] : [])

type Run = { readonly endedAt: number | null; readonly isSlow: boolean }

/** Whether a run has ended now, or takes long from now on. */
const isNews = (earlier: Run, run: Run) =>
  run.endedAt === null ? run.isSlow && !earlier.isSlow : earlier.endedAt === null

/** What came of what is under way: restarts, bulk actions, backups and what was deleted for them, restores, reinstalls. */
function workEvents(before: AppState, after: AppState, at: number): readonly AppEvent[] {
  const about = ({ ref, name }: { ref: ServerRef; name: string }) => ({
    ref,
    name: after.servers[ref]?.name ?? name,
    at,
  })
  return [
    ...changesOf(before.plans, after.plans).flatMap(([earlier, plan]) => [
      ...only(kills(plan) && !kills(earlier), { kind: 'escalation', ...about(plan), plan }),
      ...only(hasEnded(plan) && !hasEnded(earlier), { kind: 'plan', ...about(plan), plan }),
    ]),
    ...changesOf(before.bulks, after.bulks).flatMap(([earlier, bulk]) =>
      only(bulk.endedAt !== null && earlier.endedAt === null, { kind: 'bulk', name: bulkName(bulk), at, bulk }),
    ),
    ...changesOf(before.backupRuns, after.backupRuns).flatMap(([earlier, run]) =>
      only(earlier.id === run.id && isNews(earlier, run), { kind: 'backup', ...about(run), run }),
    ),
    ...changesOf(before.keepRuns, after.keepRuns).flatMap(([earlier, run]) => {
      const hasEnded = earlier.startedAt === run.startedAt && earlier.endedAt === null && run.endedAt !== null
      return only(hasEnded && run.deleted.length > 0, { kind: 'keep', ...about(run), run })
    }),
    ...changesOf(before.restores, after.restores).flatMap(([earlier, restore]) =>
      only(hasRestoreEnded(restore) && !hasRestoreEnded(earlier), { kind: 'restore', ...about(restore), restore }),
    ),
    ...changesOf(before.reinstalls, after.reinstalls).flatMap(([earlier, run]) => {
      // Asked of the panel, and not refused.
      const isAsked = run.phase === 'installing' && earlier.phase !== 'installing'
      const isTold = earlier.id === run.id && (isNews(earlier, run) || (run.endedAt === null && isAsked))
      return only(isTold, { kind: 'reinstall', ...about(run), run })
    }),
  ]
}

function keyEvents(taken: EventMemory['taken'], before: AppState, after: AppState, at: number) {
  if (before.keys === after.keys && taken.size > 0) return { taken, events: [] }
  const next = new Set<KeyId>()
  const events: AppEvent[] = []
  for (const { id, label, health } of Object.values(after.keys)) {
    const error = health.kind === 'failing' && catalogue[health.error.code].health === 'refused' ? health.error : null
    if (health.kind === 'works' || (taken.has(id) && error === null)) next.add(id)
    if (taken.has(id) && error !== null) events.push({ kind: 'key-refused', keyId: id, name: label, at, error })
  }
  return { taken: next, events }
}

/**
 * What happened between two states. A server that is seen for the first time tells nothing, so the start of the app is
 * silent.
 * @param memory the one returned by the step before
 */
export function eventsOf(
  memory: EventMemory,
  before: AppState,
  after: AppState,
  context: EventContext,
): { readonly memory: EventMemory; readonly events: readonly AppEvent[] } {
  const { now } = context
  const servers = serverEvents(memory, before, after, context)
  const keys = keyEvents(memory.taken, before, after, now)
  const players = playerEvents(memory.players, before, after, now)
  return {
    memory: { tracks: memory.tracks, taken: keys.taken, players: players.players },
    events: [
      ...servers,
      ...players.events,
      ...commandEvents(before, after, now),
      ...frozenEvents(before, after, now),
      ...workEvents(before, after, now),
      ...keys.events,
    ],
  }
}
