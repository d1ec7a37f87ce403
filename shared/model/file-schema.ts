import { z } from 'zod'
import {
  type Compressed,
  type FileAct,
  type FileEnd,
  type FileEntry,
  type FileList,
  type FileReading,
  type FileStamp,
  type FileWork,
  type FileWriting,
  type FolderOfServer,
  fileActs,
  isFileName,
  isFilePath,
  isPlainName,
  maxFolderEntries,
  type Pulled,
  type ResolvedUrl,
  type SftpAddress,
  type TextEncoding,
  type TextFormat,
  textEncodings,
} from './file.ts'

// Without `satisfies z.ZodType<…>`: zod shows a branded schema's brand in `z.infer` only.

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

/** Read, write and execute for owner, group and others, as octal digits. */
export const fileModeSchema = z.string().regex(/^[0-7]{3}$/)

export const fileStampSchema = z.object({
  size: z.number().min(0).nullable(),
  modifiedAt: z.number().nullable(),
}) satisfies z.ZodType<FileStamp>

export const fileEntrySchema = fileStampSchema.extend({
  name: fileNameSchema,
  isFile: z.boolean(),
  isSymlink: z.boolean(),
  mode: z.string(),
  modeBits: z.string().nullable(),
  mimetype: z.string().nullable(),
}) satisfies z.ZodType<FileEntry>

export const fileListSchema = z.object({
  entries: z.array(fileEntrySchema).max(maxFolderEntries),
  leftOut: z.number().int().min(0),
}) satisfies z.ZodType<FileList>

export const fileActSchema = z.enum(fileActs) satisfies z.ZodType<FileAct>

export const folderOfServerSchema = fileListSchema.extend({
  denied: z.array(fileActSchema),
}) satisfies z.ZodType<FolderOfServer>

export const textEncodingSchema = z.enum(textEncodings) satisfies z.ZodType<TextEncoding>

export const textFormatSchema = z.object({
  encoding: textEncodingSchema,
  hasBom: z.boolean(),
}) satisfies z.ZodType<TextFormat>

export const fileReadingSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    text: z.string(),
    format: textFormatSchema,
    stamp: fileStampSchema,
    isConverted: z.boolean(),
  }),
  z.object({ kind: z.enum(['binary', 'too-large']), stamp: fileStampSchema }),
]) satisfies z.ZodType<FileReading>

export const fileEndSchema = z.object({
  text: z.string(),
  encoding: textEncodingSchema,
  size: z.number().min(0),
  isCut: z.boolean(),
}) satisfies z.ZodType<FileEnd>

export const fileWritingSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('written'), stamp: fileStampSchema.nullable() }),
  z.object({ kind: z.literal('changed'), stamp: fileStampSchema }),
  z.object({ kind: z.literal('missing') }),
]) satisfies z.ZodType<FileWriting>

export const fileWorkSchema = z.object({ end: z.enum(['done', 'seen']) }) satisfies z.ZodType<FileWork>

export const compressedSchema = fileWorkSchema.extend({
  name: fileNameSchema.nullable(),
}) satisfies z.ZodType<Compressed>

export const resolvedUrlSchema = z.object({
  url: z.string(),
  hops: z.array(z.string()),
  name: fileNameSchema.nullable(),
  bytes: z.number().min(0).nullable(),
}) satisfies z.ZodType<ResolvedUrl>

export const pulledSchema = z.object({
  name: fileNameSchema,
  bytes: z.number().min(0).nullable(),
  isWhole: z.boolean().nullable(),
}) satisfies z.ZodType<Pulled>

export const sftpAddressSchema = z.object({
  url: z.string(),
  host: z.string(),
  port: z.number().int().min(1).max(65_535),
  username: z.string(),
}) satisfies z.ZodType<SftpAddress>
