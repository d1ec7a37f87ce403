import type { Notice } from '../../shared/model/notice-schema.ts'
import type { Notices } from './notices.ts'

/** The notice of what an earlier run of the app left, one for all of it. */
export type LeftNotice<T> = {
  add(id: string, left: T): void
  /** Replaces what is still told of. */
  change(id: string, left: T): void
  /** Nothing has to be said of it any more. */
  remove(id: string): void
  /** Shows what was added; what comes or goes later is told at once. */
  tell(): void
  dispose(): void
}

type Deps<T> = {
  readonly notices: Pick<Notices, 'all' | 'show' | 'withdraw' | 'subscribe'>
  readonly id: string
  readonly wordsOf: (left: readonly T[]) => Pick<Notice, 'message' | 'hint'>
  /** Told of all that the notice told of, once the person has dismissed it. */
  readonly onRead?: (ids: ReadonlySet<string>) => void
}

/** A notice that does not come back once the person has dismissed it. */
export function createLeftNotice<T>({ notices, id: noticeId, wordsOf, onRead }: Deps<T>): LeftNotice<T> {
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
    add: (id, left) => void told.set(id, left),
    change(id, left) {
      if (!told.has(id)) return
      told.set(id, left)
      if (isShown) tell()
    },
    remove(id) {
      if (!told.delete(id) || !isShown) return
      if (told.size > 0) return tell()
      isShown = false
      notices.withdraw(noticeId)
    },
    tell,
    dispose: unsubscribe,
  }
}
