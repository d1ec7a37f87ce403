/** How long something is waited for. Only a test that fails waits so long, on however busy a machine. */
export const patienceMs = 60_000

/**
 * Asks again and again until there is an answer other than `undefined` or `false`. An ask that throws has no answer
 * yet: what it looks for may come in the next moment. When the time is over, the last failure is the cause that is told.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  limitMs = patienceMs,
): Promise<T> {
  const end = performance.now() + limitMs
  for (;;) {
    let cause: unknown
    try {
      const answer = await ask()
      if (answer !== undefined && answer !== false) return answer
    } catch (failure) {
      if (failure instanceof GoneError) throw failure
      cause = failure
    }
    if (performance.now() > end) {
      const because = cause instanceof Error ? `: ${cause.message}` : ''
      throw new Error(`waited ${limitMs} ms in vain for ${what}${because}`, { cause })
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** What was asked has ended, so that no later moment brings an answer. */
export class GoneError extends Error {
  override readonly name = 'GoneError'
}
