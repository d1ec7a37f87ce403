/** Runs tasks one after another, in the order of their calls; one's failure does not hold up the next. */
export type Queue = {
  run<T>(task: () => Promise<T>): Promise<T>
  /** True while a task runs or waits. */
  isBusy(): boolean
}

export function createQueue(): Queue {
  let tail: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return {
    run(task) {
      waiting += 1
      const outcome = tail.then(task).finally(() => {
        waiting -= 1
      })
      tail = outcome.catch(() => {})
      return outcome
    },
    isBusy: () => waiting > 0,
  }
}
