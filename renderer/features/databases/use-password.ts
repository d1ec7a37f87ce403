import { useCallback, useEffect, useRef, useState } from 'react'
import type { Database } from '../../../shared/databases/contract.ts'
import { passwordShownMs } from '../../../shared/databases/databases.ts'
import type { AppError } from '../../../shared/error-schema.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { attempt } from '../../bridge/bridge.ts'
import { useClient, useSecond } from '../../state/hooks.ts'

/** A password that is shown. It stands here alone: what React is given it keeps for longer than it shows it. */
export type Secret = { text: string }

/** Which password is shown, and until when, in unix milliseconds. */
export type ShownPassword = { readonly id: Database['id']; readonly until: number }

/**
 * Shows one password at a time, as it is asked for: for half a minute at most, and no longer than the window and the
 * caller are in sight.
 * @param onFailure told why none came
 */
export function usePassword(ref: ServerRef, onFailure: (database: Database, error: AppError) => void) {
  const { call } = useClient().bridge
  const [shown, setShown] = useState<ShownPassword | null>(null)
  const secret = useRef<Secret>({ text: '' })
  /** Counts what was asked for and hidden, so that a late answer is not shown. */
  const turn = useRef(0)

  const hide = useCallback(() => {
    turn.current += 1
    secret.current.text = ''
    setShown(null)
  }, [])

  // By the clock, since a timer stands still while the computer sleeps; within the last second, as the next one is too late.
  const isOver = useSecond(shown !== null) + 1_000 > (shown?.until ?? Number.POSITIVE_INFINITY)
  useEffect(() => {
    if (isOver) hide()
  }, [isOver, hide])

  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'hidden') hide()
    }
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      hide()
    }
  }, [hide])

  async function show(database: Database): Promise<void> {
    hide()
    const mine = turn.current
    const answer = await attempt(() => call('databases:password', { ref, id: database.id }))
    if (turn.current !== mine) return
    if (!answer.ok) return onFailure(database, answer.error)
    secret.current.text = answer.value.password
    setShown({ id: database.id, until: Date.now() + passwordShownMs })
  }

  return {
    shown: isOver ? null : shown,
    secret: secret.current,
    show: (database: Database) => void show(database),
    hide,
  }
}
