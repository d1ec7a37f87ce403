import { isRefusalOver } from '../../../shared/model/refusal.ts'
import type { ServerView } from '../../../shared/model/server.ts'
import { useAppState, useView } from '../../state/hooks.ts'
import { describeOutcome, type Outcome } from './words.ts'

/** What became of the last action on a server; of a refusal nothing more once it is no longer so. */
export function useOutcome(server: ServerView | undefined, now: number): Outcome | null {
  const callError = useView((view) => (server === undefined ? null : (view.callErrors[server.ref] ?? null)))
  const isOver = useAppState((state) => Boolean(server?.action && isRefusalOver(server.action, state, now)))
  if (server === undefined) return null
  const outcome = describeOutcome(server, callError, now)
  return isOver && outcome?.tone === 'bad' ? null : outcome
}
