/** Asks again and again until there is an answer. The limit is in milliseconds. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  limitMs = 15_000,
): Promise<T> {
  const end = performance.now() + limitMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() > end) throw new Error(`waited ${limitMs} ms in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
