/** Version 2, as people's files have it. Relies on its keys alone, and never changes. */
type SettingsV2 = Readonly<Record<string, unknown>>

/** Version 3 adds preferences for the whole app: pins, quiet servers, muting, time limits. */
export function migrateV2(old: SettingsV2): Readonly<Record<string, unknown>> {
  const stallMinutes = { start: 3, stop: 10, restart: 10 }
  return { ...old, version: 3, preferences: { pinned: [], quiet: [], muted: null, stallMinutes } }
}
