import { defaultPreferences } from '../model/preferences.ts'
import { emptyTables } from './state.ts'
import type { AppState } from './state-schema.ts'

/** The state before anything was read. */
export function initialState(app: Pick<AppState['app'], 'version' | 'platform' | 'lastUsed'>): AppState {
  return {
    app: {
      ...app,
      trayAvailable: true,
      online: true,
      focus: null,
      startAtLogin: 'unavailable',
      update: { ability: 'none', progress: { kind: 'idle' } },
      unsaved: [],
    },
    vault: { backend: null, isWeak: false, consented: false },
    preferences: defaultPreferences,
    ...emptyTables,
  }
}
