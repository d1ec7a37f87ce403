import { z } from 'zod'
import { isServerIdentifier } from './identifier.ts'

// Without `satisfies z.ZodType<…>`: zod shows a branded schema's brand in `z.infer` only.

export const serverIdentifierSchema = z.string().refine(isServerIdentifier).brand<'ServerIdentifier'>()

export const panelIdSchema = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/)
  .brand<'PanelId'>()

export const keyIdSchema = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/)
  .brand<'KeyId'>()

export const serverRefSchema = z
  .string()
  .refine((text) => {
    const slash = text.indexOf('/')
    const [panel, identifier] = [text.slice(0, slash), text.slice(slash + 1)]
    return slash > 0 && panelIdSchema.safeParse(panel).success && serverIdentifierSchema.safeParse(identifier).success
  })
  .brand<'ServerRef'>()
