import { appError } from '../../shared/errors.ts'
import type { BulkView } from '../../shared/model/bulk.ts'
import { bulkCounts, countsText } from '../../shared/model/bulk-summary.ts'
import { signalName } from '../../shared/model/power-words.ts'
import type { ServerView } from '../../shared/model/server.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { AppState } from '../../shared/state.ts'
import type { Access } from './access.ts'
import { findServer, keyFailure, openDesk } from './desk.ts'
import { type ExitCode, exitCodeOf, exitCodes, formatJson, formatTable } from './format.ts'
import type { BulkCommand } from './restart-args.ts'
import { longestSleepMs, report, type Session, whenStopped } from './session.ts'

/** A pattern with `*` and `?` as an expression; capitals do not count. */
function globOf(pattern: string): RegExp {
  const parts = [...pattern].map(
    (sign) => ({ '*': '.*', '?': '.' })[sign] ?? sign.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'),
  )
  return new RegExp(`^${parts.join('')}$`, 'isu')
}

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
function listOnly({ stdout, options }: Session, servers: readonly ServerView[]): ExitCode {
  const rows = servers.map(({ identifier, name }) => [identifier, name])
  for (const { identifier, name } of options.json ? servers : []) stdout.write(formatJson({ identifier, name }))
  if (!options.json) stdout.write(formatTable(['IDENTIFIER', 'NAME'], rows, 'No server fits.\n'))
  return exitCodes.done
}

const unconfirmedKill = (count: number) =>
  appError('invalid-request', {
    message: `This would kill ${count} servers. Unsaved world data would be lost.`,
    hint: `Look at them with --dry-run, then add --yes ${count}.`,
  })

function exitOf({ items, phase }: BulkView): ExitCode {
  const error = items.find((item) => item.error !== null)?.error ?? null
  if (error !== null) return exitCodeOf(error)
  return phase === 'cancelled' ? exitCodeOf(appError('cancelled')) : exitCodes.done
}

/**
 * Sends one signal to several servers, one after the other. Stopped (Ctrl+C), it gives up those that are left. The exit
 * code is that of the first server that failed.
 */
export async function runBulk(
  session: Session,
  accesses: readonly Access[],
  { work, which, staggerMs, isDryRun, confirmed }: BulkCommand,
  stopped: AbortSignal | undefined,
): Promise<ExitCode> {
  const { clock, stdout, stderr, options } = session
  const desk = openDesk(accesses, clock)
  const answered = new AbortController()
  try {
    await desk.lists.refreshAll()
    const broken = keyFailure(desk.store.get())
    if (broken !== null) return report(stderr, broken, options.json)
    const chosen = select(desk.store.get(), which)
    if (!chosen.ok) return report(stderr, chosen.error, options.json)
    const servers = chosen.value
    if (isDryRun || servers.length === 0) return listOnly(session, servers)
    if (work.signal === 'kill' && confirmed !== servers.length) {
      return report(stderr, unconfirmedKill(servers.length), options.json)
    }
    const refs = servers.map(({ ref }) => ref)
    const bulkNow = () => Object.values(desk.store.get().bulks)[0]
    desk.store.subscribe((state) => {
      const bulk = Object.values(state.bulks)[0]
      if (bulk !== undefined && isAnswered(state, bulk)) answered.abort()
    })
    const started = desk.bulks.start({ work, refs, staggerMs, origin: 'cli' })
    const stop = () => void (started.ok && desk.bulks.cancel(started.value.id, false))
    whenStopped(stopped, stop)
    if (!options.json) stdout.write(`${signalName[work.signal]} of ${refs.length} servers. Ctrl+C gives up the rest.\n`)
    await clock.sleep(longestSleepMs, answered.signal)
    const bulk = bulkNow()
    if (bulk === undefined) return exitCodes.refused
    tellResult(session, desk.store.get(), bulk)
    return exitOf(bulk)
  } finally {
    answered.abort()
    desk.dispose()
  }
}
