import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import {
  canCancelReinstall,
  isReinstalling,
  type ReinstallPhase,
  type ReinstallRun,
} from '../../shared/model/reinstall.ts'
import type { Installation } from '../../shared/model/server-settings.ts'
import type { Result } from '../../shared/result.ts'

/*
 * A reinstall, step by step: the backup that was chosen, the one request, and what the panel tells of it. A panel marks
 * the server before it answers, and takes the mark away at the end (the panel's API, part 2, *Settings*). So after an
 * answer that it began, a server without the mark is done; after one that proves nothing, only a mark that was seen
 * since says that it began.
 */

const minuteMs = 60_000
/** A reinstall that takes longer than this takes long, in milliseconds. */
export const slowMs = 30 * minuteMs
/** Longer than any install script. */
export const longestMs = 6 * 60 * minuteMs
/** How long a panel whose answer proved nothing may take to mark the server. */
export const unsureMs = 2 * minuteMs

/** A reinstall, and what must be known of it while the app runs. */
export type Reinstalling = {
  readonly view: ReinstallRun
  /** When the panel answered, in steady milliseconds, which count sleep; null before. */
  readonly answeredAt: number | null
}

/** Now: steady milliseconds, and the wall clock in unix milliseconds for what is shown. */
type Times = { readonly now: number; readonly wall: number }

/** What the panel told of the server, and when it was asked, in steady milliseconds. */
export type InstallationLook = { readonly askedAt: number; readonly told: Result<Installation> }

const withView = (reinstalling: Reinstalling, change: Partial<ReinstallRun>): Reinstalling => ({
  ...reinstalling,
  view: { ...reinstalling.view, ...change },
})

type EndPhase = Extract<ReinstallPhase, 'done' | 'failed' | 'unknown' | 'cancelled'>

const end = (
  reinstalling: Reinstalling,
  phase: EndPhase,
  { wall }: Times,
  change: { readonly error?: AppError | null } = {},
): Reinstalling => withView(reinstalling, { ...change, phase, endedAt: wall })

/** Begins with the backup where that was chosen, otherwise with the request. */
export function beginReinstall(
  order: Pick<ReinstallRun, 'id' | 'ref' | 'name'> & { readonly backsUpFirst: boolean },
  { wall }: Times,
): Reinstalling {
  const { id, ref, name, backsUpFirst } = order
  const phase = backsUpFirst ? 'backing-up' : 'asking'
  const times = { startedAt: wall, endedAt: null }
  return {
    view: { id, ref, name, phase, ...times, isAccepted: false, isSlow: false, error: null },
    answeredAt: null,
  }
}

/** What came of the backup: good, so that the request goes out now, or why not. Without it nothing is reinstalled. */
export function noteBackup(reinstalling: Reinstalling, made: Result<void>, times: Times): Reinstalling {
  if (reinstalling.view.phase !== 'backing-up') return reinstalling
  return made.ok
    ? withView(reinstalling, { phase: 'asking' })
    : end(reinstalling, 'failed', times, { error: made.error })
}

/** The computer slept: before the request nothing more is sent, since others may have played on. */
export function noteSleep(reinstalling: Reinstalling, times: Times): Reinstalling {
  if (!canCancelReinstall(reinstalling.view)) return reinstalling
  const { hint } = appError('slept')
  const error = appError('slept', { hint: `The backup that was begun before it stays. ${hint}` })
  return end(reinstalling, 'failed', times, { error })
}

/** What the panel answered. After an answer that proves nothing it may reinstall all the same. */
export function noteRequest(reinstalling: Reinstalling, sent: Result<void>, times: Times): Reinstalling {
  if (reinstalling.view.phase !== 'asking') return reinstalling
  if (!sent.ok && !sent.error.mayHaveActed) return end(reinstalling, 'failed', times, { error: sent.error })
  const error = sent.ok ? null : sent.error
  return {
    ...withView(reinstalling, { phase: 'installing', isAccepted: sent.ok, error }),
    answeredAt: times.now,
  }
}

/** What a panel tells that does not install now. */
function noteRest(
  reinstalling: Reinstalling,
  installation: Exclude<Installation, 'installing'>,
  answeredAt: number,
  times: Times,
): Reinstalling {
  const { isAccepted, error } = reinstalling.view
  if (isAccepted) {
    return installation === 'none'
      ? end(reinstalling, 'done', times)
      : end(reinstalling, 'failed', times, { error: appError('reinstall-failed') })
  }
  return times.now - answeredAt > unsureMs ? end(reinstalling, 'unknown', times, { error }) : reinstalling
}

const notSeen = (): { error: AppError } => ({ error: appError('reinstall-not-seen') })

/** What a look at the server shows. One that was begun before the panel had answered says nothing. */
export function noteLook(reinstalling: Reinstalling, { askedAt, told }: InstallationLook, times: Times): Reinstalling {
  const { view, answeredAt } = reinstalling
  if (view.phase !== 'installing' || answeredAt === null || askedAt < answeredAt) return reinstalling
  if (told.ok && told.value !== 'installing') return noteRest(reinstalling, told.value, answeredAt, times)
  const lastedMs = times.now - answeredAt
  const isGone = !told.ok && told.error.code === 'unknown-server'
  if (isGone || lastedMs > longestMs) return end(reinstalling, 'unknown', times, notSeen())
  if (!told.ok) return reinstalling
  const isSlow = lastedMs >= slowMs
  if (view.isAccepted && view.isSlow === isSlow) return reinstalling
  return withView(reinstalling, { isAccepted: true, isSlow, error: null })
}

/** Gives it up; null once the request is out. The panel goes on with a backup that it makes. */
export function cancelReinstall(reinstalling: Reinstalling, times: Times): Reinstalling | null {
  return canCancelReinstall(reinstalling.view) ? end(reinstalling, 'cancelled', times) : null
}

/** After how many milliseconds to look at the server (again): soon at first; null where there is nothing to see. */
export function lookAfterMs({ view, answeredAt }: Reinstalling, now: number): number | null {
  if (view.phase !== 'installing' || answeredAt === null || !isReinstalling(view)) return null
  const lastedMs = now - answeredAt
  if (lastedMs < 5 * minuteMs) return 10_000
  return lastedMs < slowMs ? 30_000 : minuteMs
}
