import type { TestOptions } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Why a test or a group of tests is skipped, as a part of a sentence. */
    skipReason?: string
  }
}

/** Skips a test or a group where there is a reason, which stands in the list at the end of the run. */
export const unless = (reason: string | null): TestOptions =>
  reason === null ? {} : { skip: true, meta: { skipReason: reason } }

/** Why what needs a Unix is skipped here; null where it is not. */
export const whyNoUnix = (): string | null => (process.platform === 'win32' ? 'Windows has none of it' : null)
