import type { ErrorCode } from '../../shared/errors.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { Origin, PowerSignal } from '../../shared/model/power.ts'
import { isRunning } from '../../shared/model/power-choices.ts'
import type { Result } from '../../shared/result.ts'
import { fail, ok } from '../../shared/result.ts'
import type { Clock } from '../clock.ts'
import type { StateStore } from '../state/store.ts'
import { changeAction, changeServer, setApp } from '../state/updates.ts'
import type { ClientFor } from './reach.ts'
import { reach } from './reach.ts'

type Deps = {
  store: StateStore
  clock: Clock
  newId: () => string
  clientFor: ClientFor
}

export type Power = {
  /**
   * Sends a signal once. Resolves when the panel has answered; what follows shows in the state.
   * A second signal while one runs is held back (`action-running`), kill excepted.
   */
  send(ref: ServerRef, signal: PowerSignal, origin: Origin): Promise<Result<void>>
}

/** Failures after which it is not known whether the panel acted. */
const undecided: readonly ErrorCode[] = ['timeout', 'connection-cut']

/** Power actions from tray and window. Their progress stands in the state of their server. */
export function createPower({ store, clock, newId, clientFor }: Deps): Power {
  return {
    async send(ref, signal, origin) {
      const reached = reach(store.get(), ref, clientFor)
      if (!reached.ok) return reached
      const { server, client } = reached.value
      if (signal !== 'kill' && isRunning(server.action)) return fail('action-running')

      const id = newId()
      const startedAt = clock.now()
      const action = {
        id,
        signal,
        origin,
        phase: 'sending',
        startedAt,
        changedAt: startedAt,
        retryAt: null,
        error: null,
      } as const
      store.update(changeServer(ref, (known) => ({ ...known, action })))
      store.update(setApp({ lastUsed: ref }))

      const sent = await client.sendPower(server.identifier, signal, {
        onWait: (retryAt) => store.update(changeAction(ref, id, { phase: 'waiting', retryAt })),
      })
      const changedAt = clock.now()
      if (sent.ok) {
        const phase = store.get().panels[server.panelId]?.dialect === 'pterodactyl' ? 'accepted' : 'unconfirmed'
        store.update(changeAction(ref, id, { phase, changedAt, retryAt: null }))
        return ok()
      }
      const phase = undecided.includes(sent.error.code) ? 'unconfirmed' : 'refused'
      store.update(changeAction(ref, id, { phase, changedAt, retryAt: null, error: sent.error }))
      return sent
    },
  }
}
