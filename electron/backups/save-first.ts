import { undoOf } from '../../shared/model/save-commands.ts'
import { fail, ok, type Result } from '../../shared/result.ts'

type Deps = {
  /** Sends one console command, once. */
  readonly send: (command: string) => Promise<Result<void>>
  /** Ends when the server has had the time to save. */
  readonly settle: () => Promise<void>
}

export type Saving = {
  /** `save-failed` where the server was not told; nothing is to be backed up then. */
  readonly told: Result<void>
  /** True while the server may be told not to save by itself. */
  keepsFromSaving(): boolean
  /** Lets the server save by itself again, where it was told not to; to be called once, however the backup ended. */
  undo(): Promise<void>
}

/**
 * Makes a server save before a backup: the commands go out one after another, until one fails. A server that does not
 * run has saved. Commands that stop saving are undone at the end, even those that only may have arrived.
 */
export async function saveFirst(commands: readonly string[], { send, settle }: Deps): Promise<Saving> {
  const undone: string[] = []
  const keepsFromSaving = () => undone.length > 0
  const undo = async () => {
    for (const command of undone.splice(0).toReversed()) await send(command)
  }
  for (const command of commands) {
    const sent = await send(command)
    const opposite = undoOf(command)
    if (opposite !== null && (sent.ok || sent.error.mayHaveActed)) undone.push(opposite)
    if (sent.ok) continue
    if (sent.error.code === 'server-not-running') return { told: ok(), keepsFromSaving, undo }
    return { told: fail('save-failed', { detail: sent.error.message }), keepsFromSaving, undo }
  }
  if (commands.length > 0) await settle()
  return { told: ok(), keepsFromSaving, undo }
}
