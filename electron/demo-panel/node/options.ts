import { type OutputLimit, usualOutputLimit } from './output.ts'

/** `1.11`: no inbound limits, no 4409 for suspended servers, and no limit on tokens. `1.12`: all of them. */
export type NodeGeneration = '1.11' | '1.12'

/**
 * How repeated and live lines get mixed. A node reads its log beside other work, so that any order is possible. All
 * times are milliseconds; 0 is at once.
 */
export type ReplayTiming = {
  /** Delay before the log is read: what is printed in it is sent live first, and again with the log. */
  readonly readMs: number
  /** Number of lines that are sent before other work gets its turn. */
  readonly pieceLines: number
  readonly pieceMs: number
  /** Delay before live lines are sent: where it exceeds `readMs`, a line comes with the log first, then live. */
  readonly liveMs: number
}

export type NodeOptions = {
  readonly generation?: NodeGeneration
  /** 30 by default. */
  readonly maxSocketsPerServer?: number
  /**
   * How many bytes may wait on a socket before events for it are dropped: 1 MiB by default. Lines printed in one turn
   * count too, so tests print floods in pieces.
   */
  readonly slowReaderBytes?: number
  /** 15 ms, and 50 lines every 2 ms, live lines at once, by default. */
  readonly replay?: Partial<ReplayTiming>
  /** Lines above this limit are left out: 2,000 lines in 100 ms by default, null for no limit. */
  readonly outputLimit?: OutputLimit | null
}

export type NodeSettings = Required<Omit<NodeOptions, 'replay'>> & { readonly replay: ReplayTiming }

/** The options with all defaults filled in. */
export function settingsOf(options: NodeOptions): NodeSettings {
  return {
    generation: '1.12',
    maxSocketsPerServer: 30,
    slowReaderBytes: 1024 * 1024,
    outputLimit: usualOutputLimit,
    ...options,
    replay: { readMs: 15, pieceLines: 50, pieceMs: 2, liveMs: 0, ...options.replay },
  }
}
