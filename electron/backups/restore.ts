import { longestBackupMs } from '../../shared/backups/backups.ts'
import type { RestorePhase, RestoreView } from '../../shared/backups/contract.ts'
import { canCancelRestore, hasRestoreEnded } from '../../shared/backups/restore.ts'
import { catalogue } from '../../shared/error-catalogue.ts'
import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import type { ServerCondition, ServerState } from '../../shared/model/server-schema.ts'
import type { Result } from '../../shared/result.ts'
import { heldError } from '../panel/conditions.ts'
import type { RestoreEntry } from './panel.ts'
import { markOf, verdictOf } from './restore-verdict.ts'

/*
 * A guided restore, step by step. A panel deletes files while the server runs, tells the same over its connection after
 * a failure as after a success, and goes on where it answered with an error (the panel's API, part 2, *Restore*). So the
 * request goes out once at most, to a server that was just seen offline, and what became of it is read from its activity.
 * A sleep of this computer before it ends the restore: it would overwrite what was played since.
 */

/** A reading is old after this time, in milliseconds: panels repeat an answer for 20 s. */
export const freshMs = 30_000
/** How long a server is given to stop, in milliseconds: its machine kills it after ten minutes. */
export const stopPatienceMs = 13 * 60_000
/**
 * How long a server must have been offline, in milliseconds, where its machine says so as soon as it has given the stop's
 * signal: the process may save for a while, over files that were restored. Somebody may have stopped it a moment before.
 */
export const lingerMs = 30_000
/** How long the answer to the request is waited for; the client itself gives up long before. */
const requestPatienceMs = 2 * 60_000
/** How long the activity may lag behind a panel that restores no more. */
export const settleMs = 2 * 60_000
/** The same where it is not known whether the panel took the request: it may restore for long without showing it. */
export const unsureMs = 3_600_000
/** Longer than any restore. */
export const longestMs = 24 * 3_600_000

/** A restore, and what it must know while the app runs. Times are steady milliseconds, which count sleep. */
export type Restoring = {
  readonly view: RestoreView
  /** When its phase began. */
  readonly since: number
  readonly stoppedAt: number | null
  /** Since when it was seen offline, where its process may linger; null for not. */
  readonly offlineSince: number | null
  /** When the request went out; after a start of the app, that start. */
  readonly requestedAt: number | null
  /** Since when the panel was seen not to restore; null while it does, or is not known to. */
  readonly quietSince: number | null
}

/** What is to be sent now, once. */
export type RestoreOrder =
  | { readonly kind: 'backup' | 'stop' }
  /** Not to be sent later than `notAfter`, in steady milliseconds: what was seen of the server is old by then. */
  | { readonly kind: 'restore'; readonly truncate: boolean; readonly notAfter: number }

export type RestoreMove = { readonly restoring: Restoring; readonly orders: readonly RestoreOrder[] }

/** A server as the panel told it. */
export type ServerReading = {
  readonly state: ServerState
  readonly condition: ServerCondition | null
  /**
   * It was so at this time or later, in steady milliseconds: when it was asked for, less what a panel keeps an answer
   * for.
   */
  readonly readFrom: number
}

/** One look at the activity, asked for with the newest first and `filter[event]=restore`, which finds all spellings. */
export type ActivityLook = { readonly askedAt: number; readonly told: Result<readonly RestoreEntry[]> }

/** One look at the server's backups: whether one of them may be written, which a restore would spoil. */
export type BackupsLook = { readonly askedAt: number; readonly told: Result<boolean> }

type Look = ActivityLook | BackupsLook

/** What is seen around a restore. Times are steady milliseconds. */
export type RestoreObservation = {
  readonly now: number
  /** The wall clock, in unix milliseconds, for what is shown. */
  readonly wall: number
  /** The last one. */
  readonly reading: ServerReading | null
  /** An action of the app on this server is under way. */
  readonly isActedOn: boolean
  /** Its process may go on for a while after its panel says offline: on all but Pelican, whose machines wait for it. */
  readonly mayLinger: boolean
  /** The computer slept since the restore began: whoever began it may have gone, and others have played on. */
  readonly hasSlept: boolean
  /** The last one. */
  readonly activity: ActivityLook | null
  /** The last one. */
  readonly backups: BackupsLook | null
}

type Times = Pick<RestoreObservation, 'now' | 'wall'>

const still = (restoring: Restoring): RestoreMove => ({ restoring, orders: [] })

const withView = (restoring: Restoring, change: Partial<RestoreView>): Restoring => ({
  ...restoring,
  view: { ...restoring.view, ...change },
})

const enter = (
  restoring: Restoring,
  phase: RestorePhase,
  now: number,
  change: Partial<RestoreView> = {},
): Restoring => ({ ...withView(restoring, { ...change, phase }), since: now })

type EndPhase = Extract<RestorePhase, 'done' | 'failed' | 'unknown' | 'cancelled'>

const end = (restoring: Restoring, phase: EndPhase, { now, wall }: Times, error: AppError | null = null): Restoring =>
  enter(restoring, phase, now, { endedAt: wall, error })

/** Begins with the backup that was chosen, otherwise with the stop. */
export function beginRestore(
  order: Pick<RestoreView, 'id' | 'ref' | 'name' | 'backup' | 'deletesFiles'> & { readonly backsUpFirst: boolean },
  { now, wall }: Times,
): RestoreMove {
  const { backsUpFirst, ...what } = order
  const view: RestoreView = {
    ...what,
    phase: backsUpFirst ? 'backing-up' : 'stopping',
    startedAt: wall,
    endedAt: null,
    sent: { backup: backsUpFirst ? wall : null, stop: null, restore: null },
    isAccepted: false,
    wasSeen: false,
    mark: null,
    error: null,
  }
  const restoring = { view, since: now, stoppedAt: null, offlineSince: null, requestedAt: null, quietSince: null }
  return { restoring, orders: backsUpFirst ? [{ kind: 'backup' }] : [] }
}

/** True where only a person can change that it cannot be read, as where the key may not. */
const isClosed = ({ told }: Look) => !told.ok && catalogue[told.error.code].recovery === 'person'

/** What was surely read in this phase and after the stop, and is not old. */
function freshReading({ since, stoppedAt }: Restoring, { reading, now }: RestoreObservation): ServerReading | null {
  if (reading === null || reading.readFrom <= Math.max(since, stoppedAt ?? since)) return null
  return now - reading.readFrom <= freshMs ? reading : null
}

/** How long it was seen offline, in milliseconds. */
const offlineFor = ({ offlineSince }: Restoring, { now }: Times) => (offlineSince === null ? 0 : now - offlineSince)

/** Takes over since when the server is seen offline. */
function noteOffline(restoring: Restoring, observation: RestoreObservation): Restoring {
  const reading = freshReading(restoring, observation)
  if (!observation.mayLinger || reading === null) return restoring
  const offlineSince = reading.state === 'offline' ? (restoring.offlineSince ?? observation.now) : null
  const next = { ...restoring, offlineSince }
  const maySave = offlineSince !== null && offlineFor(next, observation) < lingerMs
  return maySave === (restoring.view.maySave ?? false) ? next : withView(next, { maySave })
}

/** Seen offline, and long enough for its process to have ended. */
const isOff = (restoring: Restoring, observation: RestoreObservation): boolean =>
  freshReading(restoring, observation)?.state === 'offline' &&
  (!observation.mayLinger || offlineFor(restoring, observation) >= lingerMs)

/** What was asked in this phase and not long ago. */
function freshLook<T extends Look>({ since }: Restoring, look: T | null, now: number): T | null {
  return look !== null && look.askedAt > since && now - look.askedAt <= freshMs ? look : null
}

/** True where a look told something, or none ever will. */
const isKnown = (look: Look | null): look is Look => look !== null && (look.told.ok || isClosed(look))

function sendRestore(restoring: Restoring, oldest: number, look: ActivityLook, { now, wall }: Times): RestoreMove {
  const { view } = restoring
  const mark = look.told.ok ? markOf(look.told.value) : null
  const next = enter(restoring, 'requesting', now, { mark, sent: { ...view.sent, restore: wall } })
  return {
    restoring: { ...next, requestedAt: now },
    orders: [{ kind: 'restore', truncate: view.deletesFiles, notAfter: oldest + freshMs }],
  }
}

function sendStop(restoring: Restoring, { now, wall }: Times): RestoreMove {
  const { sent } = restoring.view
  return {
    restoring: { ...withView(restoring, { sent: { ...sent, stop: wall } }), stoppedAt: now },
    orders: [{ kind: 'stop' }],
  }
}

/** Why nothing could be asked for. */
function lateError({ reading, activity, backups }: RestoreObservation): AppError {
  if (reading?.state !== 'offline') return appError('server-not-offline')
  const unread = [activity, backups].flatMap((look) => (look === null || look.told.ok ? [] : [look.told.error]))
  return unread[0] ?? appError('server-not-offline')
}

const duringBackup = { hint: 'Wait until that backup is done, then restore again, or start the server.' }

function whileStopping(before: Restoring, observation: RestoreObservation): RestoreMove {
  const restoring = noteOffline(before, observation)
  const { since, stoppedAt } = restoring
  if (observation.now - (stoppedAt ?? since) > stopPatienceMs)
    return still(end(restoring, 'failed', observation, lateError(observation)))
  if (observation.isActedOn) return still(restoring)
  // The stop, which the person ordered, needs no new reading of the server; what overwrites files does.
  const state = observation.reading?.state
  if (stoppedAt === null && (state === 'running' || state === 'starting')) return sendStop(restoring, observation)
  const reading = freshReading(restoring, observation)
  if (reading === null) return still(restoring)
  if (reading.condition !== null) return still(end(restoring, 'failed', observation, heldError(reading.condition)))
  const look = freshLook(restoring, observation.activity, observation.now)
  const backups = freshLook(restoring, observation.backups, observation.now)
  if (!isOff(restoring, observation) || !isKnown(look) || !isKnown(backups)) return still(restoring)
  // That backup would hold half of each world, and the panel would still call it good.
  if (backups.told.ok && backups.told.value)
    return still(end(restoring, 'failed', observation, appError('backup-running', duringBackup)))
  return sendRestore(restoring, Math.min(reading.readFrom, look.askedAt, backups.askedAt), look, observation)
}

/** Takes over what the panel tells of the server since the request. */
function noteReading(restoring: Restoring, { reading, now }: RestoreObservation): Restoring {
  const { requestedAt, quietSince } = restoring
  if (reading === null || reading.readFrom <= (requestedAt ?? now)) return restoring
  if (reading.condition === 'restoring') return { ...withView(restoring, { wasSeen: true }), quietSince: null }
  return { ...restoring, quietSince: quietSince ?? now }
}

/** True once the activity can be expected to have told the end, and was asked since, where that is possible. */
function isOverdue({ view, since, quietSince }: Restoring, { now, activity }: RestoreObservation): boolean {
  if (now - since > longestMs) return true
  if (quietSince === null) return false
  const patienceMs = view.isAccepted || view.wasSeen ? settleMs : unsureMs
  if (now - quietSince <= patienceMs) return false
  if (view.mark === null || (activity !== null && isClosed(activity))) return true
  return activity?.told.ok === true && activity.askedAt > quietSince + patienceMs
}

function whileFollowing(before: Restoring, observation: RestoreObservation): RestoreMove {
  const restoring = noteReading(before, observation)
  const { mark, backup } = restoring.view
  const { activity } = observation
  const isSince = activity !== null && activity.askedAt > (restoring.requestedAt ?? restoring.since)
  if (isSince && activity.told.ok && mark !== null) {
    const verdict = verdictOf(activity.told.value, mark, backup.name)
    if (verdict === 'done') return still(end(restoring, 'done', observation))
    if (verdict === 'failed') return still(end(restoring, 'failed', observation, appError('restore-failed')))
  }
  if (!isOverdue(restoring, observation)) return still(restoring)
  return still(end(restoring, 'unknown', observation, appError('restore-not-seen')))
}

/** Why nothing was restored after a sleep. What was sent before it is told: a backup stays, a stop stopped the server. */
function sleptError({ sent }: RestoreView): AppError {
  const backup = sent.backup === null ? '' : 'The backup that was begun before it stays. '
  const state = sent.stop === null ? '' : 'Look at the server’s state. '
  return appError('slept', {
    message: 'The computer slept meanwhile, so nothing was restored.',
    hint: `${backup}${state}${appError('slept').hint}`,
  })
}

/** What is due of a restore now. */
export function advanceRestore(restoring: Restoring, observation: RestoreObservation): RestoreMove {
  const { view, since } = restoring
  if (observation.hasSlept && canCancelRestore(view))
    return still(end(restoring, 'failed', observation, sleptError(view)))
  const isLongerThan = (ms: number) => observation.now - since > ms
  switch (view.phase) {
    case 'backing-up':
      if (!isLongerThan(longestBackupMs)) return still(restoring)
      return still(end(restoring, 'failed', observation, appError('backup-not-seen')))
    case 'stopping':
      return whileStopping(restoring, observation)
    case 'requesting':
      return still(isLongerThan(requestPatienceMs) ? enter(restoring, 'following', observation.now) : restoring)
    case 'following':
      return whileFollowing(restoring, observation)
    default:
      return still(restoring)
  }
}

/** How often the activity is asked, in milliseconds: soon after something changed, else seldom. */
const oftenMs = 5_000
const seldomMs = 60_000
const oftenForMs = 60_000

/**
 * Whether the activity is to be asked now. While a panel restores it answers nothing but whether it does.
 * @param announcedAt when the panel's connection last told of an end, which it does after a failure as well; null for never
 */
export function wantsActivity(
  restoring: Restoring,
  observation: RestoreObservation,
  announcedAt: number | null,
): boolean {
  const { view, since, quietSince } = restoring
  const { activity, now } = observation
  const passedMs = now - (activity?.askedAt ?? Number.NEGATIVE_INFINITY)
  if (view.phase === 'stopping')
    return isOff(restoring, observation) && passedMs > oftenMs && freshLook(restoring, activity, now)?.told.ok !== true
  if (view.phase !== 'following' || view.mark === null) return false
  if (announcedAt !== null && announcedAt >= (activity?.askedAt ?? announcedAt)) return passedMs > oftenMs
  const isNews = now - (quietSince ?? since) <= oftenForMs
  return passedMs > (isNews ? oftenMs : seldomMs)
}

/** Whether the server's backups are to be looked at now: last of all before the request. */
export function wantsBackups(restoring: Restoring, observation: RestoreObservation): boolean {
  const { backups, now } = observation
  if (restoring.view.phase !== 'stopping' || !isOff(restoring, observation)) return false
  const passedMs = now - (backups?.askedAt ?? Number.NEGATIVE_INFINITY)
  return passedMs > oftenMs && freshLook(restoring, backups, now)?.told.ok !== true
}

/** What came of the backup that is made first: good, or why not. Without it nothing is overwritten. */
export function noteBackup(restoring: Restoring, made: Result<void>, times: Times): Restoring {
  if (restoring.view.phase !== 'backing-up') return restoring
  return made.ok ? enter(restoring, 'stopping', times.now) : end(restoring, 'failed', times, made.error)
}

/** What came of the stop, also once a person has cancelled. One that may have arrived is waited for. */
export function noteStop(restoring: Restoring, sent: Result<void>, times: Times): Restoring {
  if (sent.ok || sent.error.mayHaveActed) return restoring
  // A stop that was refused or given up has stopped nothing.
  const unsent = withView(restoring, { sent: { ...restoring.view.sent, stop: null } })
  return restoring.view.phase === 'stopping' ? end(unsent, 'failed', times, sent.error) : unsent
}

/** What the panel answered to the request. After an answer that proves nothing it may be restoring all the same. */
export function noteRequest(restoring: Restoring, sent: Result<void>, times: Times): Restoring {
  const { phase } = restoring.view
  if (phase !== 'requesting' && phase !== 'following') return restoring
  if (!sent.ok && !sent.error.mayHaveActed) return end(restoring, 'failed', times, sent.error)
  const taken = withView(restoring, { isAccepted: sent.ok })
  return phase === 'requesting' ? enter(taken, 'following', times.now) : taken
}

/** Ends what has overwritten nothing yet; null once the request is out. */
export const cancelRestore = (restoring: Restoring, times: Times): Restoring | null =>
  canCancelRestore(restoring.view) ? end(restoring, 'cancelled', times) : null

/** Ends the watch, as a person does who has looked; null where there is none. */
export const leaveRestore = (restoring: Restoring, times: Times): Restoring | null =>
  restoring.view.phase === 'following' ? end(restoring, 'unknown', times, appError('restore-not-seen')) : null

const endedBefore = (stopped: boolean) =>
  appError('cancelled', {
    message: 'Servertray ended before anything was restored.',
    hint: stopped ? 'Look at the server’s state, and begin again.' : 'Begin again if you still want it.',
  })

/**
 * A restore as a later run of the app finds it. Before the request it is over, and nothing was overwritten; after it,
 * it is followed again, and nothing is sent any more.
 */
export function afterRestart(view: RestoreView, { now, wall }: Times): Restoring {
  const restoring = { view, since: now, stoppedAt: null, offlineSince: null, requestedAt: now, quietSince: null }
  if (hasRestoreEnded(view) || view.phase === 'following') return restoring
  if (view.phase === 'requesting') return enter(restoring, 'following', now)
  return end(restoring, 'cancelled', { now, wall }, endedBefore(view.sent.stop !== null))
}
