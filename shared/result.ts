import type { AppError } from './error-schema.ts'
import type { ErrorCode } from './errors.ts'
import { appError } from './errors.ts'

/** The outcome of anything that can fail in an expected way. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: AppError }

export function ok(): Result<void>
export function ok<T>(value: T): Result<T>
export function ok<T>(value?: T): Result<T | undefined> {
  return { ok: true, value }
}

/** A failed result, from a ready error or from a code of the catalogue. */
export function fail(error: AppError | ErrorCode, more?: Partial<Omit<AppError, 'code'>>): Result<never> {
  return { ok: false, error: typeof error === 'string' ? appError(error, more) : error }
}
