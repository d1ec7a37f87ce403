/** Who did what a panel's list of activity tells. */
export type ActivityActor =
  /** An account, by the name that the panel shows; `isKey` where it used an API key. */
  | { kind: 'account'; name: string; isKey: boolean }
  /** Nobody that the panel names: itself, the machine, or an account that is gone. */
  | { kind: 'nobody' }

/** What is shown only when a person asks: an address, a command, a value that may be a secret. */
export type ActivityDetail = { name: string; value: string }

/** One line of a panel's list of activity, without what may be secret. */
export type PanelActivityLine = {
  /** The panel's own, the same each time that it is read. */
  id: string
  /** As the panel names it: `server:power.restart`. */
  event: string
  /** By the panel's clock, in unix milliseconds. */
  at: number
  /** A sentence without its subject: `Restarted the server`. */
  text: string
  tone: 'ok' | 'bad' | 'plain'
  actor: ActivityActor
  /** Whether there are details to show. */
  hides: boolean
}

/** A page of a panel's list of activity, newest first. */
export type PanelActivityPage = {
  lines: PanelActivityLine[]
  page: number
  /** As the panel counts them; at least `page`. */
  totalPages: number
  /** Entries of this page that could not be read. */
  leftOut: number
}

/** Maximum number of lines of a page. */
export const maxActivityLines = 100
/** Maximum number of lines of one list that are held. */
export const maxActivityLinesHeld = 1_000

/** What of a server's activity is looked at. Each but `all` and `app` is also a filter of the panel. */
export const activityKinds = [
  'all',
  'app',
  'power',
  'console',
  'backups',
  'schedules',
  'files',
  'access',
  'setup',
] as const
export type ActivityKind = (typeof activityKinds)[number]

/**
 * What the panel is asked for: parts of the names of events, any of which may be in one (the panel's API, part 2,
 * *Activity*). Null where nothing is left out, or nothing is asked.
 */
export const eventFilter: Readonly<Record<ActivityKind, string | null>> = {
  all: null,
  app: null,
  power: 'server:power',
  console: 'server:console',
  // One of its events is spelled with a dot.
  backups: 'server:backup,server.backup',
  schedules: 'server:schedule,server:task',
  files: 'server:file,server:sftp',
  access: 'server:subuser,auth,user',
  setup: 'server:startup,server:settings,server:reinstall,server:allocation,server:database',
}

/** What of an account's activity is looked at. */
export const accountActivityKinds = ['all', 'sign-ins', 'keys', 'account'] as const
export type AccountActivityKind = (typeof accountActivityKinds)[number]

/** What the panel is asked for, likewise. */
export const accountEventFilter: Readonly<Record<AccountActivityKind, string | null>> = {
  all: null,
  'sign-ins': 'auth',
  keys: 'user:api-key,user:ssh-key',
  account: 'user:account,user:two-factor',
}
