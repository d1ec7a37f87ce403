import type { BulkView, BulkWork } from '../../shared/bulk/contract.ts'
import { bulkCounts, countsText, defaultStaggerMs, maxBulkServers } from '../../shared/bulk/words.ts'
import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { type PowerSignal, signalName } from '../../shared/model/power.ts'
import { defaultRestartChoices, planOf } from '../../shared/model/restart.ts'
import type { RestartChoices } from '../../shared/model/restart-schema.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { bySchema, flag, misuse, option, seconds, typedServerSchema } from './argument-types.ts'
import { panelCommand } from './command.ts'
import { accessOf, type ForegroundCore, follow, inForeground } from './core.ts'
import { findServer, keyFailures, reportMissing } from './find-server.ts'
import { type Columns, type ExitCode, exitCodeOf, exitCodes, formatTable } from './format.ts'
import { notedPlan, notedPower } from './noted.ts'
import { signalArgument } from './power.ts'
import { backupFirstOption, isSending } from './restart.ts'
import type { Outcome, Session } from './session.ts'
import type { PanelTools } from './tools.ts'

/** What is done to each server: a restart goes out at once, after a backup. */
type Work = Extract<BulkWork, { kind: 'power' | 'restart' }>
/** Those that a pattern fits, or those named. */
type Which = { readonly match: string } | { readonly identifiers: readonly string[] }

type BulkWanted = {
  readonly work: Work
  readonly which: Which
  readonly staggerMs: number
  readonly isDryRun: boolean
  /** How many servers the person says are killed. */
  readonly confirmed: number | null
}

const literal = (text: string) =>
  [...text].map((sign) => (sign === '?' ? '.' : sign.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))).join('')

/**
 * A pattern with `*` and `?` as an expression for a whole text; capitals do not count. Each `*` takes the first place
 * where what follows it fits and never another, which is enough and keeps the time short whatever the names are.
 */
export function globOf(pattern: string): RegExp {
  const [head = '', ...rest] = pattern.split(/\*+/).map(literal)
  const tail = rest.pop()
  if (tail === undefined) return new RegExp(`^${head}$`, 'isu')
  const middle = rest.map((part, index) => `(?=(.*?${part}))\\${index + 1}`)
  return new RegExp(`^${head}${middle.join('')}.*${tail}$`, 'isu')
}

/** The servers a command is for, in the order of the lists. */
async function select(session: Session, core: ForegroundCore, which: Which): Promise<Result<readonly ServerView[]>> {
  const all = Object.values(core.store.get().servers)
  if ('match' in which) {
    const glob = globOf(which.match)
    return ok(all.filter(({ name, identifier }) => glob.test(name) || glob.test(identifier)))
  }
  const named = new Map<ServerRef, ServerView>()
  for (const identifier of which.identifiers) {
    const found = await findServer(session, core, identifier)
    if (!found.ok) return found
    named.set(found.value.ref, found.value)
  }
  return ok([...named.values()])
}

/** The outcome of each server as the command line tells it: the panel's answer, not what follows. */
function isAnswered(state: AppState, { work, items }: BulkView): boolean {
  return items.every(({ ref, outcome }) => {
    if (outcome !== 'running') return outcome !== 'waiting'
    if (work.kind === 'power') return state.servers[ref]?.action?.phase === 'accepted'
    const plan = planOf(state, ref)
    return plan?.phase === 'watching' && !isSending(plan)
  })
}

type Row = { readonly identifier: string; readonly name: string }
const serverColumns: Columns<Row> = { IDENTIFIER: ({ identifier }) => identifier, NAME: ({ name }) => name }

const resultColumns: Columns<Row & { readonly outcome: string; readonly error: AppError | null }> = {
  ...serverColumns,
  RESULT: ({ outcome }) => outcome,
  '': ({ error }) => error?.message ?? '',
}

function tellResult({ sayRows }: Session, { servers }: AppState, bulk: BulkView): void {
  const rows = bulk.items.map(({ ref, outcome, error }) => {
    const { identifier = '', name = ref } = servers[ref] ?? {}
    return { identifier, name, outcome: outcome === 'running' ? 'accepted' : outcome, error }
  })
  const counts = bulkCounts(bulk)
  const text = countsText({ ...counts, confirmed: counts.confirmed + counts.running })
  sayRows(
    `${formatTable(resultColumns, rows)}${text}\n`,
    rows.map(({ error, ...row }) => ({ ...row, ...(error && { error: error.code }) })),
  )
}

/** The signal that each server gets in the end. */
const signalOf = (work: Work): PowerSignal => (work.kind === 'power' ? work.signal : 'restart')

/** `Restart of 3 servers, after a backup`. */
const whatText = (work: Work, count: number) =>
  `${signalName[signalOf(work)]} of ${countText(count)}${work.kind === 'restart' ? ', after a backup' : ''}`

const countText = (count: number) => `${count} server${count === 1 ? '' : 's'}`

const noneFits = appError('server-not-found', {
  message: 'No server matches.',
  hint: 'Run list to see the names and identifiers.',
})

const whileAsleep = {
  message: 'The computer slept, so the rest was given up.',
  hint: 'Run it again for those that are left if you still want it.',
}

const unconfirmedKill = (count: number) =>
  appError('invalid-request', {
    message: `This would kill ${countText(count)}. Unsaved world data would be lost.`,
    hint: `Look at them with --dry-run, then add --yes ${count}.`,
  })

function exitOf({ items, phase }: BulkView): ExitCode {
  const error = items.find((item) => item.error !== null)?.error ?? null
  if (error !== null) return exitCodeOf(error)
  return phase === 'cancelled' ? exitCodeOf(appError('cancelled')) : exitCodes.done
}

/** The servers as their lists give them. What keeps the command from going on stands in the error. */
async function choose(
  session: Session,
  core: ForegroundCore,
  { which, work, isDryRun, confirmed }: BulkWanted,
): Promise<Result<readonly ServerView[]>> {
  const chosen = await select(session, core, which)
  if (!chosen.ok) return chosen
  const { length } = chosen.value
  if (length === 0) {
    const state = core.store.get()
    const failures = keyFailures(state)
    return fail(failures.length === Object.keys(state.keys).length ? (failures[0] ?? noneFits) : noneFits)
  }
  return isDryRun || signalOf(work) !== 'kill' || confirmed === length ? chosen : fail(unconfirmedKill(length))
}

/** Adds what became of each server to the activity list. */
async function noteAll(state: AppState, bulk: BulkView, work: Work, { accesses, note }: PanelTools): Promise<void> {
  for (const { ref, outcome, error } of bulk.items) {
    const server = state.servers[ref]
    const plan = planOf(state, ref)
    if (server === undefined || (plan === null && outcome === 'cancelled')) continue
    const event = plan === null ? notedPower(signalOf(work), error) : notedPlan(plan)
    await note(event, server, accessOf(server, state, accesses))
  }
}

/** Waits for the panel's answer to each server, and gives up the rest where the person or a sleep ends it. */
function followBulk(session: Session, { store, bulks }: ForegroundCore, id: string): Promise<BulkView | undefined> {
  const stop = () => void bulks.cancel(id, false, 'cli')
  let hasSlept = false
  return follow(session, store, {
    view: (state) => state.bulks[id],
    look(bulk) {
      // Only a sleep pauses it here. Nobody sits there who could resume it.
      if (bulk.phase === 'paused' && !hasSlept) {
        hasSlept = true
        session.report(appError('slept', whileAsleep))
        stop()
      }
      return isAnswered(store.get(), bulk)
    },
    stop,
  })
}

/**
 * Sends one signal to several servers, one after the other; restarts after a backup of each, where that was chosen. Stopped
 * (Ctrl+C), or where the computer slept, it gives up those that are left, and restarts whose backup is being made. The exit
 * code is that of the first server that failed, else of a key whose servers could not be read, or not all.
 */
async function runBulk(session: Session, tools: PanelTools, wanted: BulkWanted): Promise<Outcome> {
  const { work, which, staggerMs, isDryRun } = wanted
  return inForeground(session, tools, {}, async (core) => {
    const { store, bulks } = core
    const chosen = await choose(session, core, wanted)
    if (!chosen.ok) return chosen
    const servers = chosen.value
    // A pattern may have missed servers.
    const exit = 'match' in which ? reportMissing(session, store.get()) : exitCodes.done
    if (isDryRun) {
      const rows = servers.map(({ identifier, name }) => ({ identifier, name }))
      session.sayRows(formatTable(serverColumns, rows), rows)
      return exit
    }
    if (!session.options.json) session.stdout.write(`${whatText(work, servers.length)}. Ctrl+C gives up the rest.\n`)
    const started = bulks.start({ work, refs: servers.map(({ ref }) => ref), staggerMs, origin: 'cli' })
    if (!started.ok) return started
    const bulk = await followBulk(session, core, started.value.id)
    if (bulk === undefined) return exitCodes.refused
    tellResult(session, store.get(), bulk)
    await noteAll(store.get(), bulk, work, tools)
    return exitOf(bulk) || exit
  })
}

const someIdentifiers = bySchema(typedServerSchema.array().max(maxBulkServers), fail('invalid-identifier'))

function whichOf(named: readonly string[], all: boolean, match: string | undefined): Result<Which> {
  const ways = [all, match !== undefined, named.length > 0].filter(Boolean).length
  if (ways !== 1) return misuse('bulk needs --all, --match GLOB or identifiers, one of the three.')
  if (match === '') return misuse('--match needs a pattern.')
  return ok(named.length > 0 ? { identifiers: named } : { match: match ?? '*' })
}

function workOf(signal: PowerSignal, backupFirst: RestartChoices['backupFirst']): Result<Work> {
  if (backupFirst === 'no') return ok({ kind: 'power', signal })
  if (signal !== 'restart') return misuse('--backup-first belongs to restart.')
  const choices = { ...defaultRestartChoices, warnings: [], backupFirst }
  return ok({ kind: 'restart', choices, when: { inSeconds: 0 } })
}

const parseCount = (typed: string | undefined): Result<number | null> => {
  if (typed === undefined) return ok(null)
  return /^\d{1,4}$/.test(typed) ? ok(Number(typed)) : misuse('--yes needs the number of servers.')
}

export const bulkCommand = panelCommand({
  name: 'bulk',
  help: 'send a power signal to several servers, one after another',
  args: {
    signal: signalArgument,
    named: { name: '[IDENTIFIER...]', parse: (typed: readonly string[]) => someIdentifiers([...new Set(typed)]) },
  },
  options: {
    all: flag('every server that the keys reach'),
    match: option('GLOB', 'servers whose name or identifier matches, such as smp-*', (typed) => ok(typed)),
    stagger: seconds('seconds from one server to the next (5)', '--stagger needs seconds, up to 3600.', {
      usual: defaultStaggerMs,
      min: 0,
    }),
    'backup-first': backupFirstOption,
    'dry-run': flag('only list the servers'),
    yes: option('COUNT', 'the number of servers to kill', parseCount),
  },
  combine({ signal, named, all, match, stagger: staggerMs, yes: confirmed, ...values }): Result<BulkWanted> {
    const work = workOf(signal, values['backup-first'])
    if (!work.ok) return work
    const which = whichOf(named, all, match)
    if (!which.ok) return which
    return ok({ work: work.value, which: which.value, staggerMs, isDryRun: values['dry-run'], confirmed })
  },
  run: runBulk,
})
