import type { AppError } from '../../shared/errors.ts'

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
