import { useEffect, useState } from 'react'
import type { PanelActivityPage } from '../../../shared/activity/contract.ts'
import type { AppError } from '../../../shared/error-schema.ts'
import type { Result } from '../../../shared/result.ts'
import { attempt } from '../../bridge/bridge.ts'
import { useAsked } from '../../state/queries.ts'
import { type SeenLines, shownLines, withNewest, withOlder } from './activity-pages.ts'

/** How long after an answer the newest page is read again while it is looked at, in milliseconds. */
const everyMs = 60_000

/**
 * A list of activity, read while the caller is shown: its newest page again and again, older ones when asked for.
 * @param key what is asked for; the caller is mounted anew for another
 */
export function useActivityPages(key: readonly string[], read: (page: number) => Promise<Result<PanelActivityPage>>) {
  const newest = useAsked(
    [...key],
    () => read(1),
    () => everyMs,
  )
  const { value } = newest
  const [seen, setSeen] = useState<SeenLines | null>(null)
  const [isTurning, setTurning] = useState(false)
  const [turnError, setTurnError] = useState<AppError | null>(null)
  const shown = shownLines(seen, value)

  // New lines push those of the newest page out of it: what was seen there stays.
  useEffect(() => {
    if (value !== null) setSeen((before) => before && withNewest(before, value))
  }, [value])

  async function turn(): Promise<void> {
    if (value === null || !shown.hasMore || isTurning) return
    setTurning(true)
    setTurnError(null)
    const page = await attempt(() => read((seen?.page ?? value.page) + 1))
    setTurning(false)
    if (page.ok) setSeen((before) => withOlder(before, value, page.value))
    else setTurnError(page.error)
  }

  return {
    newest,
    ...shown,
    isTurning,
    /** Why the last turn came to nothing. */
    turnError,
    /** Reads the next page, of older lines. */
    turn: () => void turn(),
  }
}
