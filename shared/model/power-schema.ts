import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'
import { keyIdSchema } from './identifier-schema.ts'
import { type Origin, type PowerAction, type PowerPhase, type PowerSignal, powerSignals } from './power.ts'

export const powerSignalSchema = z.enum(powerSignals) satisfies z.ZodType<PowerSignal>

export const originSchema = z.enum([
  'tray',
  'window',
  'notification',
  'link',
  'cli',
  'schedule',
  'frozen',
]) satisfies z.ZodType<Origin>

export const powerPhaseSchema = z.enum([
  'sending',
  'waiting',
  'accepted',
  'confirmed',
  'unconfirmed',
  'refused',
  'stalled',
]) satisfies z.ZodType<PowerPhase>

export const powerActionSchema = z.object({
  id: z.string(),
  signal: powerSignalSchema,
  origin: originSchema,
  phase: powerPhaseSchema,
  startedAt: z.number(),
  changedAt: z.number(),
  retryAt: z.number().nullable(),
  error: appErrorSchema.nullable(),
  keyId: keyIdSchema.nullable(),
  otherKeyId: keyIdSchema.nullable(),
}) satisfies z.ZodType<PowerAction>
