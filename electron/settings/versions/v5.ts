/** Version 5, as people's files have it. Relies on its keys alone, and never changes. */
type SettingsV5 = Readonly<Record<string, unknown>>

/** Version 6 holds no ciphertexts: they are in a file of their own, without a backup. */
export function migrateV5({ ciphertexts: _, ...old }: SettingsV5): Readonly<Record<string, unknown>> {
  return { ...old, version: 6 }
}
