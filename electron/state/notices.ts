import { createListeners } from '../../shared/listeners.ts'
import type { Notice } from '../../shared/model/notice-schema.ts'
import { own } from '../../shared/own.ts'

export function createNotices() {
  let all: Readonly<Record<string, Notice>> = {}
  const listeners = createListeners()
  const set = (next: typeof all) => {
    all = next
    listeners.notify()
  }
  return {
    all: (): Readonly<Record<string, Notice>> => all,
    /** Shows a notice; replaces the one with the same id. */
    show(notice: Notice): void {
      const known = own(all, notice.id)
      const isSame = known?.message === notice.message && known.hint === notice.hint
      if (!isSame || known.job?.undo.length !== notice.job?.undo.length) set({ ...all, [notice.id]: notice })
    },
    /** Removes a notice: its cause is over, or the person dismissed it. */
    withdraw(id: string): void {
      if (!Object.hasOwn(all, id)) return
      const { [id]: _, ...rest } = all
      set(rest)
    },
    /** Returns the function that ends the subscription. */
    subscribe: listeners.add,
  }
}

/** Notices for the person, from parts that have no place of their own in the window. */
export type Notices = ReturnType<typeof createNotices>

type Deps<T> = {
  readonly notices: Pick<Notices, 'all' | 'show' | 'withdraw' | 'subscribe'>
  readonly id: string
  readonly wordsOf: (left: readonly T[]) => Pick<Notice, 'message' | 'hint'>
  /** Told of all that the notice told of, once the person has dismissed it. */
  readonly onRead?: (ids: ReadonlySet<string>) => void
}

/** A notice that does not come back once the person has dismissed it. */
export function createLeftNotice<T>({ notices, id: noticeId, wordsOf, onRead }: Deps<T>) {
  const told = new Map<string, T>()
  let isShown = false

  function tell(): void {
    if (told.size === 0) return
    notices.show({ id: noticeId, level: 'warning', ...wordsOf([...told.values()]) })
    isShown = true
  }

  const unsubscribe = notices.subscribe(() => {
    if (!isShown || Object.hasOwn(notices.all(), noticeId)) return
    isShown = false
    const read = new Set(told.keys())
    told.clear()
    onRead?.(read)
  })

  return {
    add: (id: string, left: T): void => void told.set(id, left),
    /** Replaces what is still told of. */
    change(id: string, left: T): void {
      if (!told.has(id)) return
      told.set(id, left)
      if (isShown) tell()
    },
    /** Nothing has to be said of it any more. */
    remove(id: string) {
      if (!told.delete(id) || !isShown) return
      if (told.size > 0) return tell()
      isShown = false
      notices.withdraw(noticeId)
    },
    /** Shows what was added; what comes or goes later is told at once. */
    tell,
    dispose: unsubscribe,
  }
}

/** The notice of what an earlier run of the app left, one for all of it. */
export type LeftNotice<T> = ReturnType<typeof createLeftNotice<T>>
