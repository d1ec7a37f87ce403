import { useRef, useState } from 'react'
import type { Result } from '../../../shared/result.ts'
import { attempt } from '../../bridge/bridge.ts'
import type { AreaNews } from '../../parts/area/AreaSlot.tsx'
import { failed, problemOf } from '../../parts/area/area-words.ts'
import { useClient } from '../../state/hooks.ts'
import { useIsHere } from '../../ui/use-is-here.ts'

/** What is told of work: that it goes on, or what came of it. */
type Told = Pick<AreaNews, 'hasFailed' | 'message' | 'hint'>

export type FileWork = {
  readonly news: AreaNews | null
  /**
   * Begins something that may last minutes.
   * @param what what it is: `Compressing “world”`
   * @param words what came of it; null where the list shows that itself
   */
  readonly run: <T>(what: string, call: () => Promise<Result<T>>, words: (value: T) => Told | null) => void
  /** Tells something that needs no work. */
  readonly tell: (told: Told) => void
}

/**
 * Work on files that has no dialog, or outlives it. What ends while nobody looks at the area any more is told at the top
 * of the window where it failed.
 * @param after runs when something has ended, however it did
 */
export function useFileWork(after: () => void): FileWork {
  const { view } = useClient()
  const [running, setRunning] = useState<readonly string[]>([])
  const [told, setTold] = useState<Told | null>(null)
  const isHere = useIsHere()
  const latest = useRef(after)
  latest.current = after

  const run = async <T>(what: string, call: () => Promise<Result<T>>, words: (value: T) => Told | null) => {
    if (running.includes(what)) return
    setRunning((all) => [...all, what])
    setTold(null)
    const result = await attempt(call)
    const news = result.ok ? words(result.value) : failed(`${what} failed.`, result.error)
    if (!isHere.current) {
      if (news !== null && !result.ok) view.setState({ problem: problemOf(news, result.error) })
      return
    }
    setRunning((all) => all.filter((one) => one !== what))
    setTold(news)
    latest.current()
  }

  const last = running.at(-1)
  const more = running.length > 1 ? ` and ${running.length - 1} more` : ''
  return {
    news:
      told !== null
        ? { ...told, onDismiss: () => setTold(null) }
        : last === undefined
          ? null
          : { hasFailed: false, message: `${last}${more}…`, hint: '' },
    run: (what, call, words) => void run(what, call, words),
    tell: setTold,
  }
}
