import type { AppError } from '../../shared/errors.ts'
import type { Bridge } from '../../shared/ipc/contract.ts'
import type { Result } from '../../shared/result.ts'

declare global {
  interface Window {
    /** Put there by the preload script; absent only when that failed to load. */
    readonly servertray?: Bridge
  }
}

/** A failure between the window and the app itself, where no answer came at all. */
export const noAnswer: AppError = {
  code: 'internal',
  message: 'The window could not reach the app.',
  hint: 'Try again. If it stays so, quit Servertray and start it again.',
}

/** Turns a call that was rejected, or threw, into a failed result: the window has one way to handle failures. */
export async function attempt<T>(call: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await call()
  } catch {
    return { ok: false, error: noAnswer }
  }
}
