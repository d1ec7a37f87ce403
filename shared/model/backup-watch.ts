import type { ServerRef } from './identifier.ts'
import type { Schedule } from './restart.ts'
import type { WithPreferences, WithServers } from './slices.ts'

/** Maximum number of servers that are read because of an age that holds for all: each reading is a call of its key. */
export const maxWatchedByAge = 300

/**
 * The servers whose backups are read now and then though nobody looks: those for which a person chose what goes by them,
 * a keep rule or restarts that back up first, and where an age was chosen for all, also the others, up to a number.
 * @param mayRead whether a server's backups can be read at all without a click
 */
export function watchedBackups(
  {
    preferences: { backupDays, keepRules, restart },
    schedules,
    servers,
  }: WithPreferences &
    WithServers & {
      readonly schedules: Readonly<Record<string, Pick<Schedule, 'refs' | 'choices' | 'enabled'>>>
    },
  mayRead: (ref: ServerRef) => boolean,
): readonly ServerRef[] {
  const own = Object.entries(restart.servers).flatMap(([ref, { backupFirst }]) => (backupFirst === 'no' ? [] : [ref]))
  const planned = Object.values(schedules).flatMap(({ refs, choices, enabled }) =>
    enabled && choices.backupFirst !== 'no' ? refs : [],
  )
  const chosen = new Set([...Object.keys(keepRules), ...own, ...planned] as ServerRef[])
  const others = backupDays === null ? [] : Object.values(servers).map(({ ref }) => ref)
  const more = others.filter((ref) => !chosen.has(ref) && mayRead(ref)).slice(0, maxWatchedByAge)
  return [...[...chosen].filter(mayRead), ...more]
}
