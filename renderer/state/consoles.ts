import type { AppError } from '../../shared/error-schema.ts'
import type { Bridge } from '../../shared/ipc/contract.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { attempt } from '../bridge/bridge.ts'
import { createLines, type Lines } from './lines.ts'

/** A console that is shown. */
type Shown = {
  readonly lines: Lines
  readonly onFailure: (error: AppError | null) => void
  /** A watch of it; null for none. */
  watch: { isAnswered: boolean } | null
  /** What is drawn no longer fits: with the next answer all lines come once more. */
  isStale: boolean
}

/** The part of the document that is used. */
type Page = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>

/** The consoles that this window follows. */
export function createConsoles(bridge: Bridge, page: Page = document) {
  const consoles = new Map<ServerRef, Shown>()

  const begin = async (ref: ServerRef, shown: Shown) => {
    const watch = { isAnswered: false }
    shown.watch = watch
    const { isStale } = shown
    const after = isStale ? 0 : shown.lines.lastSeq()
    const result = await attempt(() => bridge.call('console:watch', { ref, after }))
    if (shown.watch !== watch) return
    watch.isAnswered = true
    shown.isStale = false
    shown.onFailure(result.ok ? null : result.error)
    if (result.ok && isStale) shown.lines.restart(result.value.lines)
    else if (result.ok) shown.lines.add(result.value.lines, result.value.isCut)
  }

  const end = (ref: ServerRef, shown: Shown) => {
    if (shown.watch === null) return
    shown.watch = null
    void attempt(() => bridge.call('console:unwatch', { ref }))
  }

  const follow = () => {
    for (const [ref, shown] of consoles) {
      if (page.visibilityState !== 'visible') end(ref, shown)
      else if (shown.watch === null) void begin(ref, shown)
    }
  }

  const unsubscribe = bridge.on['console:lines'](({ ref, lines }) => {
    const shown = consoles.get(ref)
    // What comes before the answer stands in it too.
    if (shown?.watch?.isAnswered) shown.lines.add(lines)
  })
  page.addEventListener('visibilitychange', follow)

  return {
    /** The lines of a console that is followed. */
    lines: (ref: ServerRef): Lines | undefined => consoles.get(ref)?.lines,
    /** Follows a console while the page is visible, until the returned function is called. */
    watch(ref: ServerRef, onFailure: (error: AppError | null) => void): () => void {
      const askMore = () => {
        if (shown.watch?.isAnswered) void attempt(() => bridge.call('console:more', { ref }))
      }
      const shown: Shown = { lines: createLines(askMore), onFailure, watch: null, isStale: false }
      consoles.set(ref, shown)
      follow()
      return () => {
        consoles.delete(ref)
        end(ref, shown)
      }
    },
    /** Asks for all lines of a console once more, to be drawn anew; those that are drawn stand until these are here. */
    redraw(ref: ServerRef): void {
      const shown = consoles.get(ref)
      if (shown === undefined || shown.isStale) return
      shown.isStale = true
      if (shown.watch !== null) void begin(ref, shown)
    },
    /** Stops following a console and starts again, as after it ended. */
    reopen(ref: ServerRef): void {
      const shown = consoles.get(ref)
      if (shown !== undefined) end(ref, shown)
      follow()
    },
    dispose(): void {
      page.removeEventListener('visibilitychange', follow)
      unsubscribe()
      for (const [ref, shown] of consoles) end(ref, shown)
    },
  }
}
