import { nativeTheme } from 'electron'
import { setHourCycle } from '../../shared/model/time-words.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import type { StateStore } from '../state/store.ts'

/**
 * Gives windows and times the look that the person chose, from the first window on. The tray goes on by the system's
 * colours: its panel does not change with our windows.
 */
export function followLook(store: Pick<StateStore, 'get' | 'subscribe'>) {
  let isSystemDark = nativeTheme.shouldUseDarkColors
  function note(): void {
    if (nativeTheme.themeSource === 'system') isSystemDark = nativeTheme.shouldUseDarkColors
  }
  function apply({ preferences: { appearance, hourCycle } }: AppState): void {
    // Each assignment is an event for all that follows the colours.
    if (nativeTheme.themeSource !== appearance) nativeTheme.themeSource = appearance
    setHourCycle(hourCycle)
  }
  nativeTheme.on('updated', note)
  apply(store.get())
  const unsubscribe = store.subscribe(apply)
  return {
    /** Whether the system's own colours are dark, as last seen while the windows followed them. */
    isSystemDark: (): boolean => isSystemDark,
    dispose(): void {
      unsubscribe()
      nativeTheme.off('updated', note)
    },
  }
}

export type Look = ReturnType<typeof followLook>
