/**
 * Version 1, as it stands in files of people. It takes its keys and nothing else for granted, and never
 * changes: what the app's own words mean later must not change how an old file is read.
 */
type KeyV1 = Readonly<Record<string, unknown>>
type SettingsV1 = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is KeyV1 =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Version 2 adds to every key the permissions that its owner declared, and lets a key have no token yet. */
export function migrateV1(old: SettingsV1): Readonly<Record<string, unknown>> {
  const keys = Array.isArray(old.keys)
    ? old.keys.map((key: unknown) => (isRecord(key) ? { ...key, permissions: null } : key))
    : old.keys
  return { ...old, version: 2, keys }
}
