import { z } from 'zod'
import { isFileName, isFilePath, isPlainName } from './file.ts'

export const fileNameSchema = z
  .string()
  .refine((text) => isFileName(text))
  .brand<'FileName'>()

/** A name as a person gives it. */
export const plainNameSchema = z
  .string()
  .refine((text) => isPlainName(text))
  .brand<'FileName'>()

export const filePathSchema = z
  .string()
  .refine((text) => isFilePath(text))
  .brand<'FilePath'>()

export const fileStampSchema = z.object({
  /** In bytes; null where the panel tells none. */
  size: z.number().min(0).nullable(),
  /** Unix milliseconds; null where the panel tells none. */
  modifiedAt: z.number().nullable(),
})
/** What tells that a file was changed. Panels give no hash, and times in steps of a second. */
export type FileStamp = z.infer<typeof fileStampSchema>
