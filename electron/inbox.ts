/** Keeps what arrives before there is anybody to take it. */
export type Inbox<T> = {
  put(item: T): void
  /** Hands over what is there and all that comes. */
  open(take: (item: T) => void): void
}

export function createInbox<T>(): Inbox<T> {
  const kept: T[] = []
  let taker: ((item: T) => void) | null = null
  return {
    put(item) {
      if (taker === null) kept.push(item)
      else taker(item)
    },
    open(take) {
      taker = take
      for (const item of kept.splice(0)) take(item)
    },
  }
}
