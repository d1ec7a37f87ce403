/** The system's code of a failed call, such as `ENOSPC`; empty where it has none. */
export const failureCodeOf = (failure: unknown): string =>
  failure instanceof Error && 'code' in failure ? String(failure.code) : ''

/** Told what could not be done with a file, as `a file cannot be watched`, and what the system said. */
export type FileFailure = (what: string, failure: unknown) => void
