import type { Certificate } from './certificate.ts'
import { catalogue } from './error-catalogue.ts'

export type ErrorCode = keyof typeof catalogue

/** A failure as a value. Holds nothing secret: it may be shown, logged and sent to the window. */
export type AppError = {
  code: ErrorCode
  message: string
  hint: string
  /** The panel's HTTP status, where there was one. */
  status?: number | undefined
  /** How long the panel asked to wait, in milliseconds. */
  retryAfterMs?: number | undefined
  /** The panel's own words, made safe to show. */
  detail?: string | undefined
  /** The certificate that was not trusted (`certificate-refused`). */
  certificate?: Certificate | undefined
  /** An action failed, but the panel may have carried it out all the same. */
  mayHaveActed?: true | undefined
}

/** Builds an error of the catalogue; `more` overrides its words or adds facts. */
export function appError(code: ErrorCode, more: Partial<Omit<AppError, 'code'>> = {}): AppError {
  const { message, hint } = catalogue[code]
  return { code, message, hint, ...more }
}
