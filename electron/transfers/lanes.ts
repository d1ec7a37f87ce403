/** Work of one kind: so much at a time, the rest waits in its order. */
export function createLanes(mostAtOnce = 2) {
  const waiting: { id: string; run: () => Promise<void> }[] = []
  const endings = new Map<string, AbortController>()
  const running = new Set<Promise<void>>()

  function advance(): void {
    while (running.size < mostAtOnce) {
      const next = waiting.shift()
      if (next === undefined) return
      const course = next.run()
      running.add(course)
      void course.finally(() => {
        endings.delete(next.id)
        running.delete(course)
        advance()
      })
    }
  }

  return {
    /** Runs it once its turn has come. It must not throw, and ends soon after its signal. */
    add(id: string, run: (signal: AbortSignal) => Promise<void>): void {
      const ending = new AbortController()
      endings.set(id, ending)
      waiting.push({ id, run: () => run(ending.signal) })
      advance()
    },
    /** Ends what runs. True for what had not begun: it never does. */
    cancel(id: string): boolean {
      endings.get(id)?.abort()
      const at = waiting.findIndex((one) => one.id === id)
      if (at === -1) return false
      waiting.splice(at, 1)
      endings.delete(id)
      return true
    },
    /** Ends all; resolves when nothing runs any more. */
    async dispose(): Promise<void> {
      waiting.length = 0
      for (const ending of endings.values()) ending.abort()
      await Promise.allSettled(running)
    },
  }
}
