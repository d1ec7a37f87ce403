import { own } from '../../shared/own.ts'
import type { KeyView } from '../../shared/model/api-key.ts'
import type { KeyId } from '../../shared/model/identifier.ts'
import type { Result } from '../../shared/result.ts'
import { fail, ok } from '../../shared/result.ts'
import type { Clock } from '../clock.ts'
import type { PanelClient } from '../panel/types.ts'
import type { StateStore } from '../state/store.ts'
import { applyList, setKeyHealth } from '../state/updates.ts'
import type { ClientFor } from './reach.ts'
import type { Rest } from './rest.ts'

/** A changed list is seen within this time, in milliseconds. */
const refreshEveryMs = 5 * 60_000

/**
 * A refused token (401) stays refused, and a keyring that gave none would only ask the person again: nothing
 * asks with such a key in the background until a person tries again.
 */
function rests({ health }: KeyView): boolean {
  return health.kind === 'failing' && ['token-refused', 'token-unreadable'].includes(health.error.code)
}

export type ServerLists = {
  /** Reads the list of one key. A failure stands in the key's health; its servers stay as they were. */
  refresh(keyId: KeyId, priority?: 'person' | 'background'): Promise<Result<void>>
  /** Reads the lists of all keys side by side; in the background not those of keys that rest. */
  refreshAll(priority?: 'person' | 'background'): Promise<void>
  dispose(): void
}

/** The servers each key reaches, read at start, on request and every five minutes. */
export function createServerLists(deps: {
  store: StateStore
  clock: Clock
  clientFor: ClientFor
  /** When background work rests. */
  rest: Pick<Rest, 'isResting' | 'onEnd'>
}): ServerLists {
  const { store, clock, clientFor, rest } = deps
  const ending = new AbortController()
  /** The person's call of each key that is under way. */
  const running = new Map<KeyId, { client: PanelClient; result: Promise<Result<void>> }>()

  async function read(keyId: KeyId, priority: 'person' | 'background'): Promise<Result<void>> {
    const key = own(store.get().keys, keyId)
    const client = clientFor(keyId)
    if (key === undefined || client === undefined) return fail('unknown-key')
    const list = await client.listServers({ priority, signal: ending.signal })
    // A client is made anew with a new token; what an old one was told says nothing about it.
    if (clientFor(keyId) !== client) return list.ok ? ok() : list
    if (list.ok) {
      store.update(applyList(keyId, list.value, clock.now()))
      return ok()
    }
    // A background call that makes way for others says nothing about the key.
    const isTelling =
      list.error.code !== 'cancelled' && !(list.error.code === 'rate-limited' && priority === 'background')
    if (isTelling) {
      store.update(setKeyHealth(keyId, { kind: 'failing', since: clock.now(), error: list.error }))
    }
    return list
  }

  /** Impatient clicks share one request. */
  function refresh(keyId: KeyId, priority: 'person' | 'background' = 'person'): Promise<Result<void>> {
    const client = clientFor(keyId)
    const known = running.get(keyId)
    if (priority === 'background' || client === undefined) return read(keyId, priority)
    if (known?.client === client) return known.result
    const result = read(keyId, priority).finally(() => {
      if (running.get(keyId)?.result === result) running.delete(keyId)
    })
    running.set(keyId, { client, result })
    return result
  }

  async function refreshAll(priority: 'person' | 'background' = 'person'): Promise<void> {
    const keys = Object.values(store.get().keys).filter((key) => priority === 'person' || !rests(key))
    await Promise.all(keys.map((key) => refresh(key.id, priority)))
  }

  let cancel = clock.after(refreshEveryMs, again)
  function again(): void {
    const reading = rest.isResting() ? Promise.resolve() : refreshAll('background')
    void reading.finally(() => {
      cancel()
      if (!ending.signal.aborted) cancel = clock.after(refreshEveryMs, again)
    })
  }
  // What changed while the computer slept is of interest at once.
  const unsubscribe = rest.onEnd(again)

  return {
    refresh,
    refreshAll,
    dispose() {
      ending.abort()
      unsubscribe()
      cancel()
    },
  }
}
