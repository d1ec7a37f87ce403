import { z } from 'zod'
import { withoutUnsafe } from './text.ts'

// None `satisfies z.ZodType<…>`: zod tells of a branded schema's brand in `z.infer` only.

/** Eight characters, blanks only between others, none that begins another segment of an address. */
const shape = /^(?=\S.*\S$)[^/\\\p{Cc}\p{Cs}]{8}$/u

export const serverIdentifierSchema = z
  .string()
  .refine((text) => shape.test(text) && withoutUnsafe(text) === text)
  .brand<'ServerIdentifier'>()

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
