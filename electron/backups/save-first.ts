import { undoOf } from '../../shared/model/save-commands.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { JobEntry } from '../jobs/journal.ts'
import type { CallOptions } from '../panel/call-options.ts'

/** Sends one console command, once. */
export type SendToSave = (
  command: string,
  options: Pick<CallOptions, 'signal' | 'notAfter' | 'afterEnd'>,
) => Promise<Result<void>>

type Deps = {
  readonly send: SendToSave
  /** The journal's entry of the backup: what lets the server save again is on disk before it is told not to. */
  readonly entry: Pick<JobEntry, 'undo' | 'addUndo' | 'dropUndo'>
  /** Ends when the server has had the time to save. */
  readonly settle: () => Promise<void>
  /** Ends the waits, but for what lets the server save again. */
  readonly signal: AbortSignal
}

/**
 * Makes a server save before a backup: the commands go out one after another, until one fails. A server that does not
 * run has saved. Error: `save-failed`; nothing is to be backed up then.
 */
export async function saveFirst(commands: readonly string[], deps: Deps): Promise<Result<void>> {
  const { send, entry, settle, signal } = deps
  for (const command of commands) {
    const opposite = undoOf(command)
    if (opposite !== null) entry.addUndo(opposite)
    const sent = await send(command, { signal })
    if (sent.ok) continue
    if (opposite !== null && !sent.error.mayHaveActed) entry.dropUndo(opposite)
    return sent.error.code === 'server-not-running' ? ok() : fail('save-failed', { detail: sent.error.message })
  }
  if (commands.length > 0) await settle()
  return ok()
}

/**
 * Lets a server save by itself again, where it was told not to or may have been; however the backup ended. What is not
 * known to have arrived stays in the journal.
 */
export async function undoSaving({ send, entry }: Pick<Deps, 'send' | 'entry'>): Promise<void> {
  for (const command of entry.undo()) {
    const sent = await send(command, { afterEnd: true, notAfter: Number.POSITIVE_INFINITY })
    // A server that is off saves by itself once it starts.
    if (sent.ok || sent.error.code === 'server-not-running') entry.dropUndo(command)
  }
}
