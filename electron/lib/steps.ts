import { setImmediate } from 'node:timers/promises'

/** Work in steps of bounded size: it yields after each, so that it can be put aside for what else there is to do. */
export type Steps<T> = Generator<void, T, void>

/** How long steps may follow each other before everything else gets its turn, in milliseconds. */
const turnMs = 8

/** Called between the parts of long work: gives everything else its turn where that is due. */
export function createTurns(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < turnMs) return
    return setImmediate().then(() => {
      since = performance.now()
    })
  }
}

/** Does the work, giving way between its steps. */
export async function giveWay<T>(steps: Steps<T>): Promise<T> {
  const giveTurn = createTurns()
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    const turn = giveTurn()
    if (turn !== undefined) await turn
  }
}
