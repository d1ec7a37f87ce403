import type { Clock } from '../lib/clock.ts'
import type { StateStore } from '../state/store.ts'
import { setApp } from '../state/updates.ts'

type Deps = {
  store: StateStore
  clock: Clock
  /** The app was started without a window, as at log-in, where the desktop may still be on its way. */
  isPatient: boolean
  /**
   * Puts the icon up anew: one that was made where nobody shows icons may never be offered again. Where one was shown,
   * Electron offers it again by itself, and a new one would leave a dead one beside it.
   */
  renew: () => void
  /**
   * Told when the app was started where no tray is, so that it must not stay unseen. Not when a tray goes later:
   * a desktop may take it away while it is locked, and no window should come up for that.
   */
  onMissing: () => void
}

export type Presence = {
  /** Takes note of whether the desktop shows tray icons. */
  note(isThere: boolean): void
  dispose(): void
}

/** A desktop's panel that crashed or is still loading is back within this time. */
const graceMs = 10_000

/** Keeps `trayAvailable` true to a desktop whose tray comes and goes: what comes counts at once, what goes later. */
export function createPresence({ store, clock, isPatient, renew, onMissing }: Deps): Presence {
  let wasMissing = false
  let wasSeen = false
  let cancel: (() => void) | undefined

  function show(trayAvailable: boolean): void {
    if (store.get().app.trayAvailable !== trayAvailable) store.update(setApp({ trayAvailable }))
  }

  function missing(): void {
    show(false)
    if (!wasSeen) onMissing()
  }

  return {
    note(isThere) {
      cancel?.()
      if (isThere) {
        if (wasMissing && !wasSeen) renew()
        show(true)
      } else if (isPatient || wasSeen) {
        cancel = clock.after(graceMs, missing)
      } else {
        missing()
      }
      wasMissing ||= !isThere
      wasSeen ||= isThere
    },
    dispose: () => cancel?.(),
  }
}
