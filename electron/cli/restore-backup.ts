import { eventOfRestore } from '../../shared/activity/words.ts'
import type { Backup, RestoreView } from '../../shared/backups/contract.ts'
import { hasRestoreEnded, restoreHint, restoreText } from '../../shared/backups/restore.ts'
import { appError } from '../../shared/errors.ts'
import { fail, type Result } from '../../shared/result.ts'
import { createArea } from '../areas/area.ts'
import { createRestoreRunner } from '../backups/restore-runner.ts'
import { createSleepWatch } from '../lib/sleep-watch.ts'
import { openForegroundCore } from './core.ts'
import { findServer } from './find-server.ts'
import { type ExitCode, exitCodes } from './format.ts'
import { tellProgress } from './progress.ts'
import { type Outcome, type Session, whenStopped } from './session.ts'
import type { ServerTools } from './tools.ts'

/** Writes each step once. */
function createTeller({ say, clock }: Session) {
  let told = ''
  return (view: RestoreView) => {
    const text = restoreText(view)
    if (text === told) return
    told = text
    const time = new Date(clock.now()).toISOString()
    say({ words: `${time} ${text}.\n`, json: { time, phase: view.phase } })
  }
}

function exitOf(session: Session, view: RestoreView): ExitCode {
  const { stdout, options } = session
  const hint = restoreHint(view)
  // The person may have to start the server again.
  const error = view.phase === 'cancelled' ? appError('cancelled') : view.error
  if (error !== null) return session.report({ ...error, ...(hint !== null && { hint }) })
  if (!options.json && hint !== null) stdout.write(`${hint}\n`)
  return exitCodes.done
}

type Wanted = {
  /** Finds the backup that was named, with all others of the server. */
  readonly find: () => Promise<Result<{ readonly backup: Backup; readonly all: readonly Backup[] }>>
  readonly deletesFiles: boolean
  /** Waits for what its activity tells of the end. */
  readonly waits: boolean
}

/**
 * Restores a backup in the foreground: stops the server, sees it offline, asks once. Ends when the panel took it, or with
 * `waits` at the end that its activity tells. Stopped (Ctrl+C), it gives up what has overwritten nothing yet,
 * and says where it has stopped the server; a request that is out is answered first.
 */
export async function restoreBackup(
  session: Session,
  tools: ServerTools,
  { find, deletesFiles, waits }: Wanted,
): Promise<Outcome> {
  const { clock, stopped } = session
  const { access, identifier, openSocket } = tools
  const sleepWatch = createSleepWatch(clock)
  const sinceAsked = sleepWatch.begin()
  const known = await find()
  if (!known.ok) return known

  const core = openForegroundCore([access], clock, { openSocket })
  const { store, clientFor, power, checkRights } = core
  const runner = createRestoreRunner({
    store,
    clock,
    sleepWatch,
    newId: () => crypto.randomUUID(),
    clientFor,
    on: createArea('backups', { store, clock }, { clientFor }).on,
    power,
    checkRights,
    readState: core.states.read,
    makeBackup: async () => fail('cancelled'),
    file: { get: () => [], set: () => undefined },
    onBackupEnded: () => () => undefined,
  })
  const tell = createTeller(session)
  const over = new AbortController()
  const viewNow = (): RestoreView | undefined => Object.values(store.get().restores)[0]
  let waitsOn = waits
  let endProgress = () => {}
  function look(): void {
    const view = viewNow()
    if (view === undefined) return
    tell(view)
    // An answer that proves nothing would be followed for an hour.
    if (stopped.aborted && view.phase === 'following' && !view.isAccepted && runner.leave(view.id).ok) return
    if (hasRestoreEnded(view) || (!waitsOn && view.phase === 'following' && view.isAccepted)) over.abort()
  }
  try {
    await core.lists.refreshAll()
    if (stopped.aborted) return session.reportStopped()
    const found = findServer(store.get(), identifier)
    if (!found.ok) return session.report(found.error)
    if (sinceAsked.hasSlept()) return session.report(appError('slept'))
    const choices = { ...known.value, deletesFiles, backsUpFirst: false }
    const begun = await runner.begin(found.value.ref, choices)
    if (!begun.ok) return session.report(begun.error)
    store.subscribe(look)
    endProgress = tellProgress(session, store, found.value.ref)
    look()
    whenStopped(stopped, () => {
      const { id } = begun.value
      if (runner.cancel(id).ok || runner.leave(id).ok) return
      // The request is out: its answer is still told.
      waitsOn = false
      look()
    })
    await clock.sleep(Number.POSITIVE_INFINITY, over.signal)
    const view = viewNow()
    if (view === undefined) return exitCodes.refused
    await tools.note(eventOfRestore(view, 'cli'))
    return exitOf(session, view)
  } finally {
    sinceAsked.end()
    over.abort()
    endProgress()
    runner.dispose()
    await core.dispose()
  }
}
