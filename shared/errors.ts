import { catalogue } from './error-catalogue.ts'
import type { AppError } from './error-schema.ts'

export type ErrorCode = keyof typeof catalogue

/** Builds an error of the catalogue; `more` overrides its words or adds facts. */
export function appError(code: ErrorCode, more: Partial<Omit<AppError, 'code'>> = {}): AppError {
  const { message, hint } = catalogue[code]
  return { code, message, hint, ...more }
}
