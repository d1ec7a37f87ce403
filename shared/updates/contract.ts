import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'
import { updateChoices } from './updates.ts'

export const updateChoiceSchema = z.enum(updateChoices)
export type UpdateChoice = z.infer<typeof updateChoiceSchema>

const version = z.string()
/** In unix milliseconds. */
const at = z.number()

export const updateViewSchema = z.object({
  /**
   * What this build can do about new versions.
   * - `itself`: download and install them
   * - `page`: find out about them; a person downloads them from the releases page
   * - `none`: nothing: it was not installed, or does not know where releases are published
   */
  ability: z.enum(['itself', 'page', 'none']),
  progress: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('idle') }),
    z.object({ kind: z.literal('checking') }),
    z.object({ kind: z.literal('current'), at }),
    z.object({ kind: z.literal('available'), version }),
    /** `percent` is whole. */
    z.object({ kind: z.literal('downloading'), version, percent: z.number() }),
    /** Installed when the app quits. */
    z.object({ kind: z.literal('ready'), version }),
    z.object({ kind: z.literal('failed'), at, error: appErrorSchema }),
  ]),
})
type UpdateView = z.infer<typeof updateViewSchema>
export type UpdateAbility = UpdateView['ability']
export type UpdateProgress = UpdateView['progress']
