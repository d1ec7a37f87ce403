import { z } from 'zod'
import { filePathSchema } from './file-schema.ts'
import { serverRefSchema } from './identifier-schema.ts'
import type { UnsavedChange, UnsavedChangeOfPage } from './unsaved.ts'

export const unsavedChangeSchema = z.object({
  ref: serverRefSchema,
  path: filePathSchema.nullable(),
}) satisfies z.ZodType<UnsavedChange>

export const unsavedChangeOfPageSchema = unsavedChangeSchema.extend({
  pageId: z.number().int(),
}) satisfies z.ZodType<UnsavedChangeOfPage>
