import { mkdirSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Clock } from '../clock.ts'
import type { Logger } from '../log/logger.ts'
import { describeFailure } from '../log/logger.ts'

/** A write is a few events; they are taken as one. */
const settleMs = 100

/**
 * Calls `onChange` after `path` was replaced by another file. The folder is watched, since a watch on the file
 * would stay with the one that was replaced. Where the system cannot watch, changes of others show at the next
 * start; they are never lost, since every write reads the file first.
 */
export function watchFile(deps: { path: string; clock: Clock; log: Logger; onChange: () => void }): {
  dispose(): void
} {
  const { path, clock, log, onChange } = deps
  let cancel: (() => void) | undefined
  const changed = () => {
    cancel = undefined
    onChange()
  }
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const watcher = watch(dirname(path), { persistent: false }, (_event, name) => {
      if (name === basename(path)) cancel ??= clock.after(settleMs, changed)
    })
    watcher.on('error', (failure) => log.warn('a file is no longer watched', { failure: describeFailure(failure) }))
    return {
      dispose() {
        watcher.close()
        cancel?.()
      },
    }
  } catch (failure) {
    log.warn('a file cannot be watched', { failure: describeFailure(failure) })
    return { dispose: () => undefined }
  }
}
