import { z } from 'zod'
import { certificateSchema } from './certificate-schema.ts'
import { catalogue } from './error-catalogue.ts'
import type { ErrorCode } from './errors.ts'

export const errorCodeSchema = z.enum(Object.keys(catalogue) as [ErrorCode, ...ErrorCode[]])

/** A failure as a value. Holds nothing secret: it may be shown, logged and sent to the window. */
export const appErrorSchema = z.object({
  code: errorCodeSchema,
  message: z.string(),
  hint: z.string(),
  /** The panel's HTTP status, where there was one. */
  status: z.number().optional(),
  /** How long the panel asked to wait, in milliseconds. */
  retryAfterMs: z.number().optional(),
  /** The panel's own words, made safe to show. */
  detail: z.string().optional(),
  /** The certificate that was not trusted (`certificate-refused`). */
  certificate: certificateSchema.optional(),
  /** What the account needs, in the panel's own name (`permission-lacking`). */
  right: z.templateLiteral([z.string(), '.', z.string()]).optional(),
  /** An action failed, but the panel may have carried it out all the same. */
  mayHaveActed: z.literal(true).optional(),
})
export type AppError = z.infer<typeof appErrorSchema>
