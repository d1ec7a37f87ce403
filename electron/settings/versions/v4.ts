/** Version 4, as it stands in files of people. It takes its keys and nothing else for granted, and never changes. */
type SettingsV4 = Readonly<Record<string, unknown>>

/** Version 5 adds restarts with warnings: how they go, those that repeat, what is asked about first, the shortcut. */
export function migrateV4(old: SettingsV4): Readonly<Record<string, unknown>> {
  const { preferences } = old
  const isRecord = typeof preferences === 'object' && preferences !== null && !Array.isArray(preferences)
  if (!isRecord) return { ...old, version: 5, schedules: [] }
  const all = {
    warnings: [600, 300, 60, 30, 10, 5, 4, 3, 2, 1],
    text: 'say Server restarts in {time}',
    atZero: 'restart',
    lastCommand: null,
    onWarningFailed: 'go-on',
    cancelText: 'say The restart was cancelled',
    killAfterMinutes: null,
  }
  const confirm = { start: 'never', stop: 'never', restart: 'never', asked: false }
  const added = { restart: { all, servers: {} }, confirm, globalShortcut: null }
  return { ...old, version: 5, schedules: [], preferences: { ...preferences, ...added } }
}
