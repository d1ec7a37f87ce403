import { type BulkWork, maxBulkServers } from '../../shared/model/bulk.ts'
import { defaultStaggerMs } from '../../shared/model/bulk-summary.ts'
import { consoleCommandSchema } from '../../shared/model/console.ts'
import { type ServerIdentifier, serverIdentifierSchema } from '../../shared/model/identifier.ts'
import { powerSignalSchema } from '../../shared/model/power.ts'
import { type RestartChoices, timeOfDaySchema, warningsSchema } from '../../shared/model/restart.ts'
import { defaultRestartChoices } from '../../shared/model/restart-choices.ts'
import { fail, ok, type Result } from '../../shared/result.ts'

export type RestartCommand = {
  readonly name: 'restart'
  readonly identifier: ServerIdentifier
  readonly choices: RestartChoices
  /** Zero as the clocks here show it; null for as soon as the longest warning allows. */
  readonly at: string | null
  /** Waits for what comes of it, not only for the panel's answer. */
  readonly waits: boolean
}

export type BulkCommand = {
  readonly name: 'bulk'
  readonly work: Extract<BulkWork, { kind: 'power' }>
  /** All servers, those that a pattern fits, or those named. */
  readonly which: { readonly match: string } | { readonly identifiers: readonly ServerIdentifier[] }
  readonly staggerMs: number
  readonly isDryRun: boolean
  /** How many servers the person says are killed. */
  readonly confirmed: number | null
}

export type RestartOptions = {
  readonly warn?: string | undefined
  readonly message?: string | undefined
  readonly at?: string | undefined
  readonly wait?: boolean | undefined
  readonly 'cancel-message'?: string | undefined
}

export type BulkOptions = {
  readonly all?: boolean | undefined
  readonly match?: string | undefined
  readonly stagger?: string | undefined
  readonly 'dry-run'?: boolean | undefined
  readonly yes?: string | undefined
}

export const restartOptionTypes = {
  warn: { type: 'string' },
  message: { type: 'string' },
  at: { type: 'string' },
  wait: { type: 'boolean' },
  'cancel-message': { type: 'string' },
} as const

export const bulkOptionTypes = {
  all: { type: 'boolean' },
  match: { type: 'string' },
  stagger: { type: 'string' },
  'dry-run': { type: 'boolean' },
  yes: { type: 'string' },
} as const

const usualWarnings = [300, 60, 30, 10, 5, 4, 3, 2, 1]

// What was typed is never quoted: it may hold a secret in the wrong place.
const misuse = (message: string) => fail('invalid-request', { message, hint: 'Run with --help to see the usage.' })

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 }

/** `5m,1m,10s` in seconds, the longest first; an empty text for none. */
function parseWarnings(typed: string): Result<number[]> {
  const spans = typed === '' ? [] : typed.split(',').map((span) => /^(\d{1,5})([smh])$/.exec(span.trim()))
  const seconds = spans.map((span) => Number(span?.[1]) * (secondsOf[span?.[2] ?? ''] ?? Number.NaN))
  const warnings = warningsSchema.safeParse(seconds.toSorted((a, b) => b - a))
  return warnings.success ? ok(warnings.data) : misuse('--warn needs spans such as 5m,1m,10s, each once.')
}

export function parseRestart(rest: readonly string[], options: RestartOptions): Result<RestartCommand> {
  if (rest.length !== 1) return misuse('restart needs the identifier of one server.')
  const identifier = serverIdentifierSchema.safeParse(rest[0])
  if (!identifier.success) return fail('invalid-identifier')
  const warnings = options.warn === undefined ? ok(usualWarnings) : parseWarnings(options.warn)
  if (!warnings.ok) return warnings
  const at = timeOfDaySchema.nullable().safeParse(options.at ?? null)
  if (!at.success) return misuse('--at needs a time such as 03:00.')
  const text = consoleCommandSchema.safeParse(options.message ?? defaultRestartChoices.text)
  const cancelText = consoleCommandSchema.nullable().safeParse(options['cancel-message'] ?? null)
  if (!text.success || !cancelText.success) return fail('invalid-command')
  const choices = { ...defaultRestartChoices, warnings: warnings.value, text: text.data, cancelText: cancelText.data }
  return ok({ name: 'restart', identifier: identifier.data, choices, at: at.data, waits: options.wait ?? false })
}

function parseWhich(named: readonly string[], { all, match }: BulkOptions): Result<BulkCommand['which']> {
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

export function parseBulk([typed, ...named]: readonly string[], options: BulkOptions): Result<BulkCommand> {
  if (typed === undefined) return misuse('bulk needs a power signal.')
  const signal = powerSignalSchema.safeParse(typed)
  if (!signal.success) return fail('invalid-signal')
  const which = parseWhich(named, options)
  if (!which.ok) return which
  const { stagger = String(defaultStaggerMs / 1_000), yes } = options
  if (!/^\d{1,4}(?:\.\d{1,3})?$/.test(stagger) || Number(stagger) > 3_600) {
    return misuse('--stagger needs seconds, up to 3600.')
  }
  if (yes !== undefined && !/^\d{1,4}$/.test(yes)) return misuse('--yes needs the number of servers.')
  return ok({
    name: 'bulk',
    work: { kind: 'power', signal: signal.data },
    which: which.value,
    staggerMs: Math.round(Number(stagger) * 1_000),
    isDryRun: options['dry-run'] ?? false,
    confirmed: yes === undefined ? null : Number(yes),
  })
}
