import { z } from 'zod'
import type { Trend } from './trend.ts'

const sampleSchema = z.tuple([z.number(), z.number().nullable(), z.number().nullable()])

export const trendSchema = z.object({ samples: z.array(sampleSchema) }) satisfies z.ZodType<Trend>
