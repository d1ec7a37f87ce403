import type { RememberedArea } from './area.ts'
import type { BackupDays } from './backup-health.ts'
import type { ServerRef } from './identifier.ts'
import type { KeepRule } from './keep-rule.ts'
import type { PlayerCount, PlayersPreferences } from './players.ts'
import type { PowerSignal } from './power.ts'
import { defaultRestartChoices, type IdleStop, type RestartChoices } from './restart.ts'
import type { ServerState } from './server.ts'
import type { HourCycle } from './time-words.ts'
import type { UpdateChoice } from './update.ts'

/** How long notifications can be muted: some hours, or until the person turns them on again. */
export const muteChoices = ['1h', '4h', '8h', 'until-turned-on'] as const
export type MuteChoice = (typeof muteChoices)[number]

/** How long a signal may take to show before its action counts as stalled, in minutes. */
export type StallMinutes = { start: number; stop: number; restart: number }

/** How consoles are shown. */
export type ConsoleLook = {
  timestamps: boolean
  /** Long lines wrap; otherwise they are scrolled to. */
  wraps: boolean
  /** Lines are also laid out for screen readers, which costs speed. */
  screenReader: boolean
}

/**
 * A saved command, for one server, or for all where `ref` is null. `{name}` in its text is asked for before it is sent.
 */
export type SavedCommand = { id: string; ref: ServerRef | null; text: string }

/** Maximum number of saved commands. */
export const maxSavedCommands = 200

/** When a question comes before a signal; `players`: while players are on, or it is not known. */
export const confirmChoices = ['never', 'players', 'ask'] as const
type ConfirmChoice = (typeof confirmChoices)[number]

/**
 * Which signals a question comes before. Before a kill there always is one. `asked`: the person has chosen, so the
 * window does not offer the choice again.
 */
export type ConfirmPolicy = { start: ConfirmChoice; stop: ConfirmChoice; restart: ConfirmChoice; asked: boolean }

/** The colours of the windows. */
export const appearances = ['system', 'light', 'dark'] as const
export type Appearance = (typeof appearances)[number]

/**
 * What notifications tell of: a server that went down by itself, one that came back, an action that failed or takes
 * long, a planned restart that was missed, a key that its panel refused, a game that does not answer any more, the first
 * player who joins, the last one who leaves.
 */
export const notificationKinds = ['stop', 'return', 'action', 'missed', 'key', 'frozen', 'joined', 'left'] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** What notifications tell of only where a person chose it. */
export const quietAtFirst: readonly NotificationKind[] = ['joined', 'left']

/** What a person has chosen. */
export type Preferences = {
  /** Servers shown before the others, in this order. One that is in no list now keeps its place. */
  pinned: ServerRef[]
  /** Servers without notifications. */
  quiet: ServerRef[]
  /** What notifications do not tell of. */
  quietKinds: NotificationKind[]
  /** Servers that are off on purpose: a person stopped them, or said so. Ends when one is seen to start. */
  expectedOff: ServerRef[]
  /** `until` in unix milliseconds, null until turned on again; null as a whole while notifications are on. */
  muted: { until: number | null } | null
  stallMinutes: StallMinutes
  console: ConsoleLook
  savedCommands: SavedCommand[]
  /** How restarts with warnings go: for all servers, and for those that have their own. */
  restart: { all: RestartChoices; servers: Record<ServerRef, RestartChoices> }
  /** Servers that stop when nobody was on for a while. None unless a person chose it. */
  idleStops: IdleStop[]
  /** Servers that are restarted, with a warning, where their game stops answering. */
  frozenRestarts: ServerRef[]
  confirm: ConfirmPolicy
  appearance: Appearance
  hourCycle: HourCycle
  /** Opens the palette from anywhere: an Electron accelerator such as `CommandOrControl+Shift+K`. */
  globalShortcut: string | null
  /** How to look for new versions; null until the person was asked. */
  updates: UpdateChoice | null
  /** The questions at the end of the first run were answered. */
  firstRunEnded: boolean
  /** At the first close of the window the person was told that the app goes on in the tray. */
  toldOfTray: boolean
  /** The area of each server that was looked at last, where it is not the first one. */
  areas: RememberedArea[]
  players: PlayersPreferences
  /** A server whose newest good backup is older than this many days needs attention; null for none. */
  backupDays: BackupDays | null
  /** Which old backups of a server may be deleted where another one needs their place. None unless a person chose it. */
  keepRules: Record<ServerRef, KeepRule>
}

/** `stall` follows a panel's own limits: a stop may take ten minutes before the machine kills it. */
export const defaultPreferences: Preferences = {
  pinned: [],
  quiet: [],
  quietKinds: [...quietAtFirst],
  expectedOff: [],
  muted: null,
  stallMinutes: { start: 3, stop: 10, restart: 10 },
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
