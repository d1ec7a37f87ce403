import { z } from 'zod'
import { certificateSchema } from './certificate-schema.ts'
import { catalogue } from './error-catalogue.ts'
import type { AppError, ErrorCode } from './errors.ts'

export const errorCodeSchema = z.enum(Object.keys(catalogue) as [ErrorCode, ...ErrorCode[]])

export const appErrorSchema = z.object({
  code: errorCodeSchema,
  message: z.string(),
  hint: z.string(),
  status: z.number().optional(),
  retryAfterMs: z.number().optional(),
  detail: z.string().optional(),
  certificate: certificateSchema.optional(),
  mayHaveActed: z.literal(true).optional(),
}) satisfies z.ZodType<AppError>
