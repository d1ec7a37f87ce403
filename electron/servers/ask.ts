import type { Need } from '../../shared/keys/rights.ts'
import { missingPermissionOfServer } from '../../shared/keys/server-keys.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import { fail, type Result } from '../../shared/result.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import type { PanelClient } from '../panel/client.ts'
import { takeAnswer } from './key-answers.ts'
import { type PanelAccess, type Purpose, reach } from './reach.ts'

/** Makes a call about a server with the key that may. */
type Call<T> = (client: PanelClient, server: ServerView) => Promise<Result<T>>

/**
 * What a call needs of its key. `prefers` for one that needs nothing, and tells most to a key with that permission: its
 * answer says nothing of what the key may.
 */
type Needs = Need | { readonly prefers: Need }

export type Ask = <T>(ref: ServerRef, needs: Needs, call: Call<T>) => Promise<Result<T>>

/** What to choose the key by; nothing where no key has what is only preferred. */
function purposeOf(state: AppState, ref: ServerRef, needs: Needs, now: number): Purpose | undefined {
  if (typeof needs === 'string') return { permission: needs, now }
  const server = state.servers[ref]
  const isMissing = server !== undefined && missingPermissionOfServer(state, server, needs.prefers, now) !== null
  return isMissing ? undefined : { permission: needs.prefers, now }
}

/**
 * Asks a server's panel with the key that may, and learns from the answer what the key may. Errors beside those of the
 * call: `unknown-server`, `permission-lacking` or `all-permissions-needed` where every key lacks it by its owner's word,
 * `not-on-panel` for a panel of the core document.
 */
export function createAsk(access: PanelAccess): Ask {
  const { store, clock, clientFor } = access
  return async (ref, needs, call) => {
    const state = store.get()
    const reached = reach(state, ref, clientFor, purposeOf(state, ref, needs, clock.now()))
    if (!reached.ok) return reached
    const { server, keyId, client } = reached.value
    // Panels that speak only the core calls are asked for nothing else: an unknown panel may do anything with it.
    if (state.panels[server.panelId]?.dialect !== 'pterodactyl') return fail('not-on-panel')
    const result = await call(client, server)
    // Nothing is learned from what needs no permission.
    const permission = typeof needs === 'string' ? needs : 'all'
    const failure = takeAnswer(access, ref, { keyId, client, permission }, result)
    return failure === null ? result : fail(failure.error)
  }
}
