import { maxCommandLength } from './console.ts'
import type { ServerRef } from './identifier.ts'
import type { GameId } from './players.ts'
import type { IdleStop, PlanPhase, PlanStep, PlanView, RestartChoices } from './restart-schema.ts'
import type { WithPlans, WithPreferences } from './slices.ts'

export const maxWarnings = 30
/** Maximum number of schedules. */
export const maxSchedules = 100
/** A day, in seconds. */
export const longestWarningSeconds = 86_400

/** How far *Postpone* moves zero, in milliseconds. */
export const postponeMs = 5 * 60_000

/** Maximum of players that a rule can name. */
export const maxRulePlayers = 10_000

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

/** How long a server is empty before it stops, at least and at most, in minutes. */
export const idleMinutes = { least: 5, most: 1_440 }

/** Maximum number of servers that stop when nobody is on. */
export const maxIdleStops = 200

/**
 * How a server is restarted whose game stopped answering: so many minutes after that is announced, and so often within a
 * day at most.
 */
export const frozenRestart = { leadMinutes: 5, mostADay: 3 }

/** The wait for an empty server that a schedule begins with, in minutes. */
export const defaultWaitMinutes = 60

/** The longest such wait, in minutes. */
export const maxWaitMinutes = 720

/** Delay between two servers of a schedule, in milliseconds, as in a bulk action. */
export const scheduleStepMs = 5_000

/**
 * The commands of a game.
 * @param game its name, for people
 * @param ids which of the games that the app knows they are
 * @param announce the console command that makes players read these words
 */
function preset(
  game: string,
  ids: readonly GameId[],
  announce: (words: string) => string,
  lastCommand: RestartChoices['lastCommand'] = null,
) {
  const text = announce('Server restarts in {time}')
  return { game, ids, announce, text, cancelText: announce('The restart was cancelled'), lastCommand }
}

const say = (words: string) => `say ${words}`
const last = (text: string, waitSeconds = 5) => ({ text, waitSeconds })

/** The console commands of common games. */
export const restartPresets = [
  preset('Minecraft', ['minecraft-java'], say, last('save-all')),
  preset('Minecraft Bedrock', ['minecraft-bedrock'], say),
  preset('BungeeCord, Waterfall', ['minecraft-proxy'], (words) => `alert ${words}`),
  preset('Rust', ['rust'], say, last('server.save')),
  preset('Terraria', ['terraria'], say, last('save')),
  preset('Source games (Garry’s Mod, Team Fortress 2, Counter-Strike)', ['gmod', 'tf2', 'cs2', 'csgo', 'source'], say),
  preset('ARK: Survival Evolved', ['ark-se'], (words) => `broadcast ${words}`, last('saveworld', 10)),
  preset('7 Days to Die', ['7-days-to-die'], (words) => `say "${words}"`, last('saveworld')),
  preset('Project Zomboid', ['project-zomboid'], (words) => `servermsg "${words}"`, last('save')),
  preset('Factorio', ['factorio'], (words) => words, last('/server-save')),
]

const presetOf = (game: GameId | null) => restartPresets.find(({ ids }) => game !== null && ids.includes(game))

/** The choices with the game's own commands for what players read, where a person left those as they were. */
export function announcedBy(game: GameId | null, choices: RestartChoices): RestartChoices {
  const own = presetOf(game)
  if (own === undefined) return choices
  const { text, cancelText } = defaultRestartChoices
  return {
    ...choices,
    text: choices.text === text ? own.text : choices.text,
    cancelText: choices.cancelText === cancelText ? own.cancelText : choices.cancelText,
  }
}

/** What the stop of an empty server begins with: announced by the game's own command where that is known. */
export function idleStopFor(game: GameId | null): Omit<IdleStop, 'ref'> {
  const { announce = say } = presetOf(game) ?? {}
  return { minutes: 30, warn: { text: announce('Nobody is on. Server stops in {time}'), seconds: 60 } }
}

/** The choices that the dialog for a server begins with: its own, otherwise those for all. */
export const restartChoicesFor = ({ preferences }: WithPreferences, ref: ServerRef): RestartChoices =>
  preferences.restart.servers[ref] ?? preferences.restart.all

/** The warnings that fit into the `ms` before zero. */
export const fittingWarnings = (warnings: readonly number[], ms: number): readonly number[] =>
  warnings.filter((seconds) => seconds * 1_000 <= ms)

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
export const hasEnded = ({ phase }: Pick<PlanView, 'phase'>): boolean => endings.includes(phase)

/** True while only warnings were sent and a backup begun at most, so that a plan can be cancelled. */
export const isAhead = ({ phase }: Pick<PlanView, 'phase'>): boolean =>
  phase === 'counting' || phase === 'last-command' || phase === 'backing-up'

/** The backup that a plan begins with; undefined where none was chosen. */
export const backupStepOf = ({ steps }: Pick<PlanView, 'steps'>): PlanStep | undefined =>
  steps.find(({ kind }) => kind === 'backup')

/** True while a backup must still come to its end before the signal. */
export function isBackupOpen(plan: PlanView): boolean {
  const result = backupStepOf(plan)?.result
  return plan.choices.backupFirst !== 'no' && (result === 'waiting' || result === 'sending')
}

/** The plan of a server that is under way, otherwise the one that ended last. */
export function planOf({ plans }: WithPlans, ref: ServerRef): PlanView | null {
  const own = Object.values(plans).filter((plan) => plan.ref === ref)
  return own.find((plan) => !hasEnded(plan)) ?? own.at(-1) ?? null
}
