/** Version 3, as people's files have it. Relies on its keys alone, and never changes. */
type SettingsV3 = Readonly<Record<string, unknown>>

/** Version 4 adds how consoles are shown, and saved commands. */
export function migrateV3(old: SettingsV3): Readonly<Record<string, unknown>> {
  const { preferences } = old
  const isRecord = typeof preferences === 'object' && preferences !== null && !Array.isArray(preferences)
  if (!isRecord) return { ...old, version: 4 }
  const console = { timestamps: true, wraps: true, screenReader: false }
  return { ...old, version: 4, preferences: { ...preferences, console, savedCommands: [] } }
}
