import { useRef, useState } from 'react'
import type { AppError } from '../../../shared/error-schema.ts'
import type { Result } from '../../../shared/result.ts'
import { attempt } from '../../bridge/bridge.ts'
import { useClient } from '../../state/hooks.ts'
import { useIsHere } from '../../ui/use-task.ts'
import { failedAct, problemOf } from './area-words.ts'

/** What came of the last act. */
export type ActNews = {
  /** What it was to do: `Unlocking “Nightly”`. */
  readonly what: string
  readonly error: AppError
  /** Unix milliseconds. */
  readonly at: number
}

/**
 * Runs calls that have no dialog, each once at a time, and keeps the last failure, also that of a dialog whose answer was
 * lost. One that comes when the caller is gone
 * is told at the top of the window.
 * @param after runs when one has ended, however it did
 */
export function useActs(after: () => void) {
  const [failed, setFailed] = useState<ActNews | null>(null)
  const { view } = useClient()
  const busy = useRef(new Set<string>())
  const isHere = useIsHere()
  const act = async (id: string, what: string, call: () => Promise<Result<unknown>>) => {
    if (busy.current.has(id)) return
    busy.current.add(id)
    setFailed(null)
    const result = await attempt(call)
    busy.current.delete(id)
    if (!result.ok && isHere.current) setFailed({ what, error: result.error, at: Date.now() })
    else if (!result.ok) view.setState({ problem: problemOf(failedAct(what, result.error), result.error) })
    after()
  }
  return {
    failed,
    act: (id: string, what: string, call: () => Promise<Result<unknown>>) => void act(id, what, call),
    /** Tells of what a dialog sent, where no answer says whether it was done. */
    lost: (what: string, error: AppError) => setFailed({ what, error, at: Date.now() }),
    clear: () => setFailed(null),
  }
}
