import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import type { PowerSignal } from '../../shared/model/power.ts'
import type { PowerAction } from '../../shared/model/power-schema.ts'
import { hasEnded } from '../../shared/model/restart.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import { isRunning } from '../../shared/servers/choices.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { changedValues } from '../../shared/tables.ts'

const isStop = (signal: PowerSignal) => signal === 'stop' || signal === 'kill'
const isUp = ({ state }: ServerView) => state === 'running' || state === 'starting'

/** True once the panel took an action, or did not say that it would not. */
function isTaken(action: PowerAction | null): boolean {
  if (action === null || action.error !== null) return false
  return action.phase === 'accepted' || action.phase === 'confirmed' || action.phase === 'unconfirmed'
}

/** The action that was taken by this change of a server; null for none. */
function takenNow(before: ServerView | undefined, { action }: ServerView): PowerAction | null {
  const earlier = before?.action ?? null
  return isTaken(action) && !(earlier?.id === action?.id && isTaken(earlier)) ? action : null
}

/** True while a stop may still come, so that a server that runs says nothing against it. */
const isStopping = (action: PowerAction | null) =>
  action !== null && isStop(action.signal) && (isRunning(action) || action.phase === 'stalled')

/** True where an action of the app may explain that the server goes down, or is to bring it up again. */
const isActedOn = (action: PowerAction | null) =>
  action !== null && (isRunning(action) || action.phase === 'stalled' || action.phase === 'unconfirmed')

/** True for a stop that was seen, and that nobody asked for here: on the panel's page, say, or from the command line. */
function wasStoppedElsewhere(before: ServerView | undefined, after: ServerView): boolean {
  const wasSeen = before?.state === 'stopping' && after.state === 'offline'
  return wasSeen && after.condition === null && !isActedOn(after.action)
}

type Context = {
  /** A restart of it is under way, which may stop it for a moment. */
  readonly isRestarting: boolean
  /** It was not in the list before. */
  readonly isNew: boolean
}

/**
 * What a change of a server says of whether it is off on purpose; null where it says nothing. A stop that was asked for
 * here makes it so, wherever in the app, and one that was seen as it happened: a crash goes straight to offline. A start
 * ends it. A server that is new in the list and off has been off before.
 */
export function expectsOff(
  before: ServerView | undefined,
  after: ServerView,
  { isRestarting, isNew }: Context,
): boolean | null {
  const action = takenNow(before, after)
  const isStopMeant = isRestarting ? null : true
  if (action !== null) return isStop(action.signal) ? isStopMeant : false
  if (isUp(after)) return (before === undefined || !isUp(before)) && !isStopping(after.action) ? false : null
  if (wasStoppedElsewhere(before, after)) return isStopMeant
  const isFirstReading = after.observedAt !== null && (before?.observedAt ?? null) === null
  return isNew && isFirstReading && after.state === 'offline' ? true : null
}

const hasRestart = ({ plans }: AppState, ref: ServerRef) =>
  Object.values(plans).some((plan) => plan.ref === ref && !hasEnded(plan))

/**
 * Returns what learns from a change of the state: for each server of which something was learned, whether it is off on
 * purpose.
 * @param knownKeys the keys that there were at the start: their servers are new only once a list of theirs was read
 */
export function createLearner(knownKeys: ReadonlySet<KeyId>) {
  /** The servers that came into the list while the app looked. */
  const fresh = new Set<ServerRef>()

  /** A server comes with a key that was added, or joins the list of one that was read before. */
  function isFresh({ keyIds }: ServerView, before: AppState): boolean {
    return keyIds.every((id) => !knownKeys.has(id) || before.keys[id]?.health.kind === 'works')
  }

  return (before: AppState, after: AppState): ReadonlyMap<ServerRef, boolean> => {
    const learned = new Map<ServerRef, boolean>()
    for (const server of changedValues(before.servers, after.servers)) {
      const { ref } = server
      const earlier = before.servers[ref]
      if (earlier === undefined && isFresh(server, before)) fresh.add(ref)
      const context = { isRestarting: hasRestart(after, ref), isNew: fresh.has(ref) }
      const isOff = expectsOff(earlier, server, context)
      if (isOff !== null) learned.set(ref, isOff)
      if (server.observedAt !== null) fresh.delete(ref)
    }
    return learned
  }
}
