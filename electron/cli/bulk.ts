import { type AppError, appError } from '../../shared/errors.ts'
import type { BulkView } from '../../shared/model/bulk.ts'
import { bulkCounts, countsText } from '../../shared/model/bulk-summary.ts'
import type { PowerSignal } from '../../shared/model/power.ts'
import { signalName } from '../../shared/model/power-words.ts'
import type { PlanView } from '../../shared/model/restart.ts'
import { planOf } from '../../shared/model/restart-choices.ts'
import type { ServerView } from '../../shared/model/server.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { AppState } from '../../shared/state/state.ts'
import type { Access } from './access.ts'
import { accessOf, findServer, keyFailures, openForegroundCore } from './foreground-core.ts'
import { type ExitCode, exitCodeOf, exitCodes, formatJson, formatTable } from './format.ts'
import { globOf } from './glob.ts'
import type { BulkCommand } from './restart-args.ts'
import type { Saving } from './saving.ts'
import { listsOf, report, reportLeftOut, reportStopped, type Session, whenStopped } from './session.ts'

/** The servers a command is for, in the order of the lists. */
function select(state: AppState, which: BulkCommand['which']): Result<readonly ServerView[]> {
  const all = Object.values(state.servers)
  if ('match' in which) {
    const glob = globOf(which.match)
    return ok(all.filter(({ name, identifier }) => glob.test(name) || glob.test(identifier)))
  }
  const found = which.identifiers.map((identifier) => findServer(state, identifier))
  const failed = found.find((one) => !one.ok)
  return failed !== undefined && !failed.ok ? failed : ok(found.flatMap((one) => (one.ok ? [one.value] : [])))
}

/** True once the panel has answered what a plan was for: a backup that the panel already began is not waited for. */
const isPlanAnswered = (plan: PlanView | null): boolean =>
  plan?.phase === 'watching' && !plan.steps.some(({ kind, result }) => kind !== 'backup' && result === 'sending')

/** The outcome of each server as the command line tells it: the panel's answer, not what follows. */
function isAnswered(state: AppState, { work, items }: BulkView): boolean {
  return items.every(({ ref, outcome }) => {
    if (outcome !== 'running') return outcome !== 'waiting'
    return work.kind === 'restart'
      ? isPlanAnswered(planOf(state, ref))
      : state.servers[ref]?.action?.phase === 'accepted'
  })
}

function tellResult({ stdout, options }: Session, state: AppState, bulk: BulkView): void {
  const rows = bulk.items.map(({ ref, outcome, error }) => {
    const { identifier = '', name = ref } = state.servers[ref] ?? {}
    return { identifier, name, outcome: outcome === 'running' ? 'accepted' : outcome, error }
  })
  if (options.json) {
    for (const { error, ...row } of rows) stdout.write(formatJson({ ...row, ...(error && { error: error.code }) }))
    return
  }
  const cells = rows.map(({ identifier, name, outcome, error }) => [identifier, name, outcome, error?.message ?? ''])
  stdout.write(formatTable(['IDENTIFIER', 'NAME', 'RESULT', ''], cells, ''))
  const counts = bulkCounts(bulk)
  const text = countsText({ ...counts, confirmed: counts.confirmed + counts.running })
  stdout.write(`${text}\n`)
}

/** Says which servers it would be. */
function listOnly({ stdout, options }: Session, servers: readonly ServerView[]): void {
  const rows = servers.map(({ identifier, name }) => [identifier, name])
  for (const { identifier, name } of options.json ? servers : []) stdout.write(formatJson({ identifier, name }))
  if (!options.json) stdout.write(formatTable(['IDENTIFIER', 'NAME'], rows, ''))
}

/** The signal that each server gets in the end. */
export const signalOf = (work: BulkCommand['work']): PowerSignal => (work.kind === 'power' ? work.signal : 'restart')

/** `Restart of 3 servers, after a backup`. */
const whatText = (work: BulkCommand['work'], count: number) =>
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
function choose(state: AppState, which: BulkCommand['which']): Result<readonly ServerView[]> {
  const chosen = select(state, which)
  if (!chosen.ok || chosen.value.length > 0) return chosen
  const failures = keyFailures(state)
  return fail(failures.length === Object.keys(state.keys).length ? (failures[0] ?? noneFits) : noneFits)
}

type BulkDeps = {
  /** Adds what was sent to one server to the activity list. */
  readonly noteSent: (server: ServerView, error: AppError | null, access: Access | undefined) => Promise<void>
  /** Adds how a restart after a backup ended. */
  readonly noteEnd: (plan: PlanView, server: ServerView, access: Access | undefined) => Promise<void>
  readonly saving: Pick<Saving, 'send'>
}

/** Adds what became of each server to the activity list. */
async function noteAll(state: AppState, bulk: BulkView, accesses: readonly Access[], deps: BulkDeps): Promise<void> {
  for (const { ref, outcome, error } of bulk.items) {
    const server = state.servers[ref]
    if (server === undefined) continue
    const access = accessOf(server, state, accesses)
    const plan = planOf(state, ref)
    if (plan !== null) await deps.noteEnd(plan, server, access)
    else if (outcome !== 'cancelled') await deps.noteSent(server, error, access)
  }
}

/** Says which lists a pattern may have missed servers of, and returns the exit code of that. */
function reportMissed(session: Session, state: AppState): ExitCode {
  const [exit] = keyFailures(state).map((error) => report(session.stderr, error, session.options.json))
  const partial = reportLeftOut(session, listsOf(state))
  return exit ?? partial
}

/**
 * Sends one signal to several servers, one after the other; restarts after a backup of each, where that was chosen. Stopped
 * (Ctrl+C), or where the computer slept, it gives up those that are left, and restarts whose backup is being made. The exit
 * code is that of the first server that failed, else of a key whose servers could not be read, or not all.
 */
export async function runBulk(
  session: Session,
  accesses: readonly Access[],
  { work, which, staggerMs, isDryRun, confirmed }: BulkCommand,
  deps: BulkDeps,
): Promise<ExitCode> {
  const { clock, stdout, stderr, options, stopped } = session
  const core = openForegroundCore(accesses, clock, { saving: deps.saving })
  const answered = new AbortController()
  try {
    await core.lists.refreshAll()
    if (stopped.aborted) return reportStopped(session)
    const chosen = choose(core.store.get(), which)
    if (!chosen.ok) return report(stderr, chosen.error, options.json)
    const servers = chosen.value
    if (!isDryRun && signalOf(work) === 'kill' && confirmed !== servers.length) {
      return report(stderr, unconfirmedKill(servers.length), options.json)
    }
    const exit = 'match' in which ? reportMissed(session, core.store.get()) : exitCodes.done
    if (isDryRun) {
      listOnly(session, servers)
      return exit
    }
    let hasSlept = false
    const bulkNow = () => Object.values(core.store.get().bulks)[0]
    core.store.subscribe((state) => {
      const bulk = bulkNow()
      if (bulk !== undefined && isAnswered(state, bulk)) answered.abort()
      // Only a sleep pauses it here. Nobody sits there who could resume it.
      if (bulk?.phase !== 'paused' || hasSlept) return
      hasSlept = true
      report(stderr, appError('slept', whileAsleep), options.json)
      core.bulks.cancel(bulk.id, false, 'cli')
    })
    if (!options.json) stdout.write(`${whatText(work, servers.length)}. Ctrl+C gives up the rest.\n`)
    const started = core.bulks.start({ work, refs: servers.map(({ ref }) => ref), staggerMs, origin: 'cli' })
    if (!started.ok) return report(stderr, started.error, options.json)
    whenStopped(stopped, () => void core.bulks.cancel(started.value.id, false, 'cli'))
    await clock.sleep(Number.POSITIVE_INFINITY, answered.signal)
    const bulk = bulkNow()
    if (bulk === undefined) return exitCodes.refused
    tellResult(session, core.store.get(), bulk)
    await noteAll(core.store.get(), bulk, accesses, deps)
    return exitOf(bulk) || exit
  } finally {
    answered.abort()
    await core.dispose()
  }
}
