import type { PowerSignal } from './power.ts'
import type { ConfirmPolicy, Preferences } from './preferences-schema.ts'
import { defaultRestartChoices } from './restart-choices.ts'
import type { ServerState } from './server.ts'

/** How long notifications can be muted: some hours, or until the person turns them on again. */
export const muteChoices = ['1h', '4h', '8h', 'until-turned-on'] as const
export type MuteChoice = (typeof muteChoices)[number]

/** When a signal is asked about; `players`: while the server may have players. */
export const confirmChoices = ['never', 'players', 'ask'] as const

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
