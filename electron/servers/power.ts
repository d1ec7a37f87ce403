import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import { rightOfSignal } from '../../shared/keys/rights.ts'
import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import { isPersons, type PowerSignal } from '../../shared/model/power.ts'
import type { Origin, PowerAction } from '../../shared/model/power-schema.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import type { Result } from '../../shared/result.ts'
import { fail, ok } from '../../shared/result.ts'
import { isDropped, isRunning } from '../../shared/servers/choices.ts'
import { changeAction, changeServer, setApp } from '../state/updates.ts'
import { takeAnswer } from './key-answers.ts'
import type { PanelAccess } from './reach.ts'
import { reach } from './reach.ts'

type Deps = PanelAccess & {
  newId: () => string
  /** Gives up what waits for a rate limit. */
  end?: AbortSignal
}

export type PowerOptions = {
  /** Uses exactly that key. */
  readonly keyId?: KeyId | undefined
  /** Sent by a plan or a bulk action, not pressed by a person. */
  readonly isAutomatic?: boolean | undefined
  /** Steady milliseconds after which it is not sent any more, as when a rate limit holds it back for longer. */
  readonly notAfter?: number | undefined
  /** Takes it back while it waits for a rate limit or a keyring: `cancelled`, and nothing of it is shown any more. */
  readonly signal?: AbortSignal | undefined
}

/** Why a signal is not sent to a server as it is known now; null where it may go. */
function heldBack(signal: PowerSignal, server: ServerView): AppError | null {
  const { action } = server
  if (action === null || !isRunning(action)) return isDropped(signal, server) ? appError('server-stopping') : null
  if (signal !== 'kill') return appError('action-running')
  if (action.signal !== 'kill' || action.phase === 'accepted') return null
  return appError('action-running', { message: 'Kill is on its way already.', hint: 'Wait for the panel’s answer.' })
}

/** Power actions from tray and window. Their progress stands in the state of their server. */
export function createPower({ newId, end, ...access }: Deps) {
  const { store, clock, clientFor } = access
  /** Gives up the action of a server, as long as its request is not out: it waits for a rate limit or a keyring. */
  const waiting = new Map<ServerRef, AbortController>()

  /**
   * Shows an action whose request goes out now. A second signal sees it at once; who listens to the state hears of it
   * when the request is out, where that has nothing to wait for, so that tray and window do not delay it. Only a
   * person's press changes the last used server.
   */
  function begin(ref: ServerRef, what: Pick<PowerAction, 'id' | 'signal' | 'origin' | 'keyId'>): void {
    const now = clock.now()
    const times = { startedAt: now, changedAt: now, retryAt: null } as const
    const action: PowerAction = { ...what, ...times, phase: 'sending', error: null, otherKeyId: null }
    const tell = store.apply((state) => {
      const next = changeServer(ref, (known) => ({ ...known, action }))(state)
      return !isPersons(what) || state.app.lastUsed === ref ? next : setApp({ lastUsed: ref })(next)
    })
    clock.after(0, tell)
  }

  return {
    /**
     * Sends a signal once. Resolves when the panel has answered; what follows shows in the state.
     * A second signal while one runs is held back (`action-running`), and so is a start or a restart of a server that
     * still stops (`server-stopping`), since its machine would drop it. Kill goes ahead of every other: one that waits for
     * a rate limit or a keyring is given up, so that no restart follows the kill.
     */
    async send(
      ref: ServerRef,
      signal: PowerSignal,
      origin: Origin,
      { keyId: chosen, isAutomatic, notAfter, signal: takeBack }: PowerOptions = {},
    ): Promise<Result<void>> {
      const permission = rightOfSignal[signal]
      const purpose = { permission, now: clock.now(), keyId: chosen, isAutomatic } as const
      const reached = reach(store.get(), ref, clientFor, purpose)
      if (!reached.ok) return reached
      const { server, keyId, client } = reached.value
      const held = heldBack(signal, server)
      if (held !== null) return fail(held)
      waiting.get(ref)?.abort()

      const id = newId()
      begin(ref, { id, signal, origin, keyId })
      const giveUp = new AbortController()
      waiting.set(ref, giveUp)
      const options = {
        signal: AbortSignal.any([giveUp.signal, takeBack, end].filter((one) => one !== undefined)),
        notAfter,
        onWait(retryAt: number) {
          // It may be gone meanwhile, with its server.
          if (store.get().servers[ref]?.action?.id !== id) return giveUp.abort()
          store.update(changeAction(ref, id, { phase: 'waiting', retryAt }))
        },
      }
      const sent = await client.sendPower(server.identifier, signal, options)
      if (waiting.get(ref) === giveUp) waiting.delete(ref)
      const failure = takeAnswer(access, ref, { keyId, client, permission }, sent)
      // A panel of the core document tells no states: nothing can confirm it.
      const taken = store.get().panels[server.panelId]?.dialect === 'pterodactyl' ? 'accepted' : 'unconfirmed'
      const outcome = { ...(failure ?? { phase: taken }), changedAt: clock.now(), retryAt: null }
      // Who took it back knows that nothing was sent.
      const isTakenBack = takeBack?.aborted === true && failure?.error.code === 'cancelled'
      store.update(changeAction(ref, id, isTakenBack ? null : outcome))
      return failure === null ? ok() : fail(failure.error)
    },
  }
}

export type Power = ReturnType<typeof createPower>
