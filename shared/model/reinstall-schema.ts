import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'
import { serverRefSchema } from './identifier-schema.ts'
import { type ReinstallPhase, type ReinstallRun, reinstallPhases } from './reinstall.ts'

const reinstallPhaseSchema = z.enum(reinstallPhases) satisfies z.ZodType<ReinstallPhase>

export const reinstallRunSchema = z.object({
  id: z.string().min(1).max(64),
  ref: serverRefSchema,
  name: z.string(),
  phase: reinstallPhaseSchema,
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  isAccepted: z.boolean(),
  isSlow: z.boolean(),
  error: appErrorSchema.nullable(),
}) satisfies z.ZodType<ReinstallRun>
