import { z } from 'zod'

const sampleSchema = z.tuple([z.number(), z.number().nullable(), z.number().nullable()])

/** A server's readings of the last ten minutes, oldest first. */
export const trendSchema = z.object({ samples: z.array(sampleSchema) })
export type Trend = z.infer<typeof trendSchema>
