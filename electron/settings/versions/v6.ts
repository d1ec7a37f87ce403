/** Version 6, as people's files have it. Relies on its keys alone, and never changes. */
type SettingsV6 = Readonly<Record<string, unknown>>

/** Version 7 renames `leftovers` to `pendingDeletions`: copies of tokens that are to be deleted. */
export function migrateV6({ leftovers, ...old }: SettingsV6): Readonly<Record<string, unknown>> {
  return { ...old, version: 7, ...(leftovers !== undefined && { pendingDeletions: leftovers }) }
}
