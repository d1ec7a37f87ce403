/** Version 6, as it stands in files of people. It takes its keys and nothing else for granted, and never changes. */
type SettingsV6 = Readonly<Record<string, unknown>>

/** Version 7 says by its name what `leftovers` were: copies of tokens that are to be deleted. */
export function migrateV6({ leftovers, ...old }: SettingsV6): Readonly<Record<string, unknown>> {
  return { ...old, version: 7, ...(leftovers !== undefined && { pendingDeletions: leftovers }) }
}
