import { maxCommandLength } from './command-length.ts'
import type { ServerRef } from './identifier.ts'
import type { PlanPhase, PlanView, RestartChoices } from './restart.ts'
import type { WithPlans, WithPreferences } from './slices.ts'

export const maxWarnings = 30
/** Maximum number of schedules. */
export const maxSchedules = 100
/** A day, in seconds. */
export const longestWarningSeconds = 86_400

/** How far *Postpone* moves zero, in milliseconds. */
export const postponeMs = 5 * 60_000

/** Delay between two servers of a schedule, in milliseconds, as in a bulk action. */
export const scheduleStepMs = 5_000

type RestartPreset = { readonly game: string } & Pick<RestartChoices, 'text' | 'cancelText' | 'lastCommand'>

/** The console commands of common games. */
export const restartPresets: readonly RestartPreset[] = [
  {
    game: 'Minecraft',
    text: 'say Server restarts in {time}',
    cancelText: 'say The restart was cancelled',
    lastCommand: { text: 'save-all', waitSeconds: 5 },
  },
  {
    game: 'Minecraft Bedrock',
    text: 'say Server restarts in {time}',
    cancelText: 'say The restart was cancelled',
    lastCommand: null,
  },
  {
    game: 'BungeeCord, Waterfall',
    text: 'alert Server restarts in {time}',
    cancelText: 'alert The restart was cancelled',
    lastCommand: null,
  },
  {
    game: 'Rust',
    text: 'say Server restarts in {time}',
    cancelText: 'say The restart was cancelled',
    lastCommand: { text: 'server.save', waitSeconds: 5 },
  },
  {
    game: 'Terraria',
    text: 'say Server restarts in {time}',
    cancelText: 'say The restart was cancelled',
    lastCommand: { text: 'save', waitSeconds: 5 },
  },
  {
    game: 'Source games (Garry’s Mod, Team Fortress 2, Counter-Strike)',
    text: 'say Server restarts in {time}',
    cancelText: 'say The restart was cancelled',
    lastCommand: null,
  },
  {
    game: 'ARK: Survival Evolved',
    text: 'broadcast Server restarts in {time}',
    cancelText: 'broadcast The restart was cancelled',
    lastCommand: { text: 'saveworld', waitSeconds: 10 },
  },
  {
    game: '7 Days to Die',
    text: 'say "Server restarts in {time}"',
    cancelText: 'say "The restart was cancelled"',
    lastCommand: { text: 'saveworld', waitSeconds: 5 },
  },
  {
    game: 'Project Zomboid',
    text: 'servermsg "Server restarts in {time}"',
    cancelText: 'servermsg "The restart was cancelled"',
    lastCommand: { text: 'save', waitSeconds: 5 },
  },
  {
    game: 'Factorio',
    text: 'Server restarts in {time}',
    cancelText: 'The restart was cancelled',
    lastCommand: { text: '/server-save', waitSeconds: 5 },
  },
]

/** The choices that the dialog for a server begins with: its own, otherwise those for all. */
export function restartChoicesFor({ preferences }: WithPreferences, ref: ServerRef): RestartChoices {
  return preferences.restart.servers[ref] ?? preferences.restart.all
}

/** The warnings that fit into the `ms` before zero. */
export function fittingWarnings(warnings: readonly number[], ms: number): readonly number[] {
  return warnings.filter((seconds) => seconds * 1_000 <= ms)
}

const part = (count: number, unit: string) => (count === 0 ? [] : [`${count} ${unit}${count === 1 ? '' : 's'}`])

/**
 * A span for players: `10 minutes`, `1 minute 30 seconds`, `1 second`.
 * @param seconds whole and above zero
 */
export function warningTime(seconds: number): string {
  const [h, m, s] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return [...part(h, 'hour'), ...part(m, 'minute'), ...part(s, 'second')].join(' ')
}

/** A name inside a console command, without characters that could end the command or open quotes. */
function inCommand(name: string): string {
  const kept = name.replace(/[^\p{L}\p{M}\p{N} ._()[\]'#&+,:!?-]/gu, '').replace(/ {2,}/g, ' ')
  return [...kept.trim()].slice(0, 60).join('')
}

/** The console command of a warning, with its time and the server's name filled in; no longer than a command may be. */
export function warningText(text: string, seconds: number, serverName: string): string {
  const values: Readonly<Record<string, string>> = { '{time}': warningTime(seconds), '{server}': inCommand(serverName) }
  const filled = text.replace(/\{time\}|\{server\}/g, (place) => values[place] ?? place).slice(0, maxCommandLength)
  // Not half of a surrogate pair at the cut.
  return filled.isWellFormed() ? filled : filled.slice(0, -1)
}

const endings: readonly PlanPhase[] = ['done', 'cancelled', 'failed', 'missed']

/** True once a plan does nothing more by itself. */
export function hasEnded({ phase }: Pick<PlanView, 'phase'>): boolean {
  return endings.includes(phase)
}

/** True while only warnings were sent, so that a plan can be cancelled. */
export function isAhead({ phase }: Pick<PlanView, 'phase'>): boolean {
  return phase === 'counting' || phase === 'last-command'
}

/** The plan of a server that is under way, otherwise the one that ended last. */
export function planOf({ plans }: WithPlans, ref: ServerRef): PlanView | null {
  const own = Object.values(plans).filter((plan) => plan.ref === ref)
  return own.find((plan) => !hasEnded(plan)) ?? own.at(-1) ?? null
}
