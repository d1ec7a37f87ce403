function rethrow(failure: unknown): never {
  throw failure
}

/**
 * Those who are to be told of something.
 * @param onFailure called with what a listener threw, and the others are told all the same. Without it that goes on to who
 *   notified, and those who came later are not told.
 */
export function createListeners<Args extends readonly unknown[] = []>(onFailure: (failure: unknown) => void = rethrow) {
  const all = new Set<(...args: Args) => void>()
  return {
    /** Returns the function that ends the subscription. */
    add(listener: (...args: Args) => void): () => void {
      all.add(listener)
      return () => void all.delete(listener)
    },
    /**
     * Tells all, in the order in which they came. Who comes meanwhile is told from the next time on; who is removed
     * meanwhile, as by themselves, is told no more.
     */
    notify(...args: Args): void {
      for (const listener of [...all]) {
        if (!all.has(listener)) continue
        try {
          listener(...args)
        } catch (failure) {
          onFailure(failure)
        }
      }
    },
    get size(): number {
      return all.size
    },
  }
}
