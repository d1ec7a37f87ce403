import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'
import { updateAbilities, updateChoices } from './update.ts'

export const updateChoiceSchema = z.enum(updateChoices)

const version = z.string()
const at = z.number()

export const updateViewSchema = z.object({
  ability: z.enum(updateAbilities),
  progress: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('idle') }),
    z.object({ kind: z.literal('checking') }),
    z.object({ kind: z.literal('current'), at }),
    z.object({ kind: z.literal('available'), version }),
    z.object({ kind: z.literal('downloading'), version, percent: z.number() }),
    z.object({ kind: z.literal('ready'), version }),
    z.object({ kind: z.literal('failed'), at, error: appErrorSchema }),
  ]),
})
