import { z } from 'zod'
import { keyIdSchema, panelIdSchema, serverIdentifierSchema, serverRefSchema } from './identifier-schema.ts'
import { powerActionSchema } from './power-schema.ts'
import type { Limits, Resources, ServerCondition, ServerState, ServerView, UnexpectedStop } from './server.ts'

export const serverStateSchema = z.enum([
  'unknown',
  'offline',
  'starting',
  'running',
  'stopping',
]) satisfies z.ZodType<ServerState>

export const serverConditionSchema = z.enum([
  'suspended',
  'installing',
  'transferring',
  'restoring',
  'maintenance',
  'unavailable',
]) satisfies z.ZodType<ServerCondition>

export const resourcesSchema = z.object({
  cpuPercent: z.number().nullable(),
  memoryBytes: z.number().nullable(),
  diskBytes: z.number().nullable(),
  uptimeMs: z.number().nullable(),
}) satisfies z.ZodType<Resources>

export const limitsSchema = z.object({
  cpuPercent: z.number().nullable(),
  memoryBytes: z.number().nullable(),
  diskBytes: z.number().nullable(),
}) satisfies z.ZodType<Limits>

export const unexpectedStopSchema = z.object({
  how: z.enum(['stopped', 'crashed']),
  at: z.number(),
}) satisfies z.ZodType<UnexpectedStop>

export const serverViewSchema = z.object({
  ref: serverRefSchema,
  panelId: panelIdSchema,
  identifier: serverIdentifierSchema,
  name: z.string(),
  keyIds: z.array(keyIdSchema),
  state: serverStateSchema,
  condition: serverConditionSchema.nullable(),
  resources: resourcesSchema.nullable(),
  limits: limitsSchema.nullable(),
  unexpectedStop: unexpectedStopSchema.nullable(),
  observedAt: z.number().nullable(),
  action: powerActionSchema.nullable(),
}) satisfies z.ZodType<ServerView>
