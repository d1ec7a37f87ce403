import { z } from 'zod'
import { consoleCommandSchema } from '../../shared/model/console-schema.ts'
import { defaultRestartChoices } from '../../shared/model/restart.ts'
import {
  type PlayersRule,
  playersRuleSchema,
  timeOfDaySchema,
  warningsSchema,
} from '../../shared/model/restart-schema.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { bySchema, flag, identifier, misuse, option } from './arguments.ts'
import { panelCommand } from './command.ts'
import { playersOption } from './players.ts'
import { type RestartWanted, runRestart } from './restart-course.ts'

const usualWarnings = [300, 60, 30, 10, 5, 4, 3, 2, 1]

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 }

/** `5m,1m,10s` in seconds, the longest first; an empty text for none. */
function parseWarnings(typed: string | undefined): Result<number[]> {
  if (typed === undefined) return ok(usualWarnings)
  const spans = typed === '' ? [] : typed.split(',').map((span) => /^(\d{1,5})([smh])$/.exec(span.trim()))
  const seconds = spans.map((span) => Number(span?.[1]) * (secondsOf[span?.[2] ?? ''] ?? Number.NaN))
  const warnings = warningsSchema.safeParse(seconds.toSorted((a, b) => b - a))
  return warnings.success ? ok(warnings.data) : misuse('--warn needs spans such as 5m,1m,10s, each once.')
}

const readTime = bySchema(timeOfDaySchema.optional(), misuse('--at and --until need a time such as 03:00.'))
const readText = bySchema(consoleCommandSchema.optional(), fail('invalid-command'))
const readOtherwise = bySchema(z.enum(['skip', 'restart']).optional(), misuse('--else needs skip or restart.'))
const readBackupFirst = bySchema(
  z.enum(['no', 'must', 'anyway']),
  misuse('--backup-first stands alone, or with =anyway.'),
)

/** A rule that leaves the restart out while more players are on; undefined where none was typed. */
function parseAtMost(typed: string | undefined): Result<PlayersRule | undefined> {
  if (typed === undefined) return ok(undefined)
  const players = /^\d{1,5}$/.test(typed) ? Number(typed) : null
  const rule = playersRuleSchema.safeParse({ rule: 'at-most', players })
  return rule.success ? ok(rule.data) : misuse('--at-most needs a number of players.')
}

export const backupFirstOption = option(
  'anyway',
  'back up first, and restart only if that succeeded, or =anyway',
  (typed = 'no') => readBackupFirst(typed),
  'must',
)

type PlayersTyped = {
  readonly 'when-empty': boolean
  readonly players: boolean
  readonly 'at-most': PlayersRule | undefined
  readonly until: string | undefined
  readonly else: 'skip' | 'restart' | undefined
  readonly at: string | undefined
}

function whenEmptyRule({ until, else: otherwise = 'skip', at }: PlayersTyped): Result<PlayersRule> {
  if (otherwise === 'restart' && until === undefined) return misuse('--else restart needs --until.')
  return at === undefined ? ok({ rule: 'when-empty', otherwise }) : misuse('--when-empty takes --until, not --at.')
}

/** What the restart does about players. Games are asked only with `--players`. */
function playersRule(typed: PlayersTyped): Result<PlayersRule> {
  const { 'when-empty': whenEmpty, 'at-most': atMost, players } = typed
  if (whenEmpty && atMost !== undefined) return misuse('Choose one of --when-empty and --at-most.')
  if (!whenEmpty && (typed.until ?? typed.else) !== undefined) return misuse('--until and --else need --when-empty.')
  const isWanted = whenEmpty || atMost !== undefined
  if (isWanted && !players) return misuse('--when-empty and --at-most ask the game how many are on: add --players.')
  if (!isWanted) return players ? misuse('--players needs --when-empty or --at-most.') : ok({ rule: 'any' })
  return atMost === undefined ? whenEmptyRule(typed) : ok(atMost)
}

export const restartCommand = panelCommand({
  name: 'restart',
  help: 'restart with warnings at the console; Ctrl+C cancels',
  args: { server: identifier },
  options: {
    warn: option('SPANS', 'when to warn before the restart (5m,1m,30s,10s,5s,4s,3s,2s,1s)', parseWarnings),
    message: option('T', 'console command of a warning, with {time} and {server}', readText),
    at: option('HH:MM', 'restart at that time of this computer’s clock, not after the longest warning', readTime),
    'cancel-message': option('T', 'console command that tells of a cancellation', readText),
    'when-empty': flag('restart as soon as nobody is on (with --players)'),
    until: option('HH:MM', 'how long --when-empty waits (a day)', readTime),
    else: option('WHAT', 'what --when-empty does at its end: skip or restart (skip)', readOtherwise),
    'at-most': option('N', 'restart only if no more players are on (with --players)', parseAtMost),
    'backup-first': backupFirstOption,
    players: playersOption,
    wait: flag('end once the server is running again'),
  },
  combine(values): Result<RestartWanted> {
    const players = playersRule(values)
    if (!players.ok) return players
    const { server, warn, message, 'cancel-message': cancelText = null, 'backup-first': backupFirst, wait } = values
    const choices = {
      ...defaultRestartChoices,
      warnings: warn,
      text: message ?? defaultRestartChoices.text,
      cancelText,
      players: players.value,
      backupFirst,
    }
    return ok({ server, choices, at: values.at ?? values.until ?? null, waits: wait })
  },
  run: runRestart,
})
