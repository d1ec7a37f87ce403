import type { AppError } from '../../shared/errors.ts'
import type { Backup } from '../../shared/model/backup.ts'
import { type DownloadView, isDownloading } from '../../shared/model/backup-run.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import type { Fetch } from '../panel/transport.ts'
import type { Ask } from '../servers/ask.ts'
import type { StateStore } from '../state/store.ts'
import { dropDownload, setDownload } from '../state/updates.ts'
import { download } from '../transfers/download.ts'
import { createLanes } from '../transfers/lanes.ts'
import { machinesOf } from '../transfers/machines-of.ts'
import { createMeter, type Meter } from '../transfers/meter.ts'
import type { Begun, BegunDownload } from './begun.ts'
import { fileNameOf } from './file-name.ts'

type Deps = {
  store: StateStore
  clock: Clock
  newId: () => string
  version: string
  ask: Ask
  /** The way to the machines of a panel. */
  fetchFromMachines: (baseUrl: string) => Fetch
  /** What a next start must know of. */
  begun: Pick<Begun, 'put' | 'change' | 'drop'>
}

export type Downloads = {
  /**
   * Downloads a good backup to a folder, once its turn has come. Resolves at once; its progress shows in the state.
   * Errors: `backup-not-good`, `download-running`, `unknown-server`.
   */
  start(ref: ServerRef, backup: Backup, folder: string): Result<{ id: string }>
  /** Shows one that an earlier run of the app began as failed: it is never gone on with by itself. */
  showLeft(left: BegunDownload, error: AppError): void
  cancel(id: string): void
  /** Forgets a download that has ended. */
  dismiss(id: string): void
  /** Cancels all; what is not whole is deleted, and told by the next start. */
  dispose(): Promise<void>
}

/** Maximum number of ended downloads that stay in the list. */
const mostEnded = 20

const progressOf = (meter: Meter): Pick<DownloadView, 'receivedBytes' | 'bytesPerSecond'> => {
  const { bytes, bytesPerSecond } = meter.read()
  return { receivedBytes: bytes, bytesPerSecond }
}

function endOf(result: Result<{ file: string }>): Partial<DownloadView> {
  if (result.ok) return { phase: 'done', file: result.value.file }
  const { error } = result
  return { phase: error.code === 'cancelled' ? 'cancelled' : 'failed', error }
}

/** The downloads of backups: two at a time, the others wait in their order. */
export function createDownloads(deps: Deps): Downloads {
  const { store, clock, newId, version, ask, fetchFromMachines, begun } = deps
  const lanes = createLanes()
  let isEnding = false

  function change(id: string, more: Partial<DownloadView>): void {
    const view = store.get().downloads[id]
    if (view !== undefined) store.update(setDownload({ ...view, ...more }))
  }

  function forgetOldest(): void {
    const ended = Object.values(store.get().downloads).filter((view) => !isDownloading(view))
    for (const { id } of ended.slice(0, Math.max(0, ended.length - mostEnded))) store.update(dropDownload(id))
  }

  function end(id: string, result: Result<{ file: string }>): void {
    change(id, { bytesPerSecond: null, ...endOf(result) })
    if (result.ok || !isEnding) begun.drop(id)
    forgetOldest()
  }

  async function run(view: DownloadView, backup: Backup, folder: string, signal: AbortSignal): Promise<void> {
    const { id, ref, file } = view
    const baseUrl = machinesOf(store.get(), ref)
    if (signal.aborted || baseUrl === null) return end(id, fail(signal.aborted ? 'cancelled' : 'unknown-server'))
    const meter = createMeter(clock)
    change(id, { phase: 'running' })
    const stop = meter.tell(() => change(id, progressOf(meter)))
    const result = await download({
      clock,
      link: () =>
        ask(ref, 'backups-view', ({ backups }, server) => backups.link(server.identifier, backup.id, { signal })),
      fetch: fetchFromMachines(baseUrl),
      userAgent: `Servertray/${version}`,
      folder,
      file,
      what: 'backup',
      bytes: backup.bytes,
      sha1: backup.sha1,
      signal,
      onProgress: meter.take,
      onPart: (part) => begun.change('download', id, { part }),
    })
    stop()
    change(id, { receivedBytes: meter.read().bytes })
    end(id, result)
  }

  return {
    start(ref, backup, folder) {
      const { servers, downloads } = store.get()
      const server = servers[ref]
      if (server === undefined) return fail('unknown-server')
      if (backup.state !== 'good') return fail('backup-not-good')
      const isKnown = Object.values(downloads).some(
        (view) => view.ref === ref && view.backupId === backup.id && isDownloading(view),
      )
      if (isKnown) return fail('download-running')
      const view: DownloadView = {
        id: newId(),
        ref,
        backupId: backup.id,
        file: fileNameOf(server.name, backup),
        phase: 'waiting',
        receivedBytes: 0,
        totalBytes: backup.bytes,
        isSummed: backup.sha1 !== null,
        bytesPerSecond: null,
        error: null,
      }
      begun.put({ kind: 'download', id: view.id, server: server.name, view, part: null })
      store.update(setDownload(view))
      lanes.add(view.id, (signal) => run(view, backup, folder, signal))
      return ok({ id: view.id })
    },
    showLeft({ view }, error) {
      store.update(setDownload({ ...view, phase: 'failed', error }))
    },
    cancel(id) {
      if (lanes.cancel(id)) end(id, fail('cancelled'))
    },
    dismiss(id) {
      const view = store.get().downloads[id]
      if (view !== undefined && !isDownloading(view)) store.update(dropDownload(id))
    },
    dispose() {
      isEnding = true
      return lanes.dispose()
    },
  }
}
