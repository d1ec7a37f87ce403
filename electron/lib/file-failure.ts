/** Told what could not be done with a file, as `a file cannot be watched`, and what the system said. */
export type FileFailure = (what: string, failure: unknown) => void
