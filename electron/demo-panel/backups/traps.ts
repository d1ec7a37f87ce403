/**
 * What can be wrong with a server's backups, one at a time.
 * - `backup-fails`: the node reports a failure in place of an archive.
 * - `backup-stalls`: the node never reports, until the panel gives up after six hours.
 * - `archive-lost`: the node has no archive any more; a restore finds that out after the deletion.
 * - `restore-fails`: the node fails in the middle, after the deletion, and announces completion all the same.
 * - `restore-outlasts`: the deletion outlasts the panel's time limit, which rolls back its status while the node goes on.
 */
export type BackupTrap = 'backup-fails' | 'backup-stalls' | 'archive-lost' | 'restore-fails' | 'restore-outlasts'

/**
 * What can be wrong with downloads of a server's backups, after so many bytes: the connection breaks, one byte is
 * another, or nothing more comes until the trap is lifted.
 */
export type DownloadTrap = { readonly what: 'cut' | 'wrong-byte' | 'hold'; readonly atBytes: number }

/** A trap as it is set; `lifted` resolves when it no longer is. */
export type SetTrap = DownloadTrap & { readonly lifted: Promise<void> }

/** The parts of a download with the trap in them. Throws where the connection is to break. */
export async function* withTrap(parts: Iterable<Uint8Array>, trap: SetTrap | null): AsyncGenerator<Uint8Array> {
  let sent = 0
  for (const part of parts) {
    const at = trap === null ? -1 : trap.atBytes - sent
    sent += part.length
    if (trap === null || at < 0 || at >= part.length) yield part
    else yield* sprung(part, at, trap)
  }
}

async function* sprung(part: Uint8Array, at: number, { what, lifted }: SetTrap): AsyncGenerator<Uint8Array> {
  if (what === 'wrong-byte') {
    const wrong = Uint8Array.from(part)
    wrong[at] = (part[at] ?? 0) ^ 1
    yield wrong
    return
  }
  yield part.subarray(0, at)
  if (what === 'cut') throw new Error('The connection was to break here.')
  await lifted
  yield part.subarray(at)
}
