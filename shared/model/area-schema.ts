import { z } from 'zod'
import { areaIds } from './area.ts'
import { serverRefSchema } from './identifier-schema.ts'

export const areaIdSchema = z.enum(areaIds)

/** The area that was last looked at of a server. */
export const rememberedAreaSchema = z.object({
  ref: serverRefSchema,
  area: areaIdSchema,
})
export type RememberedArea = z.infer<typeof rememberedAreaSchema>
