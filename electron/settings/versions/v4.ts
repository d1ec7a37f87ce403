/** Version 4, as people's files have it. Relies on its keys alone, and never changes. */
type SettingsV4 = Readonly<Record<string, unknown>>

/**
 * Version 5 adds restarts with warnings, their schedules, which signals are asked about first, and the global shortcut.
 */
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
