import { z } from 'zod'
import { filePathSchema } from './file-schema.ts'
import { serverRefSchema } from './identifier-schema.ts'
/** What was changed in a window and is not saved: the text of a file, or where `path` is null the startup of a server. */
export const unsavedChangeSchema = z.object({
  ref: serverRefSchema,
  path: filePathSchema.nullable(),
})
export type UnsavedChange = z.infer<typeof unsavedChangeSchema>

/** With the page that has it, by the id of its web contents. */
export const unsavedChangeOfPageSchema = unsavedChangeSchema.extend({
  pageId: z.number().int(),
})
