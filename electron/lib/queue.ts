import { getOrMake } from '../../shared/tables.ts'

/** Runs tasks one after another, in the order of their calls; one's failure does not hold up the next. */
export function createQueue() {
  let tail: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return {
    run<T>(task: () => Promise<T>): Promise<T> {
      waiting += 1
      const outcome = tail.then(task).finally(() => {
        waiting -= 1
      })
      tail = outcome.catch(() => {})
      return outcome
    },
    /** True while a task runs or waits. */
    isBusy: (): boolean => waiting > 0,
  }
}

export type Queue = ReturnType<typeof createQueue>

/** A queue for each key: tasks of another one are not waited for. */
export function createQueues<K>(): (key: K) => Queue {
  const queues = new Map<K, Queue>()
  return (key) => getOrMake(queues, key, createQueue)
}
