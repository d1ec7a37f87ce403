/** Those who are to be told of something. */
export type Listeners<Args extends readonly unknown[]> = {
  /** Returns the function that ends the subscription. */
  add(listener: (...args: Args) => void): () => void
  /**
   * Tells all, in the order in which they came. Who comes meanwhile is told from the next time on; who is removed
   * meanwhile, as by themselves, is told no more.
   */
  notify(...args: Args): void
  readonly size: number
}

function rethrow(failure: unknown): never {
  throw failure
}

/**
 * @param onFailure called with what a listener threw, and the others are told all the same. Without it that goes on to who
 *   notified, and those who came later are not told.
 */
export function createListeners<Args extends readonly unknown[] = []>(
  onFailure: (failure: unknown) => void = rethrow,
): Listeners<Args> {
  const all = new Set<(...args: Args) => void>()
  return {
    add(listener) {
      all.add(listener)
      return () => void all.delete(listener)
    },
    notify(...args) {
      for (const listener of [...all]) {
        if (!all.has(listener)) continue
        try {
          listener(...args)
        } catch (failure) {
          onFailure(failure)
        }
      }
    },
    get size() {
      return all.size
    },
  }
}
