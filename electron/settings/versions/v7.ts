/** Version 7, as people's files have it. Relies on its keys alone, and never changes. */
type SettingsV7 = Readonly<Record<string, unknown>>

/** Version 8 can tell of the first player who joins and the last one who leaves, which nobody has chosen before. */
export function migrateV7(old: SettingsV7): Readonly<Record<string, unknown>> {
  const { preferences } = old
  const isRecord = typeof preferences === 'object' && preferences !== null && !Array.isArray(preferences)
  if (!isRecord) return { ...old, version: 8 }
  const kinds = 'quietKinds' in preferences ? preferences.quietKinds : []
  const quietKinds = Array.isArray(kinds) ? [...kinds, 'joined', 'left'] : kinds
  return { ...old, version: 8, preferences: { ...preferences, quietKinds } }
}
