import { catalogue } from './error-catalogue.ts'
import type { AppError } from './error-schema.ts'

export type ErrorCode = keyof typeof catalogue

/** Builds an error of the catalogue; `more` overrides its words or adds facts. */
export function appError(code: ErrorCode, more: Partial<Omit<AppError, 'code'>> = {}): AppError {
  const { message, hint } = catalogue[code]
  return { code, message, hint, ...more }
}

/** The words of an error with those of its cause behind them. What the panel said of that stays the panel's. */
export const because = (code: ErrorCode, { message, detail }: AppError) => ({
  message: `${catalogue[code].message} ${message}`,
  ...(detail !== undefined && { detail }),
})
