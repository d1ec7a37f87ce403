import { createListeners } from '../../shared/listeners.ts'
import type { Notice } from '../../shared/model/notice.ts'
import { own } from '../../shared/own.ts'

/** Notices for the person, from parts that have no place of their own in the window. */
export type Notices = {
  all(): Readonly<Record<string, Notice>>
  /** Shows a notice; replaces the one with the same id. */
  show(notice: Notice): void
  /** Removes a notice: its cause is over, or the person dismissed it. */
  withdraw(id: string): void
  /** Returns the function that ends the subscription. */
  subscribe(listener: () => void): () => void
}

export function createNotices(): Notices {
  let all: Readonly<Record<string, Notice>> = {}
  const listeners = createListeners()
  const set = (next: typeof all) => {
    all = next
    listeners.notify()
  }
  return {
    all: () => all,
    show(notice) {
      const known = own(all, notice.id)
      if (known?.message !== notice.message || known.hint !== notice.hint) set({ ...all, [notice.id]: notice })
    },
    withdraw(id) {
      if (!Object.hasOwn(all, id)) return
      const { [id]: _, ...rest } = all
      set(rest)
    },
    subscribe: listeners.add,
  }
}
