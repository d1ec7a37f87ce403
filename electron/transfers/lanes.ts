/** Work of one kind: so much at a time, the rest waits in its order. */
export function createLane(mostAtOnce = 2) {
  const waiting: (() => Promise<void>)[] = []
  let running = 0

  function advance(): void {
    const next = running < mostAtOnce ? waiting.shift() : undefined
    if (next === undefined) return
    running += 1
    void next().finally(() => {
      running -= 1
      advance()
    })
  }

  return {
    /** Runs it once its turn has come. It must not throw. */
    add(run: () => Promise<void>): void {
      waiting.push(run)
      advance()
    },
  }
}
