/** Asks again and again until there is an answer other than `undefined` or `false`. The limit is in milliseconds. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  limitMs = 15_000,
): Promise<T> {
  const end = performance.now() + limitMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer
    if (performance.now() > end) throw new Error(`waited ${limitMs} ms in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
