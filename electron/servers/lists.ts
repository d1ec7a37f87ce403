import type { KeyView } from '../../shared/model/api-key.ts'
import type { KeyId } from '../../shared/model/identifier.ts'
import { own } from '../../shared/own.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import type { PanelClient } from '../panel/types.ts'
import type { StateStore } from '../state/store.ts'
import { applyList, setKeyHealth } from '../state/updates.ts'
import type { BackgroundPause } from './background-pause.ts'
import type { ClientFor } from './reach.ts'

/** A changed list is seen within this time, in milliseconds. */
const refreshEveryMs = 5 * 60_000
/** How often a list is read while somebody looks, in milliseconds for each of its pages: a long one costs many requests. */
const lookedAtEveryMs = 50_000
/** Servers on a page, as panels give them (panel API: 50). */
const pageSize = 50
/** How often it is looked which list is due, and how far apart for each page the reads are that an answer gave reason for. */
const tickMs = 5_000
const recheckEveryMs = 8_000

/**
 * A refused token (401) stays refused, and a keyring that gave none would only ask the person again: nothing
 * asks with such a key in the background until a person tries again.
 */
function rests({ health }: KeyView): boolean {
  return (
    health.kind === 'failing' && (health.error.code === 'token-refused' || health.error.code === 'token-unreadable')
  )
}

export type ServerLists = {
  /** Reads the list of one key. A failure stands in the key's health; its servers stay as they were. */
  refresh(keyId: KeyId, priority?: 'person' | 'background'): Promise<Result<void>>
  /** Reads the lists of all keys side by side; in the background not those of keys that rest. */
  refreshAll(priority?: 'person' | 'background'): Promise<void>
  /** An answer gave reason to doubt the list of a key: it is read soon, in the background. */
  recheck(keyId: KeyId): void
  dispose(): void
}

/** The servers each key reaches, read at start, on request, every five minutes, and each minute while somebody looks. */
export function createServerLists(deps: {
  store: StateStore
  clock: Clock
  clientFor: ClientFor
  /** When background work rests. */
  backgroundPause: Pick<BackgroundPause, 'isPaused' | 'onEnd'>
  /** Whether somebody sees servers now; no, by default. */
  isLookedAt?: () => boolean
}): ServerLists {
  const { store, clock, clientFor, backgroundPause, isLookedAt = () => false } = deps
  const startedAt = clock.steady()
  /** When the list of each key was last asked for, in steady milliseconds. */
  const readAt = new Map<KeyId, number>()
  /** The reads that are to come. */
  const rechecks = new Map<KeyId, () => void>()
  const ending = new AbortController()
  /** The person's call of each key that is under way. */
  const running = new Map<KeyId, { client: PanelClient; result: Promise<Result<void>> }>()

  async function read(keyId: KeyId, priority: 'person' | 'background'): Promise<Result<void>> {
    const key = own(store.get().keys, keyId)
    const client = clientFor(keyId)
    if (key === undefined || client === undefined) return fail('unknown-key')
    readAt.set(keyId, clock.steady())
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

  const pagesOf = (key: KeyView | undefined) => Math.max(1, Math.ceil((key?.serverCount ?? 0) / pageSize))

  function isDue(key: KeyView): boolean {
    const pages = pagesOf(key)
    const everyMs = isLookedAt() ? Math.min(refreshEveryMs, lookedAtEveryMs * pages) : refreshEveryMs
    return clock.steady() - (readAt.get(key.id) ?? startedAt) >= everyMs
  }

  let cancel = clock.after(tickMs, tick)
  function tick(): void {
    cancel = clock.after(tickMs, tick)
    if (backgroundPause.isPaused()) return
    for (const key of Object.values(store.get().keys)) {
      if (!rests(key) && isDue(key)) void refresh(key.id, 'background')
    }
  }
  // What changed while the computer slept is of interest at once.
  const unsubscribe = backgroundPause.onEnd(() => void refreshAll('background'))

  return {
    refresh,
    refreshAll,
    recheck(keyId) {
      if (ending.signal.aborted || rechecks.has(keyId)) return
      const apartMs = Math.min(refreshEveryMs, recheckEveryMs * pagesOf(own(store.get().keys, keyId)))
      const waitMs = (readAt.get(keyId) ?? 0) + apartMs - clock.steady()
      const run = () => {
        rechecks.delete(keyId)
        const key = own(store.get().keys, keyId)
        if (key !== undefined && !rests(key)) void refresh(keyId, 'background')
      }
      rechecks.set(keyId, clock.after(Math.max(0, waitMs), run))
    },
    dispose() {
      for (const cancelRecheck of rechecks.values()) cancelRecheck()
      ending.abort()
      unsubscribe()
      cancel()
    },
  }
}
