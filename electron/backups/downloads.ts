import type { Backup } from '../../shared/model/backup.ts'
import { type DownloadView, isDownloading } from '../../shared/model/backup-run.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import type { Fetch } from '../panel/transport.ts'
import type { Ask } from '../servers/ask.ts'
import type { StateStore } from '../state/store.ts'
import { dropDownload, setDownload } from '../state/updates.ts'
import { downloadBackup } from './download.ts'
import { fileNameOf } from './file-name.ts'

type Deps = {
  store: StateStore
  clock: Clock
  newId: () => string
  version: string
  ask: Ask
  /** The way to the machines of a panel. */
  fetchFromMachines: (baseUrl: string) => Fetch
}

export type Downloads = {
  /**
   * Downloads a good backup to a folder, once its turn has come. Resolves at once; its progress shows in the state.
   * Errors: `backup-not-good`, `download-running`, `unknown-server`.
   */
  start(ref: ServerRef, backup: Backup, folder: string): Result<{ id: string }>
  cancel(id: string): void
  /** Forgets a download that has ended. */
  dismiss(id: string): void
  /** Cancels all; what is not whole is deleted. */
  dispose(): Promise<void>
}

/** Maximum number of downloads at once. */
const mostAtOnce = 2
/** How often the progress is told, in milliseconds, and over how many of these steps the speed is measured. */
const tellEveryMs = 500
const speedSteps = 8
/** Maximum number of ended downloads that stay in the list. */
const mostEnded = 20

/** How many bytes have come, and how fast over the last seconds. */
function createMeter(clock: Pick<Clock, 'steady'>) {
  let received = 0
  const marks = [{ at: clock.steady(), received: 0 }]
  return {
    take(bytes: number) {
      received = bytes
    },
    read(): Pick<DownloadView, 'receivedBytes' | 'bytesPerSecond'> {
      const now = clock.steady()
      const first = marks[0] ?? { at: now, received }
      marks.push({ at: now, received })
      if (marks.length > speedSteps) marks.shift()
      const seconds = (now - first.at) / 1_000
      return { receivedBytes: received, bytesPerSecond: seconds > 0 ? (received - first.received) / seconds : null }
    },
  }
}

function endOf(result: Result<{ file: string }>): Partial<DownloadView> {
  if (result.ok) return { phase: 'done', file: result.value.file }
  const { error } = result
  return { phase: error.code === 'cancelled' ? 'cancelled' : 'failed', error }
}

/** The downloads of backups: two at a time, the others wait in their order. */
export function createDownloads(deps: Deps): Downloads {
  const { store, clock, newId, version, ask, fetchFromMachines } = deps
  const cancels = new Map<string, AbortController>()
  const waiting: { id: string; run: () => Promise<void> }[] = []
  const running = new Set<Promise<void>>()

  function change(id: string, more: Partial<DownloadView>): void {
    const view = store.get().downloads[id]
    if (view !== undefined) store.update(setDownload({ ...view, ...more }))
  }

  function forgetOldest(): void {
    const ended = Object.values(store.get().downloads).filter((view) => !isDownloading(view))
    for (const { id } of ended.slice(0, Math.max(0, ended.length - mostEnded))) store.update(dropDownload(id))
  }

  function end(id: string, result: Result<{ file: string }>): void {
    cancels.delete(id)
    change(id, { bytesPerSecond: null, ...endOf(result) })
    forgetOldest()
  }

  /** Begins what may begin. */
  function advance(): void {
    while (running.size < mostAtOnce) {
      const next = waiting.shift()
      if (next === undefined) return
      const course = next.run()
      running.add(course)
      void course.finally(() => {
        running.delete(course)
        advance()
      })
    }
  }

  /** Tells the progress now and then. Returns the function that ends it. */
  function tell(id: string, read: () => Partial<DownloadView>): () => void {
    let cancel = clock.after(tellEveryMs, step)
    function step(): void {
      change(id, read())
      cancel = clock.after(tellEveryMs, step)
    }
    return () => cancel()
  }

  async function run(view: DownloadView, backup: Backup, folder: string, signal: AbortSignal): Promise<void> {
    const { id, ref, file } = view
    const baseUrl = baseUrlOf(ref)
    if (signal.aborted || baseUrl === undefined) return end(id, fail(signal.aborted ? 'cancelled' : 'unknown-server'))
    const meter = createMeter(clock)
    change(id, { phase: 'running' })
    const stop = tell(id, meter.read)
    const result = await downloadBackup({
      clock,
      link: () =>
        ask(ref, 'backups-view', ({ backups }, server) => backups.link(server.identifier, backup.id, { signal })),
      fetch: fetchFromMachines(baseUrl),
      userAgent: `Servertray/${version}`,
      folder,
      file,
      bytes: backup.bytes,
      sha1: backup.sha1,
      signal,
      onProgress: meter.take,
    })
    stop()
    change(id, { receivedBytes: meter.read().receivedBytes })
    end(id, result)
  }

  function baseUrlOf(ref: ServerRef): string | undefined {
    const { servers, panels } = store.get()
    const server = servers[ref]
    return server && panels[server.panelId]?.baseUrl
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
        bytesPerSecond: null,
        error: null,
      }
      const cancel = new AbortController()
      cancels.set(view.id, cancel)
      store.update(setDownload(view))
      waiting.push({ id: view.id, run: () => run(view, backup, folder, cancel.signal) })
      advance()
      return ok({ id: view.id })
    },
    cancel(id) {
      cancels.get(id)?.abort()
      const at = waiting.findIndex((one) => one.id === id)
      if (at === -1) return
      waiting.splice(at, 1)
      end(id, fail('cancelled'))
    },
    dismiss(id) {
      const view = store.get().downloads[id]
      if (view !== undefined && !isDownloading(view)) store.update(dropDownload(id))
    },
    async dispose() {
      waiting.length = 0
      for (const cancel of cancels.values()) cancel.abort()
      await Promise.allSettled(running)
    },
  }
}
