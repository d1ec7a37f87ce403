import { z } from 'zod'
import { type HistorySpan, type LoadPoint, maxHistoryPoints } from './load-history.ts'

export const historySpanSchema = z.enum(['hour', 'day']) satisfies z.ZodType<HistorySpan>

const value = z.number().nullable()

export const loadPointSchema = z.tuple([z.number(), value, value, value, value]) satisfies z.ZodType<LoadPoint>

export const historySchema = z.object({ points: z.array(loadPointSchema).max(maxHistoryPoints) })
