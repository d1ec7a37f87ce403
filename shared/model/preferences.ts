import { keysOf } from '../tables.ts'
import type { PlayerCount } from './players-schema.ts'
import type { PowerSignal } from './power.ts'
import type { ConfirmPolicy, KeepRule, Preferences } from './preferences-schema.ts'
import { defaultRestartChoices } from './restart.ts'
import type { ServerState } from './server-schema.ts'
import { clockTime } from './time-words.ts'

/** How long notifications can be muted, each as it follows the word Mute. */
export const muteText = {
  '1h': 'for 1 h',
  '4h': 'for 4 h',
  '8h': 'for 8 h',
  'until-turned-on': 'until I unmute',
} as const
export type MuteChoice = keyof typeof muteText
export const muteChoices = keysOf(muteText)
/** Maximum number of saved commands. */
export const maxSavedCommands = 200

/** Maximum of backups that a keep rule can keep as the newest, and of days. */
export const maxKeepNewest = 100
export const maxKeepDays = 366
/** What a server begins with when a person chooses that a rule deletes old backups. */
export const defaultKeepRule: KeepRule = { newest: 3, days: 7 }

/** When a question comes before a signal; `players`: while players are on, or it is not known. */
export const confirmChoices = ['never', 'players', 'ask'] as const
/** The colours of the windows. */
export const appearances = ['system', 'light', 'dark'] as const

/**
 * What notifications tell of: a server that went down by itself, one that came back, an action that failed or takes
 * long, a planned restart that was missed, a key that its panel refused, a game that does not answer any more, the first
 * player who joins, the last one who leaves.
 */
export const notificationKinds = ['stop', 'return', 'action', 'missed', 'key', 'frozen', 'joined', 'left'] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** What notifications tell of only where a person chose it. */
export const quietAtFirst: readonly NotificationKind[] = ['joined', 'left']
/** `stall` follows a panel's own limits: a stop may take ten minutes before the machine kills it. */
export const defaultPreferences: Preferences = {
  pinned: [],
  quiet: [],
  quietKinds: [...quietAtFirst],
  expectedOff: [],
  muted: null,
  stallMinutes: { start: 3, stop: 13, restart: 13 },
  console: { timestamps: true, wraps: true, screenReader: false },
  savedCommands: [],
  restart: { all: defaultRestartChoices, servers: {} },
  idleStops: [],
  frozenRestarts: [],
  confirm: { start: 'never', stop: 'never', restart: 'never', asked: false },
  appearance: 'system',
  hourCycle: 'h23',
  globalShortcut: null,
  updates: null,
  firstRunEnded: false,
  toldOfTray: false,
  areas: [],
  players: { asked: false, panels: [], servers: [] },
  backupDays: null,
  keepRules: {},
}

/** A count older than this, in milliseconds, says nothing of now: a window has what it shows counted each minute. */
const freshMs = 90_000

/**
 * Whether a question comes before a signal. There may be players while a server runs, and while its state is unknown,
 * unless a sure and fresh count says that nobody is on.
 * @param count what is known of its players; null or undefined for nothing
 * @param now unix milliseconds
 */
export function asksFirst(
  confirm: ConfirmPolicy,
  signal: PowerSignal,
  state: ServerState,
  count: PlayerCount | null | undefined,
  now: number,
): boolean {
  if (signal === 'kill' || confirm[signal] === 'ask') return true
  const isEmpty = count?.online === 0 && count.isSure && Math.abs(now - count.at) <= freshMs
  return confirm[signal] === 'players' && (state === 'running' || state === 'unknown') && !isEmpty
}

/**
 * Longest time for which notifications can be muted, in milliseconds. An end further ahead was set by a wrong clock,
 * and is ignored.
 */
const longestMuteMs = 24 * 3_600_000

/** True while notifications are muted. @param now unix milliseconds */
export function isMuted({ muted }: Preferences, now: number): boolean {
  if (muted === null || muted.until === null) return muted !== null
  return muted.until > now && muted.until <= now + longestMuteMs
}

/** Says until when notifications are muted. */
export const mutedText = ({ muted }: Preferences): string =>
  muted?.until ? `Muted until ${clockTime(muted.until)}` : 'Muted until you unmute'
