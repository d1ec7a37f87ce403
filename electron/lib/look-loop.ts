/**
 * Makes looks that come one after another, each of which finds out and does what is due now.
 * @param rest called after each look, also after one that failed, to plan the next
 * @returns looks; nothing where a look is under way: what one does can lead back here, and that one sees to it. What a
 *   look throws goes on to whoever called.
 */
export function createLookLoop(look: () => void, rest: () => void): () => void {
  let isLooking = false
  return () => {
    if (isLooking) return
    isLooking = true
    try {
      look()
    } finally {
      isLooking = false
      rest()
    }
  }
}

/**
 * The same for looks that take a while. Two and not one: a short look is over when it returns, so that the next may follow
 * in the same breath, and what it throws reaches who called, as the store that tells of a listener's failure. Were it
 * awaited, that next look would be left out, and its failure be a promise that nobody waits for.
 */
export function createLongLookLoop(look: () => Promise<void>, rest: () => void): () => Promise<void> {
  let isLooking = false
  return async () => {
    if (isLooking) return
    isLooking = true
    try {
      await look()
    } finally {
      isLooking = false
      rest()
    }
  }
}
