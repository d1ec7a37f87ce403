import type { ServerRef } from './identifier.ts'
import type { Schedule } from './restart.ts'
import type { WithPreferences } from './slices.ts'

/**
 * The servers whose backups are read now and then though nobody looks: those for which a person chose what goes by them,
 * a keep rule or restarts that back up first. What is chosen for all servers reads nothing.
 */
export function watchedBackups({
  preferences: { keepRules, restart },
  schedules,
}: WithPreferences & {
  readonly schedules: Readonly<Record<string, Pick<Schedule, 'refs' | 'choices' | 'enabled'>>>
}): readonly ServerRef[] {
  const own = Object.entries(restart.servers).flatMap(([ref, { backupFirst }]) => (backupFirst === 'no' ? [] : [ref]))
  const planned = Object.values(schedules).flatMap(({ refs, choices, enabled }) =>
    enabled && choices.backupFirst !== 'no' ? refs : [],
  )
  return [...new Set([...Object.keys(keepRules), ...own, ...planned])] as ServerRef[]
}
