import { useState } from 'react'
import type { Result } from '../../../shared/result.ts'
import { attempt } from '../../bridge/bridge.ts'
import type { AreaNews } from '../../parts/area/AreaSlot.tsx'
import { failedAct } from '../../parts/area/area-words.ts'
import { useActs } from '../../parts/area/use-acts.ts'

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
 * Work on files that has no dialog, or outlives it, with what goes on and what came of it. A failure stays until it is
 * dismissed or other work begins. What fails while nobody looks at the area any more is told at the top of the window.
 * @param after runs when something has ended, however it did
 */
export function useFileWork(after: () => void): FileWork {
  const { act, failed, clear } = useActs(after)
  const [running, setRunning] = useState<readonly string[]>([])
  const [told, setTold] = useState<Told | null>(null)

  const run = <T>(what: string, call: () => Promise<Result<T>>, words: (value: T) => Told | null) =>
    act(what, what, async () => {
      setRunning((all) => [...all, what])
      setTold(null)
      const result = await attempt(call)
      setRunning((all) => all.filter((one) => one !== what))
      if (result.ok) setTold(words(result.value))
      return result
    })
  const tell = (news: Told) => {
    clear()
    setTold(news)
  }

  const news = failed === null ? told : failedAct(failed.what, failed.error)
  const last = running.at(-1)
  // A failure that is dismissed uncovers what came of other work meanwhile.
  const onDismiss = failed === null ? () => setTold(null) : clear
  const more = running.length > 1 ? ` and ${running.length - 1} more` : ''
  const goingOn = last === undefined ? null : { hasFailed: false, message: `${last}${more}…`, hint: '' }
  return { news: news === null ? goingOn : { ...news, onDismiss }, run, tell }
}
