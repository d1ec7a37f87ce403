import { z } from 'zod'
import { activityActorSchema } from './panel-activity-schema.ts'
import { originSchema } from './power-schema.ts'
import type { StartedBy } from './started-by.ts'

const how = z.enum(['start', 'restart'])

export const startedBySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('app'), how, at: z.number(), origin: originSchema }),
  z.object({ kind: z.literal('panel'), how, at: z.number(), actor: activityActorSchema }),
  z.object({ kind: z.literal('nobody') }),
]) satisfies z.ZodType<StartedBy>
