import { createListeners } from '../../shared/listeners.ts'
import type { Notice } from '../../shared/model/notice-schema.ts'
import { own } from '../../shared/own.ts'
import { without } from '../../shared/state/state-patch.ts'

export function createNotices() {
  let all: Readonly<Record<string, Notice>> = {}
  const onGone = new Map<string, () => void>()
  const listeners = createListeners()
  const set = (next: typeof all) => {
    all = next
    listeners.notify()
  }
  return {
    all: (): Readonly<Record<string, Notice>> => all,
    /**
     * Shows a notice; replaces the one with the same id.
     * @param gone called once it is withdrawn or dismissed
     */
    show(notice: Notice, gone: () => void = () => undefined): void {
      onGone.set(notice.id, gone)
      const known = own(all, notice.id)
      const isSame = known?.message === notice.message && known.hint === notice.hint
      if (!isSame || known.job?.undo.length !== notice.job?.undo.length) set({ ...all, [notice.id]: notice })
    },
    /** Removes a notice: its cause is over, or the person dismissed it. */
    withdraw(id: string): void {
      if (!Object.hasOwn(all, id)) return
      set(without(all, [id]))
      onGone.get(id)?.()
    },
    /** Returns the function that ends the subscription. */
    subscribe: listeners.add,
  }
}

/** Notices for the person, from parts that have no place of their own in the window. */
export type Notices = ReturnType<typeof createNotices>
