import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'
import {
  type ExistingChoice,
  existingChoices,
  type FileMove,
  type FileMovePhase,
  type KeptVersion,
  type LeftOutFile,
  type LeftOutReason,
  leftOutReasons,
  maxToldNames,
  type OwnEdit,
  type OwnEditPhase,
  type UploadOffer,
} from './file-move.ts'
import { filePathSchema } from './file-schema.ts'
import { serverRefSchema } from './identifier-schema.ts'

/** The app's own id of a move, an offer, a drop, a version or an edit. */
export const moveIdSchema = z.string().min(1).max(64) satisfies z.ZodType<FileMove['id']>

const fileMovePhaseSchema = z.enum([
  'waiting',
  'packing',
  'running',
  'done',
  'failed',
  'cancelled',
]) satisfies z.ZodType<FileMovePhase>

const leftOutReasonSchema = z.enum(leftOutReasons) satisfies z.ZodType<LeftOutReason>

const leftOutFileSchema = z.object({
  name: z.string(),
  why: leftOutReasonSchema,
}) satisfies z.ZodType<LeftOutFile>

const leftOut = { leftOut: z.array(leftOutFileSchema).max(maxToldNames), leftOutCount: z.number().int().min(0) }

export const fileMoveSchema = z.object({
  id: moveIdSchema,
  ref: serverRefSchema,
  direction: z.enum(['down', 'up']),
  name: z.string(),
  phase: fileMovePhaseSchema,
  movedBytes: z.number().min(0),
  totalBytes: z.number().min(0).nullable(),
  bytesPerSecond: z.number().min(0).nullable(),
  ...leftOut,
  error: appErrorSchema.nullable(),
}) satisfies z.ZodType<FileMove>

export const uploadOfferSchema = z.object({
  id: moveIdSchema,
  files: z.number().int().min(0),
  folders: z.number().int().min(0),
  bytes: z.number().min(0),
  existing: z.array(z.string()).max(maxToldNames),
  existingCount: z.number().int().min(0),
  ...leftOut,
}) satisfies z.ZodType<UploadOffer>

export const existingChoiceSchema = z.enum(existingChoices) satisfies z.ZodType<ExistingChoice>

export const keptVersionSchema = z.object({
  id: moveIdSchema,
  keptAt: z.number(),
  bytes: z.number().min(0),
}) satisfies z.ZodType<KeptVersion>

const ownEditPhaseSchema = z.enum([
  'opening',
  'open',
  'changed',
  'saving',
  'conflict',
  'failed',
]) satisfies z.ZodType<OwnEditPhase>

// Without `satisfies z.ZodType<OwnEdit>`, as for all with a branded path in it.
export const ownEditSchema = z.object({
  id: moveIdSchema,
  ref: serverRefSchema,
  path: filePathSchema,
  phase: ownEditPhaseSchema,
  savesAlways: z.boolean(),
  savedAt: z.number().nullable(),
  error: appErrorSchema.nullable(),
}) satisfies z.ZodType<OwnEdit>
