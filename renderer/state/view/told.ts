import type { AppError } from '../../../shared/error-schema.ts'

/** What the window tells in no particular place. */
export type Told = {
  /** A failure that belongs to no particular place. */
  readonly problem: AppError | null
  /** What was just done and shows in no other place, until it is dismissed or another page is opened. */
  readonly done: string | null
  /** A short message for screen readers. */
  readonly said: string
}

export const nothingTold: Told = { problem: null, done: null, said: '' }
