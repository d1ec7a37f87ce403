import { undoOf } from '../../shared/backups/save-commands.ts'
import { because } from '../../shared/errors.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Consoles } from '../console/consoles.ts'
import { withoutColours } from '../console/line-text.ts'
import type { JobEntry } from '../jobs/journal.ts'
import type { Clock } from '../lib/clock.ts'
import type { CallOptions } from '../panel/call-options.ts'

/** Sends one console command, once. */
export type SendToSave = (
  command: string,
  options: Pick<CallOptions, 'signal' | 'notAfter' | 'afterEnd'>,
) => Promise<Result<void>>

/** What it takes to have a server save before a backup. */
export type Saving = {
  readonly send: SendToSave
  /** The journal's entry of the backup: what lets the server save again is on disk before it is told not to. */
  readonly entry: Pick<JobEntry, 'undo' | 'addUndo' | 'dropUndo'>
  /** Ends when the server has had the time to save. */
  readonly settle: () => Promise<void>
  /** Ends the waits, but for what lets the server save again. A request that is out is answered. */
  readonly signal: AbortSignal
}

const notNoted = 'What lets it save again could not be written to disk first.'

/**
 * Makes a server save before a backup: the commands go out one after another, until one fails. A server that does not
 * run has saved. Error: `save-failed`; nothing is to be backed up then.
 */
export async function saveFirst(commands: readonly string[], saving: Saving): Promise<Result<void>> {
  const { send, entry, settle, signal } = saving
  for (const command of commands) {
    const opposite = undoOf(command)
    const isNoted = opposite === null || entry.addUndo(opposite)
    const sent = isNoted ? await send(command, { signal }) : fail('storage-failed', { message: notNoted })
    if (sent.ok) continue
    if (opposite !== null && !sent.error.mayHaveActed) entry.dropUndo(opposite)
    return sent.error.code === 'server-not-running' ? ok() : fail('save-failed', because('save-failed', sent.error))
  }
  if (commands.length > 0) await settle()
  return ok()
}

/**
 * Lets a server save by itself again, where it was told not to or may have been; however the backup ended. What is not
 * known to have arrived stays in the journal.
 */
export async function undoSaving({ send, entry }: Pick<Saving, 'send' | 'entry'>): Promise<void> {
  for (const command of entry.undo()) {
    const sent = await send(command, { afterEnd: true, notAfter: Number.POSITIVE_INFINITY })
    // A server that is off saves by itself once it starts.
    if (sent.ok || sent.error.code === 'server-not-running') entry.dropUndo(command)
  }
}

type Watch = {
  readonly clock: Clock
  readonly consoles: Pick<Consoles, 'watch' | 'unwatch' | 'onLines'>
  readonly isOpen: (ref: ServerRef) => boolean
  /** Servers that once said nothing when they had saved: their consoles are not looked at for it again in this run. */
  readonly silent: Set<ServerRef>
}

/** A server that is about to save, whose console is looked at. */
export type SaveWatch = {
  /** It is known to say nothing, so that it is only given the time. */
  readonly isSilent: boolean
  /** Ends when the server says that it has saved, or after a time that most saves fit in. */
  settle(): Promise<void>
  close(): void
}

/** How long a console is given to open, and then a server to save, in milliseconds. */
const openWithinMs = 5_000
const saveWithinMs = 15_000

/** What games print when they have saved, behind their own mark of time; a player's words stand behind a name. */
const saved =
  /(?:^|\]:? )(?:Saved the (?:game|world)|Data saved\. Files are now ready to be copied\.?|World saved\.?)$/i

/**
 * Looks at a server's console from before it is told to save, so that its answer is seen. Commands go out over it where
 * it is open.
 */
export async function watchSave(
  { clock, consoles, isOpen, silent }: Watch,
  ref: ServerRef,
  signal: AbortSignal,
): Promise<SaveWatch> {
  if (silent.has(ref)) {
    const settle = async () => void (await clock.sleep(saveWithinMs, signal))
    return { isSilent: true, settle, close: () => undefined }
  }
  const watcher = Symbol('save')
  const seen = new AbortController()
  let isReady = false
  const unsubscribe = consoles.onLines((which, lines) => {
    if (!isReady || which !== ref) return
    const hasSaved = lines.some(({ kind, text }) => kind === 'output' && saved.test(withoutColours(text).trim()))
    if (hasSaved) seen.abort()
  })
  const wasOpen = isOpen(ref)
  consoles.watch(ref, watcher, 0)
  // A console that was just opened first repeats lines that are older than the save.
  if (!wasOpen) await clock.sleep(openWithinMs, signal)
  isReady = true
  const ending = AbortSignal.any([signal, seen.signal])
  return {
    isSilent: false,
    async settle() {
      const hasPassed = await clock.sleep(saveWithinMs, ending)
      // A console that did not open tells nothing of what the game prints.
      if (hasPassed && isOpen(ref)) silent.add(ref)
    },
    close() {
      unsubscribe()
      consoles.unwatch(ref, watcher)
    },
  }
}
