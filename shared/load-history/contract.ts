import { z } from 'zod'
import { maxHistoryPoints } from './load-history.ts'

export const historySpanSchema = z.enum(['hour', 'day'])

const value = z.number().nullable()

/**
 * A server's load in one slot of time: unix milliseconds, then mean and highest value of CPU (percent of one core) and
 * of memory (bytes). Null where it was not told; one without any value ends a line, as an outage does.
 */
export const loadPointSchema = z.tuple([z.number(), value, value, value, value])
export type LoadPoint = z.infer<typeof loadPointSchema>

export const historySchema = z.object({ points: z.array(loadPointSchema).max(maxHistoryPoints) })

/**
 * One reading kept for drawing: unix milliseconds, CPU in percent of one core, memory in bytes; null where not told. One
 * without any value ends the line: from then on no load was known.
 */
const sampleSchema = z.tuple([z.number(), value, value])
export type Sample = z.infer<typeof sampleSchema>

/** A server's readings of the last ten minutes, oldest first. */
export const trendSchema = z.object({ samples: z.array(sampleSchema) })
export type Trend = z.infer<typeof trendSchema>
