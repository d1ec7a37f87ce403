import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'

/**
 * Why a connection was given up before anything was sent. Thrown, since that is how a connector speaks to
 * `fetch`; the panel client finds it among the causes and returns its error as a value.
 */
export class ConnectionFailure extends Error {
  readonly error: AppError

  constructor(error: AppError) {
    super(error.message)
    this.name = 'ConnectionFailure'
    this.error = error
  }
}

/** A proxy that did not do its part; the next one may. */
export const proxyFailure = (message: string, hint?: string) =>
  new ConnectionFailure(appError('proxy-failed', { message, ...(hint !== undefined && { hint }) }))
