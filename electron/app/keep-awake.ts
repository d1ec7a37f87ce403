import { powerSaveBlocker } from 'electron'
import { isBusy } from '../state/busy.ts'
import type { StateStore } from '../state/store.ts'

/**
 * Asks the system not to suspend the app, and macOS not to stretch its timers, for as long as it is busy and no longer.
 * The display may still be turned off.
 */
export function keepAwakeWhileBusy(store: StateStore): { dispose(): void } {
  let blocker: number | null = null

  function release(): void {
    if (blocker !== null) powerSaveBlocker.stop(blocker)
    blocker = null
  }

  function follow(): void {
    if (isBusy(store.get())) blocker ??= powerSaveBlocker.start('prevent-app-suspension')
    else release()
  }

  follow()
  const unsubscribe = store.subscribe(follow)
  return {
    dispose() {
      unsubscribe()
      release()
    },
  }
}
