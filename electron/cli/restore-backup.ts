import { eventOfRestore } from '../../shared/activity/words.ts'
import type { Backup, RestoreView } from '../../shared/backups/contract.ts'
import { hasRestoreEnded, restoreHint, restoreText } from '../../shared/backups/restore.ts'
import { appError } from '../../shared/errors.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { fail, type Result } from '../../shared/result.ts'
import { createArea } from '../areas/area.ts'
import { createRestoreRunner } from '../backups/restore-runner.ts'
import { createSleepWatch, type SleepWatch } from '../lib/sleep-watch.ts'
import { type ForegroundCore, follow, inForeground } from './core.ts'
import { findServer } from './find-server.ts'
import { exitCodes } from './format.ts'
import { tellProgress } from './progress.ts'
import type { Outcome, Session } from './session.ts'
import type { ServerTools } from './tools.ts'

/** Says each step once. */
function createTeller({ step }: Session) {
  let shown = ''
  return (view: RestoreView) => {
    const text = restoreText(view)
    if (text !== shown) step(`${text}.`, { phase: view.phase })
    shown = text
  }
}

function outcomeOf({ stdout, options }: Session, view: RestoreView): Outcome {
  const hint = restoreHint(view)
  // The person may have to start the server again.
  const error = view.phase === 'cancelled' ? appError('cancelled') : view.error
  if (error !== null) return fail({ ...error, ...(hint !== null && { hint }) })
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

type Order = Pick<Wanted, 'deletesFiles' | 'waits'> & {
  readonly backup: Backup
  readonly all: readonly Backup[]
  readonly sleepWatch: SleepWatch
}

/** Begins the restore and follows it to its end. */
async function restoreOn(
  session: Session,
  { note }: ServerTools,
  { store, clientFor, power, checkRights, states }: ForegroundCore,
  { ref, order }: { readonly ref: ServerRef; readonly order: Order },
): Promise<Outcome> {
  const { clock, stopped } = session
  const { backup, all, deletesFiles, waits, sleepWatch } = order
  const runner = createRestoreRunner({
    store,
    clock,
    sleepWatch,
    newId: () => crypto.randomUUID(),
    clientFor,
    on: createArea('backups', { store, clock }, { clientFor }).on,
    power,
    checkRights,
    readState: states.read,
    makeBackup: async () => fail('cancelled'),
    file: { get: () => [], set: () => undefined },
    onBackupEnded: () => () => undefined,
  })
  const tell = createTeller(session)
  let endProgress = () => {}
  try {
    const begun = await runner.begin(ref, { backup, all, deletesFiles, backsUpFirst: false })
    if (!begun.ok) return begun
    const { id } = begun.value
    let waitsOn = waits
    const viewNow = (): RestoreView | undefined => store.get().restores[id]
    function look(): boolean {
      const view = viewNow()
      if (view === undefined) return true
      tell(view)
      const { phase, isAccepted } = view
      // An answer that proves nothing would be followed for an hour.
      if (stopped.aborted && phase === 'following' && !isAccepted && runner.leave(id).ok) return false
      return hasRestoreEnded(view) || (!waitsOn && phase === 'following' && isAccepted)
    }
    endProgress = tellProgress(session, store, ref)
    await follow(session, store, look, () => {
      // Where the request is out its answer is still told.
      if (!runner.cancel(id).ok && !runner.leave(id).ok) waitsOn = false
    })
    const view = viewNow()
    if (view === undefined) return exitCodes.refused
    await note(eventOfRestore(view, 'cli'))
    return outcomeOf(session, view)
  } finally {
    endProgress()
    runner.dispose()
  }
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
  const { access, identifier, openSocket } = tools
  const sleepWatch = createSleepWatch(session.clock)
  const sinceAsked = sleepWatch.begin()
  try {
    const known = await find()
    if (!known.ok) return known
    return await inForeground(session, [access], { openSocket }, async (core) => {
      const found = findServer(core.store.get(), identifier)
      if (!found.ok) return found
      if (sinceAsked.hasSlept()) return fail('slept')
      const order = { ...known.value, deletesFiles, waits, sleepWatch }
      return restoreOn(session, tools, core, { ref: found.value.ref, order })
    })
  } finally {
    sinceAsked.end()
  }
}
