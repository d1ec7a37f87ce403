import type { HandedTrouble } from '../../../shared/model/handed.ts'
import { handedTroubles } from '../../../shared/model/handed-need.ts'
import type { ServerView } from '../../../shared/model/server.ts'
import { useAppState } from '../../state/hooks.ts'
import type { Outcome } from '../outcome.ts'

/** A row has room for two words. */
const words: Readonly<Record<HandedTrouble, Pick<Outcome, 'short' | 'text'>>> = {
  gone: {
    short: 'Plan deleted',
    text: 'Plan deleted: somebody deleted a planned restart on the panel, so it does not run.',
  },
  paused: {
    short: 'Plan paused',
    text: 'Plan paused: somebody paused a planned restart on the panel, so it does not run.',
  },
  changed: { short: 'Plan changed', text: 'Plan changed: somebody changed a planned restart on the panel.' },
}

/** What somebody did on the panel to a server's planned restart, for its row; nothing while its panel holds it. */
export function useHandedOutcome(server: ServerView | undefined, now: number): Outcome | null {
  const trouble = useAppState(({ handovers }) =>
    server === undefined ? undefined : handedTroubles(handovers).get(server.ref),
  )
  if (trouble === undefined || server?.condition !== null) return null
  return { tone: 'bad', ...words[trouble], hint: 'Look at it under Planned restarts.', at: now }
}
