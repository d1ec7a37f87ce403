import type { Clock } from '../lib/clock.ts'
import type { Descriptions } from './areas/settings.ts'
import type { Dialect } from './http/dialect.ts'
import type { RateLimitOptions } from './http/rate-limit.ts'
import type { Timings } from './machine/definition.ts'
import type { NodeOptions } from './node/node.ts'

export type DemoPanelOptions = {
  readonly clock: Clock
  /** The state file; null, the default, keeps everything in memory. */
  readonly file?: string | null
  readonly log?: (line: string) => void
}

/** What else a panel can be like, as tests have it. What is left out is as in the app. */
export type PanelTraits = {
  /** The same seed and clock give the same crashes, loads and players. */
  readonly seed?: number
  /** The port to try first; 0, the default, tries that of the last run. Where it is taken, any free port. */
  readonly port?: number
  readonly rateLimit?: RateLimitOptions
  readonly timings?: Partial<Timings>
  /** Lifetime of a console token, in milliseconds: 600,000 by default. */
  readonly consoleTokenMs?: number
  /** Limit on console tokens of one server, all keys together: 5 a minute by default; null for no limit. */
  readonly consoleTokensPerMinute?: number | null
  readonly node?: NodeOptions
  /**
   * How long each reading of resources is repeated, for everybody, in milliseconds: 20,000 by default, of which no header
   * tells. A shorter time is told by `max-age`.
   */
  readonly resourcesCacheMs?: number
  /** Whose panel it is, in the details of backups, schedules and activity: `pterodactyl` by default. */
  readonly dialect?: Dialect
  /** On `pelican`: whether servers have descriptions that may be changed; `open` by default. */
  readonly descriptions?: () => Descriptions
  /** The panel's own time zone, `UTC` by default. `pelican` has no other one. */
  readonly timeZone?: string
  /**
   * True for the limits of later panels: 3 restores in 15 minutes, 2 new schedules a minute. As on `pelican` by
   * default.
   */
  readonly laterLimits?: boolean
  /** True for a panel with the plugin that counts players; false by default. */
  readonly playerCounter?: boolean
  /** True for servers that have backups and a schedule from before; false by default. */
  readonly madeUpPast?: boolean
}
