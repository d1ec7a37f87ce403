import type { AppState } from '../../shared/state/state-schema.ts'
import { changeServer } from '../state/updates.ts'
import type { AppEvent } from './event.ts'

/** True for an action that the panel took, or may have taken: a person has dealt with the stop. */
const isTaken = ({ action }: Extract<AppEvent, { kind: 'action' }>) =>
  action.phase === 'accepted' || action.phase === 'unconfirmed'

/** Marks servers that went down unexpectedly, and unmarks those that run again or are acted on. */
export const applyUnexpectedStops =
  (events: readonly AppEvent[]) =>
  (state: AppState): AppState =>
    events.reduce((next, event) => {
      if (event.kind === 'down') {
        const unexpectedStop = { how: event.how, at: event.at }
        return changeServer(event.ref, (server) => ({ ...server, unexpectedStop }))(next)
      }
      if (event.kind !== 'back' && !(event.kind === 'action' && isTaken(event))) return next
      return changeServer(event.ref, (server) =>
        server.unexpectedStop === null ? server : { ...server, unexpectedStop: null },
      )(next)
    }, state)
