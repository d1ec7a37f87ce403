import { createStore } from 'zustand/vanilla'
import type { AppError } from '../../shared/error-schema.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { Result } from '../../shared/result.ts'

/** Servers take about one command a second. */
const paceMs = 1_000

/**
 * Several commands that are sent one a second. `error` is why the command after the first `sent` failed, which ended
 * the batch; null while it goes on.
 */
export type Batch = {
  readonly lines: readonly string[]
  readonly sent: number
  readonly error: AppError | null
}

/** The number of commands of a batch that were not sent, without the one that failed. */
export function notSent({ lines, sent, error }: Batch): number {
  return lines.length - sent - (error === null ? 0 : 1)
}

/**
 * Sends batches of commands, each command at most once, whatever the person looks at meanwhile. The first failure ends
 * a batch.
 */
export function createBatches(send: (ref: ServerRef, command: string) => Promise<Result<void>>) {
  const store = createStore<Readonly<Record<ServerRef, Batch>>>(() => ({}))
  /** The batch under way of each server; `timer` while it waits for its next command. */
  const runs = new Map<ServerRef, { timer?: ReturnType<typeof setTimeout> }>()

  const put = (ref: ServerRef, batch: Batch | null) =>
    store.setState(({ [ref]: _, ...others }) => (batch === null ? others : { ...others, [ref]: batch }), true)

  const end = (ref: ServerRef, left: Batch | null) => {
    clearTimeout(runs.get(ref)?.timer)
    runs.delete(ref)
    put(ref, left)
  }

  const next = async (ref: ServerRef, run: { timer?: ReturnType<typeof setTimeout> }) => {
    const before = store.getState()[ref]
    const line = before?.lines[before.sent]
    if (line === undefined) return
    const result = await send(ref, line)
    const batch = store.getState()[ref]
    if (batch === undefined || runs.get(ref) !== run) return
    if (!result.ok) return end(ref, { ...batch, error: result.error })
    const sent = batch.sent + 1
    if (sent === batch.lines.length) return end(ref, null)
    put(ref, { ...batch, sent })
    run.timer = setTimeout(() => void next(ref, run), paceMs)
  }

  return {
    /** The batches under way or ended with an error, by server. */
    store,
    /** Sends the commands in order, after those of the same server that still wait. */
    start(ref: ServerRef, lines: readonly string[]): void {
      const running = store.getState()[ref]
      if (running !== undefined && runs.has(ref)) {
        put(ref, { ...running, lines: [...running.lines, ...lines] })
        return
      }
      const run = {}
      runs.set(ref, run)
      put(ref, { lines, sent: 0, error: null })
      void next(ref, run)
    },
    /** Stops a batch, and forgets its error. */
    cancel: (ref: ServerRef): void => end(ref, null),
    dispose(): void {
      for (const ref of runs.keys()) end(ref, null)
    },
  }
}
