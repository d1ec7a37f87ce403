import { ok, type Result } from '../result.ts'

/**
 * How a change ended to something that somebody else may have changed since the person looked. `meanwhile` is what it is by
 * now, where that is not what was looked at: then nothing was sent. Null once the change was sent.
 */
export type Change<T> = { readonly meanwhile: T | null }

/** The end of a change that was sent. */
export const asChange = (sent: Result<unknown>): Result<Change<never>> => (sent.ok ? ok({ meanwhile: null }) : sent)
