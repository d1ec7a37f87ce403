import { z } from 'zod'
import { type BulkWork, maxBulkServers } from '../../shared/model/bulk.ts'
import { defaultStaggerMs } from '../../shared/model/bulk-summary.ts'
import { consoleCommandSchema } from '../../shared/model/console-schema.ts'
import type { ServerIdentifier } from '../../shared/model/identifier.ts'
import { serverIdentifierSchema } from '../../shared/model/identifier-schema.ts'
import type { PowerSignal } from '../../shared/model/power.ts'
import { powerSignalSchema } from '../../shared/model/power-schema.ts'
import { defaultRestartChoices, type PlayersRule, type RestartChoices } from '../../shared/model/restart.ts'
import { playersRuleSchema, timeOfDaySchema, warningsSchema } from '../../shared/model/restart-schema.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { type CommandSpec, defineCommand, misuse, parseIdentifier, parseSeconds } from './command-spec.ts'

export type RestartCommand = {
  readonly name: 'restart'
  readonly identifier: ServerIdentifier
  readonly choices: RestartChoices
  /**
   * Zero as the clocks here show it; null for as soon as the longest warning allows, or for a day from now where it waits
   * for an empty server.
   */
  readonly at: string | null
  /** Waits for what comes of it, not only for the panel's answer. */
  readonly waits: boolean
}

export type BulkCommand = {
  readonly name: 'bulk'
  /** A restart goes out at once, after a backup. */
  readonly work: Extract<BulkWork, { kind: 'power' | 'restart' }>
  /** All servers, those that a pattern fits, or those named. */
  readonly which: { readonly match: string } | { readonly identifiers: readonly ServerIdentifier[] }
  readonly staggerMs: number
  readonly isDryRun: boolean
  /** How many servers the person says are killed. */
  readonly confirmed: number | null
}

/** One option of several commands. */
export const playersOption = {
  type: 'boolean',
  help: 'ask the games how many are on: the yes to ask them past the panel, for this run',
} as const

const backupFirstOption = {
  type: 'string',
  value: 'anyway',
  bare: 'must',
  help: 'back up first, and restart only if that succeeded, or =anyway',
} as const

const restartOptions = {
  warn: { type: 'string', value: 'SPANS', help: 'when to warn before the restart (5m,1m,30s,10s,5s,4s,3s,2s,1s)' },
  message: { type: 'string', value: 'T', help: 'console command of a warning, with {time} and {server}' },
  at: {
    type: 'string',
    value: 'HH:MM',
    help: 'restart at that time of this computer’s clock, not after the longest warning',
  },
  'cancel-message': { type: 'string', value: 'T', help: 'console command that tells of a cancellation' },
  'when-empty': { type: 'boolean', help: 'restart as soon as nobody is on (with --players)' },
  until: { type: 'string', value: 'HH:MM', help: 'how long --when-empty waits (a day)' },
  else: { type: 'string', value: 'WHAT', help: 'what --when-empty does at its end: skip or restart (skip)' },
  'at-most': { type: 'string', value: 'N', help: 'restart only if no more players are on (with --players)' },
  'backup-first': backupFirstOption,
  players: playersOption,
  wait: { type: 'boolean', help: 'end once the server is running again' },
} as const

const bulkOptions = {
  all: { type: 'boolean', help: 'every server that the keys reach' },
  match: { type: 'string', value: 'GLOB', help: 'servers whose name or identifier matches, such as smp-*' },
  stagger: { type: 'string', value: 'S', help: 'seconds from one server to the next (5)' },
  'backup-first': backupFirstOption,
  'dry-run': { type: 'boolean', help: 'only list the servers' },
  yes: { type: 'string', value: 'COUNT', help: 'the number of servers to kill' },
} as const

const usualWarnings = [300, 60, 30, 10, 5, 4, 3, 2, 1]

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 }

/** `5m,1m,10s` in seconds, the longest first; an empty text for none. */
function parseWarnings(typed: string): Result<number[]> {
  const spans = typed === '' ? [] : typed.split(',').map((span) => /^(\d{1,5})([smh])$/.exec(span.trim()))
  const seconds = spans.map((span) => Number(span?.[1]) * (secondsOf[span?.[2] ?? ''] ?? Number.NaN))
  const warnings = warningsSchema.safeParse(seconds.toSorted((a, b) => b - a))
  return warnings.success ? ok(warnings.data) : misuse('--warn needs spans such as 5m,1m,10s, each once.')
}

type PlayersTyped = {
  readonly [K in 'until' | 'else' | 'at-most' | 'at']?: string | undefined
} & { readonly [K in 'when-empty' | 'players']?: boolean | undefined }

function parseWhenEmpty({ until, else: otherwise = 'skip', at }: PlayersTyped): Result<PlayersRule> {
  if (otherwise !== 'skip' && otherwise !== 'restart') return misuse('--else needs skip or restart.')
  if (otherwise === 'restart' && until === undefined) return misuse('--else restart needs --until.')
  return at === undefined ? ok({ rule: 'when-empty', otherwise }) : misuse('--when-empty takes --until, not --at.')
}

/** What the restart does about players. Games are asked only with `--players`. */
function parsePlayers(typed: PlayersTyped): Result<PlayersRule> {
  const { 'when-empty': whenEmpty = false, 'at-most': most, players = false } = typed
  if (whenEmpty && most !== undefined) return misuse('Choose one of --when-empty and --at-most.')
  if (!whenEmpty && (typed.until ?? typed.else) !== undefined) return misuse('--until and --else need --when-empty.')
  const isWanted = whenEmpty || most !== undefined
  if (isWanted && !players) return misuse('--when-empty and --at-most ask the game how many are on: add --players.')
  if (!isWanted) return players ? misuse('--players needs --when-empty or --at-most.') : ok({ rule: 'any' })
  if (whenEmpty) return parseWhenEmpty(typed)
  const parsed = playersRuleSchema.safeParse({
    rule: 'at-most',
    players: /^\d{1,5}$/.test(most ?? '') ? Number(most) : null,
  })
  return parsed.success ? ok(parsed.data) : misuse('--at-most needs a number of players.')
}

function parseBackupFirst(typed: string | undefined): Result<RestartChoices['backupFirst']> {
  if (typed === undefined) return ok('no')
  const parsed = z.enum(['must', 'anyway']).safeParse(typed)
  return parsed.success ? ok(parsed.data) : misuse('--backup-first stands alone, or with =anyway.')
}

export const restartCommand: CommandSpec<RestartCommand> = defineCommand({
  name: 'restart',
  help: 'restart with warnings at the console; Ctrl+C cancels',
  positionals: [{ name: 'IDENTIFIER' }],
  options: restartOptions,
  parse(words, options) {
    if (words.length !== 1) return misuse('restart needs the identifier of one server.')
    const identifier = parseIdentifier(words[0])
    if (!identifier.ok) return identifier
    const warnings = options.warn === undefined ? ok(usualWarnings) : parseWarnings(options.warn)
    if (!warnings.ok) return warnings
    const players = parsePlayers(options)
    if (!players.ok) return players
    const at = timeOfDaySchema.nullable().safeParse(options.at ?? options.until ?? null)
    if (!at.success) return misuse('--at and --until need a time such as 03:00.')
    const text = consoleCommandSchema.safeParse(options.message ?? defaultRestartChoices.text)
    const cancelText = consoleCommandSchema.nullable().safeParse(options['cancel-message'] ?? null)
    if (!text.success || !cancelText.success) return fail('invalid-command')
    const backupFirst = parseBackupFirst(options['backup-first'])
    if (!backupFirst.ok) return backupFirst
    const texts = { text: text.data, cancelText: cancelText.data }
    const choices = {
      ...defaultRestartChoices,
      warnings: warnings.value,
      ...texts,
      players: players.value,
      backupFirst: backupFirst.value,
    } as const
    return ok({ name: 'restart', identifier: identifier.value, choices, at: at.data, waits: options.wait ?? false })
  },
})

type Chosen = { readonly all?: boolean | undefined; readonly match?: string | undefined }

function parseWhich(named: readonly string[], { all, match }: Chosen): Result<BulkCommand['which']> {
  const ways = [all === true, match !== undefined, named.length > 0].filter(Boolean).length
  if (ways !== 1) return misuse('bulk needs --all, --match GLOB or identifiers, one of the three.')
  if (all === true) return ok({ match: '*' })
  if (match !== undefined) return match === '' ? misuse('--match needs a pattern.') : ok({ match })
  const identifiers = serverIdentifierSchema
    .array()
    .max(maxBulkServers)
    .safeParse([...new Set(named)])
  return identifiers.success ? ok({ identifiers: identifiers.data }) : fail('invalid-identifier')
}

/** What is done to each server. */
function parseWork(signal: PowerSignal, typed: string | undefined): Result<BulkCommand['work']> {
  const backupFirst = parseBackupFirst(typed)
  if (!backupFirst.ok) return backupFirst
  if (backupFirst.value === 'no') return ok({ kind: 'power', signal })
  if (signal !== 'restart') return misuse('--backup-first belongs to restart.')
  const choices = { ...defaultRestartChoices, warnings: [], backupFirst: backupFirst.value }
  return ok({ kind: 'restart', choices, when: { inSeconds: 0 } })
}

export const bulkCommand: CommandSpec<BulkCommand> = defineCommand({
  name: 'bulk',
  help: 'send a power signal to several servers, one after another',
  positionals: [{ name: 'SIGNAL', values: powerSignalSchema.options }, { name: '[IDENTIFIER...]' }],
  options: bulkOptions,
  parse([typed, ...named], options) {
    if (typed === undefined) return misuse('bulk needs a power signal.')
    const signal = powerSignalSchema.safeParse(typed)
    if (!signal.success) return fail('invalid-signal')
    const work = parseWork(signal.data, options['backup-first'])
    if (!work.ok) return work
    const which = parseWhich(named, options)
    if (!which.ok) return which
    const { stagger = String(defaultStaggerMs / 1_000), yes } = options
    const staggerMs = parseSeconds(stagger, 0)
    if (staggerMs === null) return misuse('--stagger needs seconds, up to 3600.')
    if (yes !== undefined && !/^\d{1,4}$/.test(yes)) return misuse('--yes needs the number of servers.')
    return ok({
      name: 'bulk',
      work: work.value,
      which: which.value,
      staggerMs,
      isDryRun: options['dry-run'] ?? false,
      confirmed: yes === undefined ? null : Number(yes),
    })
  },
})
