import type { FeatureBasics } from '../state/feature.ts'
import { setApp } from '../state/updates.ts'

type Deps = Pick<FeatureBasics, 'store' | 'clock'> & {
  /** The app was started without a window, as at log-in, where the desktop may still be on its way. */
  isPatient: boolean
  /**
   * Creates the icon again: one that was made where nobody shows tray icons may never be offered again. Where one was
   * shown, Electron offers it again by itself, and a new one would leave a dead one beside it.
   */
  renew: () => void
  /**
   * Called when the app was started where no tray is, so that it is not invisible. Not called when a tray goes later:
   * desktops may hide it while they are locked, and no window should pop up then.
   */
  onMissing: () => void
}

/**
 * How long a missing tray may take to come (back), in milliseconds: a desktop's panel may have crashed or still be
 * loading.
 */
const graceMs = 10_000

/** Keeps `trayAvailable` up to date: a tray that appears counts at once, one that goes after a grace period. */
export function createPresence({ store, clock, isPatient, renew, onMissing }: Deps) {
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
    /** Notes whether the desktop shows tray icons now. */
    note(isThere: boolean): void {
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
    dispose: (): void => cancel?.(),
  }
}
