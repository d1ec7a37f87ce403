import { appError } from '../../shared/errors.ts'
import { hasRestoreEnded, type RestoreView, restoreHint, restoreText } from '../../shared/model/restore.ts'
import { isNameTyped } from '../../shared/model/typed-name.ts'
import { fail, type Result } from '../../shared/result.ts'
import { createRestoreRunner } from '../backups/restore-runner.ts'
import { createSleepWatch } from '../lib/sleep-watch.ts'
import { createAsk } from '../servers/ask.ts'
import type { Target } from './action.ts'
import type { BackupCommand } from './backup-args.ts'
import { namedBackup } from './backup-named.ts'
import { findServer, openForegroundCore } from './foreground-core.ts'
import { type ExitCode, exitCodes, formatJson } from './format.ts'
import { patientCall, report, reportStopped, type Session, whenStopped } from './session.ts'

type RestoreCommand = Extract<BackupCommand, { action: 'restore' }>

const otherName = {
  message: 'That is not the name of this backup, so nothing was restored.',
  hint: 'Run backup list to see its name.',
}

/** Writes each step once. */
function createTeller({ stdout, options, clock }: Session) {
  let told = ''
  return (view: RestoreView) => {
    const text = restoreText(view)
    if (text === told) return
    told = text
    const time = new Date(clock.now()).toISOString()
    stdout.write(options.json ? formatJson({ time, phase: view.phase }) : `${time} ${text}.\n`)
  }
}

function exitOf(session: Session, view: RestoreView): ExitCode {
  const { stdout, stderr, options } = session
  const hint = restoreHint(view)
  // The person may have to start the server again.
  const error = view.phase === 'cancelled' ? appError('cancelled') : view.error
  if (error !== null) return report(stderr, { ...error, ...(hint !== null && { hint }) }, options.json)
  if (!options.json && hint !== null) stdout.write(`${hint}\n`)
  return exitCodes.done
}

/**
 * Restores a backup in the foreground: stops the server, sees it offline, asks once. Ends when the panel took it, or with
 * `waits` at the end that its activity tells. Stopped (Ctrl+C), it gives up what has overwritten nothing yet,
 * and says where it has stopped the server; a request that is out is answered first.
 */
export async function runRestoreBackup(
  session: Session,
  command: RestoreCommand,
  target: Target,
  noteEnd: (view: RestoreView) => Promise<void>,
): Promise<ExitCode> {
  const { clock, stderr, options, stopped } = session
  const refuse = (result: Extract<Result<never>, { ok: false }>) => report(stderr, result.error, options.json)
  const { identifier, backup, typedName, deletesFiles, waits } = command
  const sleepWatch = createSleepWatch(clock)
  const sinceAsked = sleepWatch.begin()
  const list = await target.access.client.backups.list(identifier, patientCall(session))
  if (!list.ok) return refuse(list)
  const known = namedBackup(list.value.backups, backup)
  if (!known.ok) return refuse(known)
  if (!isNameTyped(typedName, known.value.name))
    return report(stderr, appError('invalid-request', otherName), options.json)

  const core = openForegroundCore([target.access], clock)
  const { store, clientFor, power } = core
  const runner = createRestoreRunner({
    store,
    clock,
    sleepWatch,
    newId: () => crypto.randomUUID(),
    clientFor,
    ask: createAsk({ store, clock, clientFor }),
    power,
    makeBackup: async () => fail('cancelled'),
    file: { get: () => [], set: () => undefined },
    onBackupEnded: () => () => undefined,
  })
  const tell = createTeller(session)
  const over = new AbortController()
  const viewNow = (): RestoreView | undefined => Object.values(store.get().restores)[0]
  let waitsOn = waits
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
    if (stopped.aborted) return reportStopped(session)
    const found = findServer(store.get(), identifier)
    if (!found.ok) return refuse(found)
    if (sinceAsked.hasSlept()) return report(stderr, appError('slept'), options.json)
    const choices = { backup: known.value, all: list.value.backups, deletesFiles, backsUpFirst: false }
    const begun = runner.begin(found.value.ref, choices)
    if (!begun.ok) return refuse(begun)
    store.subscribe(look)
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
    await noteEnd(view)
    return exitOf(session, view)
  } finally {
    sinceAsked.end()
    over.abort()
    runner.dispose()
    await core.dispose()
  }
}
