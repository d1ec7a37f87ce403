import { mkdirSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Clock } from './clock.ts'
import type { FileFailure } from './failure-code.ts'
import { createLater } from './later.ts'

/** A write is a few events; they are taken as one. */
const settleMs = 100

/**
 * Calls `onChange` after `path` was replaced by another file. The folder is watched, since a watch on the file
 * would stay with the one that was replaced. Where the system cannot watch, changes of others show at the next
 * start; they are never lost, since every write reads the file first.
 */
export function watchFile(deps: { path: string; clock: Clock; onChange: () => void; onFailure: FileFailure }): {
  dispose(): void
} {
  const { path, clock, onChange, onFailure } = deps
  const changed = createLater(clock, settleMs, onChange)
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const watcher = watch(dirname(path), { persistent: false }, (_event, name) => {
      if (name === basename(path)) changed.soon()
    })
    watcher.on('error', (failure) => onFailure('a file is no longer watched', failure))
    return {
      dispose() {
        watcher.close()
        changed.end()
      },
    }
  } catch (failure) {
    onFailure('a file cannot be watched', failure)
    return { dispose: () => undefined }
  }
}
