const minute = 60_000
const hour = 60 * minute

/** What of a server's load can be asked for, in milliseconds: how far back, and one point for how long. */
export const historySpans = {
  hour: { spanMs: hour, stepMs: minute / 2 },
  day: { spanMs: 24 * hour, stepMs: 5 * minute },
} as const
export type HistorySpan = keyof typeof historySpans

/** Maximum number of points in an answer: a slot that has only begun stands at either end. */
export const maxHistoryPoints = 24 * 12 + 2

/** How far back a trend goes, in milliseconds. */
export const trendSpanMs = 10 * 60_000
