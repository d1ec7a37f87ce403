import { useShallow } from 'zustand/react/shallow'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { useAppState, useView } from '../../state/hooks.ts'
import type { Outcome } from '../outcome.ts'
import { describeOutcome } from './messages.ts'

/**
 * The outcome of the last action on a server, while it is news.
 * @param now unix milliseconds
 */
export function useOutcome(server: ServerView | undefined, now: number): Outcome | null {
  const callError = useView((view) => (server === undefined ? null : (view.callErrors[server.ref] ?? null)))
  return useAppState(
    useShallow((state) => (server === undefined ? null : describeOutcome(state, server, callError, now))),
  )
}
