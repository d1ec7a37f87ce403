import type { AppError } from '../../shared/error-schema.ts'
import type { Bridge } from '../../shared/ipc/contract.ts'
import type { ConsoleLine } from '../../shared/model/console-schema.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { attempt } from '../bridge/bridge.ts'
import { createLines, type Lines } from './lines.ts'

type Watch = {
  readonly onFailure: (error: AppError | null) => void
  /** Lines that came before the answer to `console:watch`; null once that is there. */
  early: ConsoleLine[] | null
}

/** The part of the document that is used. */
type Page = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>

export function createConsoles(bridge: Bridge, page: Page = document) {
  const lines = new Map<ServerRef, Lines>()
  const wanted = new Map<ServerRef, (error: AppError | null) => void>()
  const watches = new Map<ServerRef, Watch>()
  /** Consoles whose lines are forgotten once nobody follows them. */
  const dropped = new Set<ServerRef>()

  const linesOf = (ref: ServerRef): Lines => {
    const known = lines.get(ref) ?? createLines()
    lines.set(ref, known)
    return known
  }

  const begin = async (ref: ServerRef, onFailure: Watch['onFailure']) => {
    const watch: Watch = { onFailure, early: [] }
    watches.set(ref, watch)
    const result = await attempt(() => bridge.call('console:watch', { ref, after: linesOf(ref).lastSeq }))
    if (watches.get(ref) !== watch) return
    onFailure(result.ok ? null : result.error)
    if (result.ok) linesOf(ref).take(result.value.lines, result.value.isCut)
    linesOf(ref).take(watch.early ?? [])
    watch.early = null
  }

  const end = (ref: ServerRef) => {
    if (watches.delete(ref)) void attempt(() => bridge.call('console:unwatch', { ref }))
  }

  const follow = () => {
    const isSeen = page.visibilityState === 'visible'
    for (const [ref, onFailure] of wanted) {
      if (!isSeen) end(ref)
      else if (!watches.has(ref)) void begin(ref, onFailure)
    }
  }

  const unsubscribe = bridge.on['console:lines']((message) => {
    const watch = watches.get(message.ref)
    if (watch === undefined) return
    if (watch.early === null) linesOf(message.ref).take(message.lines)
    else watch.early.push(...message.lines)
  })
  page.addEventListener('visibilitychange', follow)

  return {
    lines: linesOf,
    /** Follows a console while the page is visible, until the returned function is called. */
    watch(ref: ServerRef, onFailure: (error: AppError | null) => void): () => void {
      wanted.set(ref, onFailure)
      dropped.delete(ref)
      follow()
      return () => {
        wanted.delete(ref)
        end(ref)
        if (dropped.delete(ref)) lines.delete(ref)
      }
    },
    /** Stops following a console and starts again, as after it ended. */
    reopen(ref: ServerRef): void {
      end(ref)
      follow()
    },
    /** Forgets the lines of a console once nobody follows it. */
    drop(ref: ServerRef): void {
      if (wanted.has(ref)) dropped.add(ref)
      else lines.delete(ref)
    },
    dispose(): void {
      page.removeEventListener('visibilitychange', follow)
      unsubscribe()
      for (const ref of watches.keys()) end(ref)
    },
  }
}

/** The consoles that this window follows, and their lines. */
export type Consoles = ReturnType<typeof createConsoles>
