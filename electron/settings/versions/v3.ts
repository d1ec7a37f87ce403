/** Version 3, as it stands in files of people. It takes its keys and nothing else for granted, and never changes. */
type SettingsV3 = Readonly<Record<string, unknown>>

/** Version 4 adds how consoles are shown, and commands kept for use again. */
export function migrateV3(old: SettingsV3): Readonly<Record<string, unknown>> {
  const { preferences } = old
  const isRecord = typeof preferences === 'object' && preferences !== null && !Array.isArray(preferences)
  if (!isRecord) return { ...old, version: 4 }
  const console = { timestamps: true, wraps: true, screenReader: false }
  return { ...old, version: 4, preferences: { ...preferences, console, savedCommands: [] } }
}
