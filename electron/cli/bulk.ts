import { type AppError, appError } from '../../shared/errors.ts'
import type { BulkView } from '../../shared/model/bulk.ts'
import { bulkCounts, countsText } from '../../shared/model/bulk-summary.ts'
import { signalName } from '../../shared/model/power-words.ts'
import type { ServerView } from '../../shared/model/server.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { AppState } from '../../shared/state/state.ts'
import type { Access } from './access.ts'
import { accessOf, findServer, keyFailures, openForegroundCore } from './foreground-core.ts'
import { type ExitCode, exitCodeOf, exitCodes, formatJson, formatTable } from './format.ts'
import { globOf } from './glob.ts'
import type { BulkCommand } from './restart-args.ts'
import { listsOf, longestSleepMs, report, reportLeftOut, reportStopped, type Session, whenStopped } from './session.ts'

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

/** The outcome of each server as the command line tells it: the panel's answer, not what follows. */
function isAnswered(state: AppState, bulk: BulkView): boolean {
  return bulk.items.every(({ ref, outcome }) => {
    if (outcome !== 'running') return outcome !== 'waiting'
    return state.servers[ref]?.action?.phase === 'accepted'
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

const countText = (count: number) => `${count} server${count === 1 ? '' : 's'}`

const noneFits = appError('server-not-found', {
  message: 'No server matches.',
  hint: 'Run list to see the names and identifiers.',
})

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

/** Says which lists a pattern may have missed servers of, and returns the exit code of that. */
function reportMissed(session: Session, state: AppState): ExitCode {
  const [exit] = keyFailures(state).map((error) => report(session.stderr, error, session.options.json))
  const partial = reportLeftOut(session, listsOf(state))
  return exit ?? partial
}

/**
 * Sends one signal to several servers, one after the other. Stopped (Ctrl+C), it gives up those that are left. The exit
 * code is that of the first server that failed, else of a key whose servers could not be read, or not all.
 */
export async function runBulk(
  session: Session,
  accesses: readonly Access[],
  { work, which, staggerMs, isDryRun, confirmed }: BulkCommand,
  deps: {
    /** Adds what was sent to one server to the activity list. */
    readonly noteSent: (server: ServerView, error: AppError | null, access: Access | undefined) => Promise<void>
  },
): Promise<ExitCode> {
  const { clock, stdout, stderr, options, stopped } = session
  const core = openForegroundCore(accesses, clock)
  const answered = new AbortController()
  try {
    await core.lists.refreshAll()
    if (stopped.aborted) return reportStopped(session)
    const chosen = choose(core.store.get(), which)
    if (!chosen.ok) return report(stderr, chosen.error, options.json)
    const servers = chosen.value
    if (!isDryRun && work.signal === 'kill' && confirmed !== servers.length) {
      return report(stderr, unconfirmedKill(servers.length), options.json)
    }
    const exit = 'match' in which ? reportMissed(session, core.store.get()) : exitCodes.done
    if (isDryRun) {
      listOnly(session, servers)
      return exit
    }
    const bulkNow = () => Object.values(core.store.get().bulks)[0]
    core.store.subscribe((state) => {
      const bulk = bulkNow()
      if (bulk !== undefined && isAnswered(state, bulk)) answered.abort()
    })
    const what = `${signalName[work.signal]} of ${countText(servers.length)}`
    if (!options.json) stdout.write(`${what}. Ctrl+C gives up the rest.\n`)
    const started = core.bulks.start({ work, refs: servers.map(({ ref }) => ref), staggerMs, origin: 'cli' })
    if (!started.ok) return report(stderr, started.error, options.json)
    whenStopped(stopped, () => void core.bulks.cancel(started.value.id, false, 'cli'))
    await clock.sleep(longestSleepMs, answered.signal)
    const bulk = bulkNow()
    if (bulk === undefined) return exitCodes.refused
    tellResult(session, core.store.get(), bulk)
    for (const { ref, outcome, error } of bulk.items) {
      const server = servers.find((one) => one.ref === ref)
      if (server === undefined || outcome === 'cancelled') continue
      await deps.noteSent(server, error, accessOf(server, core.store.get(), accesses))
    }
    return exitOf(bulk) || exit
  } finally {
    answered.abort()
    await core.dispose()
  }
}
