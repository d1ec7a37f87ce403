import type { AppState } from '../../../shared/state/state-schema.ts'

/**
 * Whether the first run goes on: there is no key, or what is asked at its end was not answered. How updates are found is
 * asked later too, by the first build that can find any.
 */
export function isFirstRun({ app, keys, preferences }: AppState): boolean {
  if (Object.keys(keys).length === 0) return true
  const asksOfLogin = app.startAtLogin !== 'unavailable' && !preferences.firstRunEnded
  const asksOfUpdates = app.update.ability !== 'none' && preferences.updates === null
  return asksOfLogin || asksOfUpdates
}
