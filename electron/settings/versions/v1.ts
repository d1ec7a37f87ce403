/**
 * Version 1, as people's files have it. Relies on its keys alone, and never changes, so that an old file is read the
 * same whatever the app's own types become.
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
