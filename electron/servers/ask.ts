import type { ServerRef } from '../../shared/model/identifier.ts'
import type { NeededPermission } from '../../shared/model/permission.ts'
import type { ServerView } from '../../shared/model/server.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import type { PanelClient } from '../panel/types.ts'
import type { StateStore } from '../state/store.ts'
import { failureOf, noteAnswer } from './key-answers.ts'
import { type ClientFor, reach } from './reach.ts'

type Deps = { store: StateStore; clock: Clock; clientFor: ClientFor }

/** Makes a call about a server with the key that may. */
type Call<T> = (client: PanelClient, server: ServerView) => Promise<Result<T>>

export type Ask = <T>(ref: ServerRef, permission: NeededPermission, call: Call<T>) => Promise<Result<T>>

/**
 * Asks a server's panel with the key that may, and learns from the answer what the key may. Errors beside those of the
 * call: `unknown-server`, `permission-lacking` or `all-permissions-needed` where every key lacks it by its owner's word,
 * `not-on-panel` for a panel of the core document.
 */
export function createAsk({ store, clock, clientFor }: Deps): Ask {
  return async (ref, permission, call) => {
    const state = store.get()
    const reached = reach(state, ref, clientFor, { permission, now: clock.now() })
    if (!reached.ok) return reached
    const { server, keyId, client } = reached.value
    // What the core document does not show is not asked for: an unknown panel may do anything with it.
    if (state.panels[server.panelId]?.dialect !== 'pterodactyl') return fail('not-on-panel')
    const result = await call(client, server)
    const answer = { keyId, permission, result: result.ok ? ok() : result, at: clock.now() } as const
    if (clientFor(keyId) === client) store.update(noteAnswer(answer))
    return result.ok ? result : fail(failureOf(store.get(), ref, answer, result.error).error)
  }
}
