import type { ServerRef } from './identifier.ts'
import type { PowerSignal } from './power.ts'
import { defaultRestartChoices, type RestartChoices } from './restart.ts'
import type { ServerState } from './server.ts'
import type { UpdateChoice } from './update.ts'

/** How long notifications can be muted: some hours, or until the person turns them on again. */
export const muteChoices = ['1h', '4h', '8h', 'until-turned-on'] as const
export type MuteChoice = (typeof muteChoices)[number]

/** How long a signal may take to show before its action counts as stalled, in minutes. */
export type StallMinutes = { start: number; stop: number; restart: number }

/** How consoles are shown. */
export type ConsoleLook = {
  timestamps: boolean
  /** Long lines go on in the next row; else they are scrolled to. */
  wraps: boolean
  /** Lines are laid out for screen readers too, which costs speed. */
  screenReader: boolean
}

/**
 * A command kept for use again, for one server, or for all where `ref` is null. `{name}` in its text is asked
 * for before it is sent.
 */
export type SavedCommand = { id: string; ref: ServerRef | null; text: string }

/** Maximum number of saved commands. */
export const maxSavedCommands = 200

/** When a signal is asked about; `players`: while the server may have players. */
export const confirmChoices = ['never', 'players', 'ask'] as const
type ConfirmChoice = (typeof confirmChoices)[number]

/**
 * Whether a signal is asked about first. A kill always is. `asked`: the person has chosen, so that the window asks
 * no more at a first use.
 */
export type ConfirmPolicy = { start: ConfirmChoice; stop: ConfirmChoice; restart: ConfirmChoice; asked: boolean }

/** What a person chose once and the app keeps. */
export type Preferences = {
  /** Shown before the other servers, in this order. One that is not in any list now keeps its place. */
  pinned: ServerRef[]
  /** Servers that tell nothing by notification. */
  quiet: ServerRef[]
  /** `until` in unix milliseconds, null until turned on again; null as a whole while notifications are on. */
  muted: { until: number | null } | null
  stallMinutes: StallMinutes
  console: ConsoleLook
  savedCommands: SavedCommand[]
  /** How restarts with warnings go: for all servers, and for those that have their own. */
  restart: { all: RestartChoices; servers: Record<ServerRef, RestartChoices> }
  confirm: ConfirmPolicy
  /** Opens the palette from anywhere: a key combination in Electron's words, such as `CommandOrControl+Shift+K`. */
  globalShortcut: string | null
  /** How new versions are looked for; null until the person was asked. */
  updates: UpdateChoice | null
  /** The questions at the end of the first run were answered. */
  firstRunEnded: boolean
}

/** As a panel's own limits go: a stop may take ten minutes before the machine kills it. */
export const defaultPreferences: Preferences = {
  pinned: [],
  quiet: [],
  muted: null,
  stallMinutes: { start: 3, stop: 10, restart: 10 },
  console: { timestamps: true, wraps: true, screenReader: false },
  savedCommands: [],
  restart: { all: defaultRestartChoices, servers: {} },
  confirm: { start: 'never', stop: 'never', restart: 'never', asked: false },
  globalShortcut: null,
  updates: null,
  firstRunEnded: false,
}

/**
 * Whether a signal is asked about before it is sent. No panel tells how many players there are: a server may have
 * some while it runs, and while its state is not known.
 */
export function asksFirst(confirm: ConfirmPolicy, signal: PowerSignal, state: ServerState): boolean {
  if (signal === 'kill' || confirm[signal] === 'ask') return true
  return confirm[signal] === 'players' && (state === 'running' || state === 'unknown')
}

/** An end further ahead than this, in milliseconds, was set by a clock that was wrong, and mutes nothing any more. */
const longestMuteMs = 24 * 3_600_000

/** True while notifications are muted. @param now unix milliseconds */
export function isMuted({ muted }: Preferences, now: number): boolean {
  if (muted === null || muted.until === null) return muted !== null
  return muted.until > now && muted.until <= now + longestMuteMs
}
