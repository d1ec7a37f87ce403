import type { ServerRef } from '../../shared/model/identifier.ts'
import type { Clock } from '../lib/clock.ts'

type Deps = {
  clock: Pick<Clock, 'steady' | 'after'>
  /** Tells of a server whose machine says that a backup or a restore has ended. */
  onBackupEnded: (listener: (ref: ServerRef) => void) => () => void
  /** Whether the end is looked for anyway, as that of a backup from here. */
  isFollowed: (ref: ServerRef) => boolean
  /** Reads the server's backups as background work. */
  read: (ref: ServerRef) => void
}

/** How long after the machine's word the list is read, in milliseconds: it tells the panel at about the same time. */
const settleMs = 1_000
/** How far two such readings of a server are apart at least, in milliseconds, however often its machine says so. */
const everyMs = 15_000

/**
 * Has the list read once where a machine tells of an end that nobody here looks for: of a backup that somebody else, a
 * schedule or another program made.
 */
export function createOthersEnds({ clock, onBackupEnded, isFollowed, read }: Deps): { dispose(): void } {
  /** When each server's list is read next, or was last, in steady milliseconds. */
  const readAt = new Map<ServerRef, number>()
  const cancels = new Map<ServerRef, () => void>()

  const unsubscribe = onBackupEnded((ref) => {
    if (cancels.has(ref) || isFollowed(ref)) return
    const now = clock.steady()
    const at = Math.max(now + settleMs, (readAt.get(ref) ?? Number.NEGATIVE_INFINITY) + everyMs)
    readAt.set(ref, at)
    const cancel = clock.after(at - now, () => {
      cancels.delete(ref)
      read(ref)
    })
    cancels.set(ref, cancel)
  })

  return {
    dispose() {
      unsubscribe()
      for (const cancel of cancels.values()) cancel()
      cancels.clear()
    },
  }
}
