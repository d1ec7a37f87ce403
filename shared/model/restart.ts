import type { AppError } from '../error-schema.ts'
import type { ServerRef } from './identifier.ts'
import type { Origin } from './power-schema.ts'

export const zeroChoices = ['restart', 'stop-start'] as const
export const onWarningFailedChoices = ['go-on', 'stop'] as const
/**
 * Whether a backup is made before a restart: `no`; `must`, and the restart is given up where it does not succeed;
 * `anyway`, and the server restarts all the same.
 */
export const backupFirstChoices = ['no', 'must', 'anyway'] as const

/**
 * What a restart does about the players of its server:
 * - `any`: nothing.
 * - `when-empty`: as soon as nobody is on, at zero at the latest. Then it goes on (`restart`, with its warnings before
 *   zero as usual), or is given up (`skip`, without any). *End the countdown when the last one has left* is the same.
 * - `at-most`: at zero, where no more than `players` are on; otherwise it is given up.
 *
 * Nobody is on where a sure count says so twice, 20 s apart. An unknown number never counts as nobody, nor as few.
 */
export type PlayersRule =
  | { rule: 'any' }
  | { rule: 'when-empty'; otherwise: 'restart' | 'skip' }
  | { rule: 'at-most'; players: number }

/** Maximum of players that a rule can name. */
export const maxRulePlayers = 10_000

/** How a server is restarted with warnings. Zero is the moment at which the signal goes out. */
export type RestartChoices = {
  /** Seconds before zero at which a warning goes out, the longest first, each once. */
  warnings: number[]
  /** The console command of each warning; `{time}` and `{server}` in it are filled in. */
  text: string
  /** At zero: one restart signal; or stop, wait until it is offline, start. */
  atZero: (typeof zeroChoices)[number]
  /** Sent `waitSeconds` before zero, such as `save-all`. */
  lastCommand: { text: string; waitSeconds: number } | null
  /** What to do when a warning is refused, as by a server that is not running. */
  onWarningFailed: (typeof onWarningFailedChoices)[number]
  /** The console command that tells players of a cancelled restart; null for none. */
  cancelText: string | null
  /** Kills a server whose stop still hangs this many minutes after zero; null for never. */
  killAfterMinutes: number | null
  players: PlayersRule
  backupFirst: (typeof backupFirstChoices)[number]
}

/** When zero is: so many seconds from now, or at a time in unix milliseconds. */
export type RestartWhen = { inSeconds: number } | { at: number }

export const defaultRestartChoices: RestartChoices = {
  warnings: [600, 300, 60, 30, 10, 5, 4, 3, 2, 1],
  text: 'say Server restarts in {time}',
  atZero: 'restart',
  lastCommand: null,
  onWarningFailed: 'go-on',
  cancelText: 'say The restart was cancelled',
  killAfterMinutes: null,
  players: { rule: 'any' },
  backupFirst: 'no',
}

/**
 * - `counting`: warnings go out. Only now can it be postponed or hurried.
 * - `last-command`: the command before zero was sent; zero comes after its wait. Also where a plan found its server
 *   empty, and says so for the last time before it restarts.
 * - `backing-up`: what comes before zero waits for the end of the backup; `zeroAt` is when it was due.
 * - `signalling`: the signal is on its way. From here on it cannot be cancelled.
 * - `watching`: the panel took it; what follows is watched.
 * - `done`: the server was seen running again, or its panel tells no state (`unconfirmed`).
 * - `failed`: `error` says why. Nothing is tried again.
 * - `missed`: zero passed while the computer slept or the app was closed, and nothing was sent for it.
 */
export type PlanPhase =
  | 'counting'
  | 'last-command'
  | 'backing-up'
  | 'signalling'
  | 'watching'
  | 'done'
  | 'cancelled'
  | 'failed'
  | 'missed'

/** One step of a plan, and what came of it. */
export type PlanStep = {
  kind: 'warning' | 'backup' | 'last-command' | 'last-call' | 'cancel-text' | 'restart' | 'stop' | 'start' | 'kill'
  /** How long before zero, in seconds; 0 for what comes at or after it. */
  secondsBefore: number
  /**
   * `sending`: also while a backup is made. `unconfirmed`: it is not known whether it arrived. `skipped`: its time
   * passed, or it was needed no more.
   */
  result: 'waiting' | 'sending' | 'sent' | 'unconfirmed' | 'failed' | 'skipped'
  /** When it was sent, in unix milliseconds; null where it was not. */
  sentAt: number | null
  error: AppError | null
}

/** What a plan knows of the players that it waits for: `online` is null while not known. `since` in unix milliseconds. */
export type PlanWait = { online: number | null; since: number }

/** A restart with warnings: counting, or ended. Times are unix milliseconds. */
export type PlanView = {
  id: string
  ref: ServerRef
  /** The server's name when it was planned. */
  name: string
  choices: RestartChoices
  zeroAt: number
  /** The zero that was planned, while the server is empty and zero was brought forward for that; null otherwise. */
  latestAt: number | null
  /** Null where it waits for no players. */
  waiting: PlanWait | null
  phase: PlanPhase
  /** In the order in which they go out. */
  steps: PlanStep[]
  startedAt: number
  endedAt: number | null
  /** Where it was planned; then where somebody brought it forward or cancelled it. */
  origin: Origin
  /** The schedule that created it. */
  scheduleId: string | null
  /** What the signal led to, once known. `stalled`: the server did not come back within the limit. */
  outcome: 'confirmed' | 'unconfirmed' | 'stalled' | null
  /** Why it failed. */
  error: AppError | null
}

/** Stops a server on which nobody was for so long. `warn` is said at its console so many seconds before, or nothing. */
export type IdleStop = { ref: ServerRef; minutes: number; warn: { text: string; seconds: number } | null }

/** How long a server is empty before it stops, at least and at most, in minutes. */
export const idleMinutes = { least: 5, most: 1_440 }

/** Maximum number of servers that stop when nobody is on. */
export const maxIdleStops = 200

/**
 * How a server is restarted whose game stopped answering: so many minutes after that is announced, and so often within a
 * day at most.
 */
export const frozenRestart = { leadMinutes: 5, mostADay: 3 }

/** A repeating restart, as saved. */
export type Schedule = {
  id: string
  refs: ServerRef[]
  /** Days of the week on which zero falls, 0 for Sunday, each once. */
  days: number[]
  /** The time of day of zero in `timeZone`, as `HH:MM`, 00:00 to 23:59. */
  time: string
  /** An IANA time zone that this system knows, such as `Europe/Berlin`. */
  timeZone: string
  choices: RestartChoices
  /** How long before `time` it may begin to wait for an empty server, in minutes. Only where the choices ask for one. */
  waitMinutes: number
  enabled: boolean
}

/** The wait for an empty server that a schedule begins with, in minutes. */
export const defaultWaitMinutes = 60
/** The longest such wait, in minutes. */
export const maxWaitMinutes = 720

/** The last run of a schedule. `at` is its zero; the other fields count its servers by outcome. */
export type ScheduleRun = {
  at: number
  done: number
  failed: number
  cancelled: number
  missed: number
  /** Servers that had another plan under way, or were in no list. */
  skipped: number
  /** Servers whose restart has not ended. */
  running: number
}

/** `nextAt`: zero of the next run in unix milliseconds, null while it is paused. */
export interface ScheduleView extends Schedule {
  nextAt: number | null
  lastRun: ScheduleRun | null
}
