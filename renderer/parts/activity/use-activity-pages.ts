import { useState } from 'react'
import type { AppError } from '../../../shared/errors.ts'
import type { PanelActivityPage } from '../../../shared/model/panel-activity.ts'
import type { Result } from '../../../shared/result.ts'
import { attempt } from '../../bridge/bridge.ts'
import { type Asked, useAsked } from '../../state/queries.ts'

/** How long after an answer the newest page is read again while it is looked at, in milliseconds. */
const everyMs = 60_000
/** Maximum number of pages of one list: what is older is for the panel's own page. */
const maxPages = 20

/** The pages of a list of activity that were turned to. */
export type ActivityPages = {
  readonly newest: Asked<PanelActivityPage>
  readonly lines: PanelActivityPage['lines']
  readonly leftOut: number
  readonly hasMore: boolean
  readonly isTurning: boolean
  /** Why the last turn came to nothing. */
  readonly turnError: AppError | null
  /** Reads the next page, of older lines. */
  readonly turn: () => void
}

/**
 * A list of activity, read while the caller is shown: its newest page again and again, older ones when asked for.
 * @param key what is asked for; the caller is mounted anew for another
 */
export function useActivityPages(
  key: readonly string[],
  read: (page: number) => Promise<Result<PanelActivityPage>>,
): ActivityPages {
  const newest = useAsked(
    [...key],
    () => read(1),
    () => everyMs,
  )
  const [older, setOlder] = useState<readonly PanelActivityPage[]>([])
  const [isTurning, setTurning] = useState(false)
  const [turnError, setTurnError] = useState<AppError | null>(null)
  const pages = newest.value === null ? [] : [newest.value, ...older]
  const last = pages.at(-1)
  const hasMore = last !== undefined && last.page < Math.min(last.totalPages, maxPages)
  // What was done meanwhile moves the pages, so a line may come twice.
  const lines = new Map(pages.flatMap((page) => page.lines.map((line) => [line.id, line] as const)))

  async function turn(): Promise<void> {
    if (last === undefined || !hasMore || isTurning) return
    setTurning(true)
    setTurnError(null)
    const page = await attempt(() => read(last.page + 1))
    setTurning(false)
    if (page.ok) setOlder((before) => [...before, page.value])
    else setTurnError(page.error)
  }

  return {
    newest,
    lines: [...lines.values()].sort((a, b) => b.at - a.at),
    leftOut: pages.reduce((sum, { leftOut }) => sum + leftOut, 0),
    hasMore,
    isTurning,
    turnError,
    turn: () => void turn(),
  }
}
