/** The system's code of a failed call, such as `ENOSPC`; empty where it has none. */
export function failureCodeOf(failure: unknown): string {
  return failure instanceof Error && 'code' in failure ? String(failure.code) : ''
}
