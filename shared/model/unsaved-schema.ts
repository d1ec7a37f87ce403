import { z } from 'zod'
import { filePathSchema } from './file-schema.ts'
import { serverRefSchema } from './identifier-schema.ts'
import type { Unsaved, UnsavedOfPage } from './unsaved.ts'

export const unsavedSchema = z.object({
  ref: serverRefSchema,
  path: filePathSchema.nullable(),
}) satisfies z.ZodType<Unsaved>

export const unsavedOfPageSchema = unsavedSchema.extend({
  pageId: z.number().int(),
}) satisfies z.ZodType<UnsavedOfPage>
