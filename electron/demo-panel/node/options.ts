import { type OutputLimit, usualOutputLimit } from './output.ts'

/** `1.11`: no inbound limits, no 4409 for suspended servers, and no limit on tokens. `1.12`: all of them. */
export type NodeGeneration = '1.11' | '1.12'

/**
 * How the lines that are repeated on request and those that are printed meanwhile get mixed. A node reads the log
 * beside its other work, so that any order is possible. All times are milliseconds; 0 is at once.
 */
export type ReplayTiming = {
  /** From the request to the reading of the log: what is printed in it comes live first, and again in the log. */
  readonly readMs: number
  /** Lines sent in one turn before other work gets its own. */
  readonly pieceLines: number
  readonly pieceMs: number
  /** From the log to the clients: with more than `readMs`, what was printed comes in the log first, then live. */
  readonly liveMs: number
}

export type NodeOptions = {
  readonly generation?: NodeGeneration
  /** 30 unless given. */
  readonly maxSocketsPerServer?: number
  /**
   * How many bytes may wait on a socket before events for it are dropped: 1 MiB unless given. What is printed in one
   * turn waits in it too, so a flood is printed in pieces.
   */
  readonly slowReaderBytes?: number
  /** 15 ms, and 50 lines every 2 ms, live lines at once, unless given. */
  readonly replay?: Partial<ReplayTiming>
  /** How much a server may print before lines are left out: 2,000 lines in 100 ms unless given, null for any number. */
  readonly outputLimit?: OutputLimit | null
  /** True for an account that administers the panel: it is told of installations and transfers. */
  readonly isAdministrator?: boolean
}

export type NodeSettings = Required<Omit<NodeOptions, 'replay'>> & { readonly replay: ReplayTiming }

/** The options with everything that was not given. */
export function settingsOf(options: NodeOptions): NodeSettings {
  return {
    generation: '1.12',
    maxSocketsPerServer: 30,
    slowReaderBytes: 1024 * 1024,
    outputLimit: usualOutputLimit,
    isAdministrator: false,
    ...options,
    replay: { readMs: 15, pieceLines: 50, pieceMs: 2, liveMs: 0, ...options.replay },
  }
}
