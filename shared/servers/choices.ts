import { isBackingUp, isBackupRunning, throttledUntil } from '../backups/backups.ts'
import type { BackupRun, RestoreView } from '../backups/contract.ts'
import { isRestoring } from '../backups/restore.ts'
import type { ReinstallRun } from '../jobs/contract.ts'
import { isReinstalling } from '../jobs/reinstall.ts'
import { whyLacking } from '../keys/allowed.ts'
import type { WithKeys, WithPanels } from '../keys/contract.ts'
import type { MissingPower } from '../keys/server-keys.ts'
import { heldReason, whyHeld } from '../model/describe-server.ts'
import type { ServerRef } from '../model/identifier.ts'
import type { PowerSignal } from '../model/power.ts'
import type { PowerAction } from '../model/power-schema.ts'
import type { ServerView } from '../model/server-schema.ts'
import { clockTime } from '../model/time-words.ts'

/** True while the outcome is open, so that no second signal is sent. */
export const isRunning = (action: PowerAction | null): boolean =>
  action !== null && ['sending', 'waiting', 'accepted'].includes(action.phase)

/** For each signal why it cannot be sent now, in a few words; null where it can. */
export type PowerChoices = Readonly<Record<PowerSignal, string | null>>

const every = (reason: string | null): PowerChoices => ({ start: reason, stop: reason, restart: reason, kill: reason })

const byState: Record<ServerView['state'], PowerChoices> = {
  unknown: every(null),
  running: { ...every(null), start: 'already running' },
  starting: { ...every(null), start: 'already starting' },
  stopping: { ...every('still stopping'), kill: null },
  offline: { ...every('already offline'), start: null, restart: 'offline, use Start' },
}

/** True for what the panel accepts and the server's machine then drops without a word. */
export const isDropped = (signal: PowerSignal, { state }: Pick<ServerView, 'state'>): boolean =>
  state === 'stopping' && (signal === 'start' || signal === 'restart')

/**
 * Which of the four signals can be sent to a server now. While another action runs only kill is free. An unknown state
 * rules nothing out: the panel knows better than a guess.
 * @param missing why none of its keys can send one, where that is known; null for nothing
 */
export function powerChoices(server: ServerView, missing: MissingPower | null): PowerChoices {
  if (server.keyIds.length === 0) return every('no key reaches it')
  const { start, stop, restart, kill } = choicesByState(server)
  return {
    start: missing?.start?.reason ?? start,
    stop: missing?.stop?.reason ?? stop,
    restart: missing?.restart?.reason ?? restart,
    kill: missing?.kill?.reason ?? kill,
  }
}

function choicesByState(server: ServerView): PowerChoices {
  if (isRunning(server.action)) return { ...every('another action is running'), kill: null }
  if (server.condition !== null) return every(heldReason(server.condition))
  return byState[server.state]
}

/**
 * Which signals can be sent as a second try of an action that stalled: it changed nothing, so the state that was read
 * since does not count, but where the second try would be dropped.
 */
export function retryChoices(server: ServerView, missing: MissingPower | null): PowerChoices {
  const drops = server.action !== null && isDropped(server.action.signal, server)
  return powerChoices({ ...server, state: drops ? server.state : 'unknown', action: null }, missing)
}

type WithBackups = WithKeys &
  WithPanels & {
    readonly backupRuns: Readonly<Record<ServerRef, BackupRun>>
    readonly restores: Readonly<Record<string, RestoreView>>
  }

/** Why no backup of a server can ever be made from here, in a few words; null where one can. Takes unix milliseconds. */
export function whyNeverBackedUp(state: WithKeys & WithPanels, server: ServerView, now: number): string | null {
  const isHere = server.keyIds.length === 0 || state.panels[server.panelId]?.dialect === 'pterodactyl'
  return isHere ? whyLacking(state, server, 'backup.create', now) : 'not on this panel'
}

/** Why no backup of a server can be made now, in a few words; null where one can. Takes unix milliseconds. */
export function whyNoBackupNow(state: WithBackups, server: ServerView, now: number): string | null {
  const never = whyNeverBackedUp(state, server, now) ?? whyHeld(server)
  if (never !== null) return never
  if (isRestoring(state.restores, server.ref)) return 'a restore is running'
  const run = state.backupRuns[server.ref]
  if (run === undefined) return null
  if (isBackupRunning(run)) return 'one is being made'
  const until = throttledUntil(run)
  return until !== null && until > now ? `again at ${clockTime(until)}` : null
}

/**
 * Why a server cannot be reinstalled now, in a few words; null where it can. The client API document names no permission
 * for it, so only a key with all of them surely may. Takes unix milliseconds.
 */
export function whyNoReinstall(
  state: WithBackups & { readonly reinstalls: Readonly<Record<ServerRef, ReinstallRun>> },
  server: ServerView,
  now: number,
): string | null {
  const never =
    whyLacking(state, server, 'all', now) ?? (server.condition === 'install-failed' ? null : whyHeld(server))
  if (never !== null) return never
  if (isRunning(server.action)) return 'another action is running'
  if (isRestoring(state.restores, server.ref)) return 'a restore is running'
  const reinstall = state.reinstalls[server.ref]
  if (reinstall !== undefined && isReinstalling(reinstall)) return 'a reinstall is under way'
  return isBackingUp(state, server.ref) ? 'a backup is being made' : null
}
