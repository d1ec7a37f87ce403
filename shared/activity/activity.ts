/** Maximum number of lines of a page. */
export const maxActivityLines = 100
/** Maximum number of lines of one list that are held. */
export const maxActivityLinesHeld = 1_000

/** What of a server's activity is looked at. Each but `all` is a filter of the panel. */
export const activityKinds = ['all', 'power', 'console', 'backups', 'schedules', 'files', 'access', 'setup'] as const
export type ActivityKind = (typeof activityKinds)[number]

/**
 * What the panel is asked for: parts of the names of events, any of which may be in one (the panel's API, part 2,
 * *Activity*). Null where nothing is left out.
 */
export const eventFilter: Readonly<Record<ActivityKind, string | null>> = {
  all: null,
  power: 'server:power',
  console: 'server:console',
  // One of its events is spelled with a dot.
  backups: 'server:backup,server.backup',
  schedules: 'server:schedule,server:task',
  files: 'server:file,server:sftp',
  access: 'server:subuser',
  setup: 'server:startup,server:settings,server:reinstall,server:mount,server:allocation,server:database',
}
