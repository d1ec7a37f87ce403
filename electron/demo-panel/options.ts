import type { Clock } from '../lib/clock.ts'
import type { Archiver } from './areas/backups.ts'
import type { Operation } from './areas/operation.ts'
import type { Script } from './areas/settings.ts'
import type { RateLimitOptions } from './http/rate-limit.ts'
import type { Dialect } from './http/refusal.ts'
import type { Answer } from './http/server.ts'
import type { Timings } from './machine/definition.ts'
import type { Files } from './machine/file-tree.ts'
import type { Timers } from './machine/timers.ts'
import type { PortsOf } from './panel/game-ports.ts'
import type { Standing } from './panel/rights.ts'
import type { Transfers } from './panel/transfers.ts'

export type DemoPanelOptions = {
  readonly clock: Clock
  /** The file of its keys; null, the default, keeps everything in memory. */
  readonly file?: string | null
  readonly log?: (line: string) => void
}

/** What else a panel can be like, as tests have it. What is left out is as in the app. */
export type PanelTraits = {
  /** The port to try first; 0, the default, tries that of the last run. Where it is taken, any free port. */
  readonly port?: number
  readonly rateLimit?: RateLimitOptions
  readonly timings?: Partial<Timings>
  /** Limit on console tokens of one server, all keys together: 5 a minute by default. */
  readonly consoleTokensPerMinute?: number
  /** How many bytes may wait on a console's socket before events for it are dropped: 1 MiB by default. */
  readonly slowReaderBytes?: number
  /**
   * How long each reading of resources is repeated, for everybody, in milliseconds: 20,000 by default, of which no header
   * tells. A shorter time is told by `max-age`.
   */
  readonly resourcesCacheMs?: number
  /** Whose panel it is: `pterodactyl` by default. */
  readonly dialect?: Dialect
  /** The panel's own time zone, `UTC` by default. `pelican` has no other one. */
  readonly timeZone?: string
  /** True for what the app's panel has besides: servers with a past, and the plugin that counts players. */
  readonly asInApp?: boolean
}

/** Puts something around a part: it is given the honest one, and returns what takes its place. */
type Around<Part> = (honest: Part) => Part

/**
 * What a test puts around parts of the demo panel, to see more of them or to make them go wrong
 * (`test/fixtures/demo-panel/`). The app puts nothing there.
 */
export type Interference = {
  /** The whole panel, as requests come to it. */
  readonly front: Around<Answer>
  /** The operations of the API, which are asked once a key may use them. */
  readonly operations: Around<readonly Operation[]>
  /** The panel's queue, in which the tasks of schedules wait. */
  readonly jobQueue: Around<Timers>
  readonly transfers: Around<Transfers>
  /** The files on the node. */
  readonly files: Around<Files>
  /** What the node does for backups. */
  readonly archiver: Around<Archiver>
  /** What becomes of a reinstall on the node. */
  readonly installScript: Around<Script>
  readonly gamePorts: Around<PortsOf>
  /** What the account is. */
  readonly standing: Around<Standing>
}
