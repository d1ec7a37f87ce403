/** Version 5, as it stands in files of people. It takes its keys and nothing else for granted, and never changes. */
type SettingsV5 = Readonly<Record<string, unknown>>

/** Version 6 holds no ciphertexts: they have a file of their own, of which no backup is kept. */
export function migrateV5({ ciphertexts: _, ...old }: SettingsV5): Readonly<Record<string, unknown>> {
  return { ...old, version: 6 }
}
