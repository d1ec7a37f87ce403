import { z } from 'zod'
import { type AreaId, areaIds, type RememberedArea } from './area.ts'
import { serverRefSchema } from './identifier-schema.ts'

export const areaIdSchema = z.enum(areaIds) satisfies z.ZodType<AreaId>

export const rememberedAreaSchema = z.object({
  ref: serverRefSchema,
  area: areaIdSchema,
}) satisfies z.ZodType<RememberedArea>
