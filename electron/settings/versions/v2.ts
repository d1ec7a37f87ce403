/** Version 2, as it stands in files of people. It takes its keys and nothing else for granted, and never changes. */
type SettingsV2 = Readonly<Record<string, unknown>>

/** Version 3 adds what a person chose for the whole app: pins, silent servers, muting, time limits. */
export function migrateV2(old: SettingsV2): Readonly<Record<string, unknown>> {
  const stallMinutes = { start: 3, stop: 10, restart: 10 }
  return { ...old, version: 3, preferences: { pinned: [], quiet: [], muted: null, stallMinutes } }
}
