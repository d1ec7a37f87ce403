import type { Clock } from '../lib/clock.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { StateStore } from '../state/store.ts'

/** Delay before the last used server is written to the settings, in milliseconds. */
const saveAfterMs = 1_000

type Deps = { store: StateStore; settings: Pick<SettingsStore, 'get' | 'update'>; clock: Clock }

/** Keeps in the settings which server was used last; `dispose` writes what is not written yet. */
export function keepLastUsed({ store, settings, clock }: Deps): { dispose(): void } {
  function save(): void {
    const { lastUsed } = store.get().app
    if (lastUsed !== settings.get().lastUsed) settings.update((now) => ({ ...now, lastUsed }))
  }

  let cancelSave: (() => void) | undefined
  const unsubscribe = store.subscribe((after, before) => {
    if (after.app.lastUsed === before.app.lastUsed) return
    // Not at once: the disk takes milliseconds, and the signal that was just asked for has yet to go out.
    cancelSave?.()
    cancelSave = clock.after(saveAfterMs, save)
  })
  return {
    dispose() {
      unsubscribe()
      cancelSave?.()
      save()
    },
  }
}
