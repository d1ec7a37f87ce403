/**
 * One reading kept for drawing: unix milliseconds, CPU in percent of one core, memory in bytes; null where not told. One
 * without any value ends the line: from then on no load was known.
 */
export type Sample = [at: number, cpu: number | null, memory: number | null]

/** How far back a trend goes, in milliseconds. */
export const trendSpanMs = 10 * 60_000
