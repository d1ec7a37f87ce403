import type { AppError } from '../../shared/error-schema.ts'
import type { Bridge } from '../../shared/ipc/contract.ts'
import type { Result } from '../../shared/result.ts'

declare global {
  interface Window {
    /** Set by the preload script; absent only when that failed to load. */
    readonly servertray?: Bridge
  }
}

/** The error for a call that got no answer from the app. */
export const noAnswer: AppError = {
  code: 'internal',
  message: 'The window could not reach the app.',
  hint: 'Try again. If it stays so, quit Servertray and start it again.',
}

/** Turns a call that rejects or throws into a failed result, so that the window handles all failures alike. */
export async function attempt<T>(call: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await call()
  } catch {
    return { ok: false, error: noAnswer }
  }
}
