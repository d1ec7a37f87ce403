import { eventOfRestore } from '../../shared/activity/words.ts'
import type { Backup, RestoreView } from '../../shared/backups/contract.ts'
import { hasRestoreEnded, restoreHint, restoreText } from '../../shared/backups/restore.ts'
import { appError } from '../../shared/errors.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { fail, type Result } from '../../shared/result.ts'
import { createArea } from '../areas/area.ts'
import { createRestoreRunner, type RestoreWanted } from '../backups/restore-runner.ts'
import { createSleepWatch, type SleepWatch } from '../lib/sleep-watch.ts'
import { type ForegroundCore, follow, inForeground } from './core.ts'
import { findServer } from './find-server.ts'
import { exitCodes } from './format.ts'
import { tellProgress } from './progress.ts'
import type { Outcome, Session } from './session.ts'
import type { ServerTools } from './tools.ts'

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

type Order = RestoreWanted & Pick<Wanted, 'waits'> & { readonly ref: ServerRef; readonly sleepWatch: SleepWatch }

/** Begins the restore and follows it to its end. */
async function restoreOn(
  session: Session,
  { noteHere }: ServerTools,
  { store, clientFor, power, checkRights, states }: ForegroundCore,
  { ref, waits, sleepWatch, ...wanted }: Order,
): Promise<Outcome> {
  const { clock, stopped } = session
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
    file: { get: () => [], set: () => true },
    onBackupEnded: () => () => undefined,
  })
  let endProgress = () => {}
  try {
    const begun = await runner.begin(ref, wanted)
    if (!begun.ok) return begun
    const { id } = begun.value
    let waitsOn = waits
    let shown = ''
    endProgress = tellProgress(session, store, ref)
    await follow(session, store, {
      view: ({ restores }) => restores[id],
      look(view) {
        const { phase, isAccepted } = view
        const text = restoreText(view)
        if (text !== shown) session.step(`${text}.`, { phase })
        shown = text
        // An answer that proves nothing would be followed for an hour.
        if (stopped.aborted && phase === 'following' && !isAccepted && runner.leave(id).ok) return false
        return hasRestoreEnded(view) || (!waitsOn && phase === 'following' && isAccepted)
      },
      stop() {
        // Where the request is out its answer is still told.
        if (!runner.cancel(id).ok && !runner.leave(id).ok) waitsOn = false
      },
    })
    // What it says of its stop is known only then.
    await runner.settled()
    const view = store.get().restores[id]
    if (view === undefined) return exitCodes.refused
    await noteHere(eventOfRestore(view, 'cli'))
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
  const { access, identifier } = tools
  const sleepWatch = createSleepWatch(session.clock)
  const sinceAsked = sleepWatch.begin()
  try {
    const known = await find()
    if (!known.ok) return known
    return await inForeground(session, { ...tools, accesses: [access] }, {}, async (core) => {
      const found = await findServer(session, core, identifier)
      if (!found.ok) return found
      if (sinceAsked.hasSlept()) return fail('slept')
      const { ref } = found.value
      const order = { ...known.value, ref, deletesFiles, backsUpFirst: false, waits, sleepWatch }
      return restoreOn(session, tools, core, order)
    })
  } finally {
    sinceAsked.end()
  }
}
