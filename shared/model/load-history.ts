/**
 * A server's load in one slot of time: unix milliseconds, then mean and highest value of CPU (percent of one core) and
 * of memory (bytes). Null where it was not told; one without any value ends a line, as an outage does.
 */
export type LoadPoint = [
  at: number,
  cpu: number | null,
  cpuMax: number | null,
  memory: number | null,
  memoryMax: number | null,
]

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
