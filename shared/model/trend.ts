import { z } from 'zod'

/** One reading kept for drawing: unix milliseconds, CPU in percent of one core, memory in bytes. */
const sampleSchema = z.tuple([z.number(), z.number(), z.number()])
export type Sample = z.infer<typeof sampleSchema>

/** A server's readings of the last ten minutes, oldest first. */
export const trendSchema = z.object({ samples: z.array(sampleSchema) })
export type Trend = z.infer<typeof trendSchema>
