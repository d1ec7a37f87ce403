import type { ServerRef } from '../../shared/model/identifier.ts'
import type { Consoles } from '../console/consoles.ts'
import { withoutColours } from '../console/line-text.ts'
import type { Clock } from '../lib/clock.ts'

type Deps = {
  readonly clock: Clock
  readonly consoles: Pick<Consoles, 'watch' | 'unwatch' | 'onLines'>
  readonly isOpen: (ref: ServerRef) => boolean
}

/** A server that is about to save, whose console is looked at. */
export type SaveWatch = {
  /** Ends when the server says that it has saved, or after a time that most saves fit in. */
  settle(): Promise<void>
  close(): void
}

/** The id under which this part looks at consoles; those of windows count up from 1. */
const watcher = -2
/** How long a console is given to open, and then a server to save, in milliseconds. */
const openWithinMs = 5_000
const saveWithinMs = 15_000

/** What games print when they have saved, behind their own mark of time; a player's words stand behind a name. */
const saved =
  /(?:^|\]:? )(?:Saved the (?:game|world)|Data saved\. Files are now ready to be copied\.?|World saved\.?)$/i

/**
 * Looks at a server's console from before it is told to save, so that its answer is seen. Commands go out over it where
 * it is open.
 */
export async function watchSave(
  { clock, consoles, isOpen }: Deps,
  ref: ServerRef,
  signal: AbortSignal,
): Promise<SaveWatch> {
  const seen = new AbortController()
  let isReady = false
  const unsubscribe = consoles.onLines((who, which, lines) => {
    if (!isReady || who !== watcher || which !== ref) return
    const hasSaved = lines.some(({ kind, text }) => kind === 'output' && saved.test(withoutColours(text).trim()))
    if (hasSaved) seen.abort()
  })
  const wasOpen = isOpen(ref)
  consoles.watch(ref, watcher, 0)
  // A console that was just opened first repeats lines that are older than the save.
  if (!wasOpen) await clock.sleep(openWithinMs, signal)
  isReady = true
  const ending = AbortSignal.any([signal, seen.signal])
  return {
    async settle() {
      await clock.sleep(saveWithinMs, ending)
    },
    close() {
      unsubscribe()
      consoles.unwatch(ref, watcher)
    },
  }
}
