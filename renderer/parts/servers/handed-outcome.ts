import { handedTroubles, handedTroubleText } from '../../../shared/model/handed-need.ts'
import type { ServerView } from '../../../shared/model/server.ts'
import { useAppState } from '../../state/hooks.ts'
import type { Outcome } from '../outcome.ts'

/** What somebody did on the panel to a server's planned restart, for its row; nothing while its panel holds it. */
export function useHandedOutcome(server: ServerView | undefined, now: number): Outcome | null {
  const trouble = useAppState(({ handovers }) =>
    server === undefined ? undefined : handedTroubles(handovers).get(server.ref),
  )
  if (trouble === undefined || server?.condition !== null) return null
  const short = handedTroubleText[trouble]
  return { tone: 'bad', short, text: `${short}.`, hint: 'Look at it under Planned restarts.', at: now }
}
