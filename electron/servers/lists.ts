import type { AppError } from '../../shared/error-schema.ts'
import type { KeyView } from '../../shared/keys/contract.ts'
import { type KeyId, type ServerRef, serverRef } from '../../shared/model/identifier.ts'
import { own } from '../../shared/own.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { PanelClient } from '../panel/client.ts'
import type { ListedServer, ServerList } from '../panel/types.ts'
import { busyServers } from '../state/busy.ts'
import { applyList, setKeyHealth } from '../state/updates.ts'
import type { BackgroundPause } from './background-pause.ts'
import type { PanelAccess } from './reach.ts'
import type { VisibleServers } from './visible-servers.ts'

/** How often each list is read, in milliseconds. */
const refreshEveryMs = 5 * 60_000
/**
 * How often a list is read while somebody looks, in milliseconds for each of its pages, since each page costs a
 * request.
 */
const lookedAtEveryMs = 50_000
/** Servers on a page, as panels give them (panel API: 50). */
const pageSize = 50
/**
 * How often due lists are looked for, in milliseconds: seldom while nobody looks, since each time wakes an idle computer.
 */
const tickMs = { lookedAt: 5_000, otherwise: 30_000 }
/** The least time for each page between two reads after doubts, in milliseconds. */
const recheckEveryMs = 8_000

type Priority = 'person' | 'background'

/**
 * True for a key that is used in the background no more until a person tries it: a refused token (401) stays refused,
 * and a keyring that gave none would only ask the person again.
 */
function rests({ health }: KeyView): boolean {
  return (
    health.kind === 'failing' && (health.error.code === 'token-refused' || health.error.code === 'token-unreadable')
  )
}

/** False for a call that was given up, and for one in the background that the rate limit held back. */
const isTelling = ({ code }: AppError, priority: Priority): boolean =>
  code !== 'cancelled' && !(code === 'rate-limited' && priority === 'background')

/** The servers each key reaches, read at start, on request, every five minutes, and each minute while somebody looks. */
export function createServerLists(
  deps: PanelAccess & {
    /** When background work pauses. */
    backgroundPause: Pick<BackgroundPause, 'isPaused' | 'onEnd'>
    /** Told what each list that was read has of its servers. */
    onList?: (keyId: KeyId, servers: readonly ListedServer[]) => void
    /** The servers that a person can see now; none by default. */
    visibleServers?: Pick<VisibleServers, 'refs' | 'onChange'>
  },
) {
  const { store, clock, clientFor, backgroundPause, visibleServers, onList = () => {} } = deps
  const isLookedAt = () => visibleServers !== undefined && visibleServers.refs().length > 0
  const startedAt = clock.steady()
  /** When the list of each key was last asked for, in steady milliseconds. */
  const readAt = new Map<KeyId, number>()
  /** Reads that were asked for by `recheck` and wait; each cancels its timer. */
  const rechecks = new Map<KeyId, () => void>()
  /** Servers that the last list of a key lacked, and that stayed all the same. */
  const lacked = new Map<KeyId, ReadonlySet<ServerRef>>()
  const ending = new AbortController()
  /** The person's call of each key that is under way. */
  const running = new Map<KeyId, { client: PanelClient; result: Promise<Result<void>> }>()

  /** What a list lacks for the first time stays where something is under way: one wrong list must not end that unseen. */
  function sparedBy({ id, panelId }: KeyView, listed: readonly ListedServer[]): ReadonlySet<ServerRef> {
    const state = store.get()
    const before = lacked.get(id)
    const spared = new Set(
      [...busyServers(state)].filter((ref) => state.servers[ref]?.keyIds.includes(id) && !before?.has(ref)),
    )
    // A list may have thousands; most of the time nothing is under way.
    if (spared.size > 0) for (const { identifier } of listed) spared.delete(serverRef(panelId, identifier))
    lacked.set(id, spared)
    return spared
  }

  /** What the panel lists for a key now. */
  function take(key: KeyView, list: ServerList): void {
    onList(key.id, list.servers)
    store.update(applyList(key.id, list, clock.now(), sparedBy(key, list.servers)))
  }

  /**
   * Has a key list all servers of its panel, or its own, once that list was read. Error beside the usual: `none-listed`.
   * @param keep keeps the choice
   */
  async function choose(keyId: KeyId, listsAll: boolean, keep: () => Result<void>): Promise<Result<void>> {
    const client = clientFor(keyId)
    if (client === undefined) return fail('unknown-key')
    const list = await client.listServers({ signal: ending.signal, all: listsAll })
    if (!list.ok) return list
    const kept = keep()
    const key = own(store.get().keys, keyId)
    if (!kept.ok || key === undefined) return kept
    // A new token brings a new client, with a list of its own.
    if (clientFor(keyId) !== client) return refresh(keyId)
    readAt.set(keyId, clock.steady())
    take(key, list.value)
    return kept
  }

  async function read(keyId: KeyId, priority: Priority): Promise<Result<void>> {
    const key = own(store.get().keys, keyId)
    const client = clientFor(keyId)
    if (key === undefined || client === undefined) return fail('unknown-key')
    readAt.set(keyId, clock.steady())
    const { listsAll } = key
    const list = await client.listServers({ priority, signal: ending.signal, all: listsAll })
    // A new token brings a new client: an answer to the old one says nothing about this token.
    if (clientFor(keyId) !== client) return list.ok ? ok() : list
    // Another list was chosen meanwhile.
    if (own(store.get().keys, keyId)?.listsAll !== listsAll) return read(keyId, priority)
    if (list.ok) {
      take(key, list.value)
      return ok()
    }
    if (isTelling(list.error, priority)) {
      store.update(setKeyHealth(keyId, { kind: 'failing', since: clock.now(), error: list.error }))
    }
    return list
  }

  /** Several clicks in a row share one request. */
  function refresh(keyId: KeyId, priority: Priority = 'person'): Promise<Result<void>> {
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

  async function refreshAll(priority: Priority = 'person'): Promise<void> {
    const keys = Object.values(store.get().keys).filter((key) => priority === 'person' || !rests(key))
    await Promise.all(keys.map((key) => refresh(key.id, priority)))
  }

  const pagesOf = (key: KeyView | undefined) => Math.max(1, Math.ceil((key?.serverCount ?? 0) / pageSize))

  function isDue(key: KeyView): boolean {
    const pages = pagesOf(key)
    const everyMs = isLookedAt() ? Math.min(refreshEveryMs, lookedAtEveryMs * pages) : refreshEveryMs
    return clock.steady() - (readAt.get(key.id) ?? startedAt) >= everyMs
  }

  let isTickedOften = false
  let cancel = () => {}
  function wait(): void {
    cancel()
    isTickedOften = isLookedAt()
    cancel = clock.after(isTickedOften ? tickMs.lookedAt : tickMs.otherwise, tick)
  }
  function tick(): void {
    wait()
    if (backgroundPause.isPaused()) return
    for (const key of Object.values(store.get().keys)) {
      if (!rests(key) && isDue(key)) void refresh(key.id, 'background')
    }
  }
  wait()
  const endings = [
    // After sleep all lists are read at once.
    backgroundPause.onEnd(() => void refreshAll('background')),
    // Who begins to look sees what is due at once.
    visibleServers?.onChange(() => isLookedAt() !== isTickedOften && tick()) ?? (() => {}),
  ]

  return {
    /** Reads the list of one key. A failure stands in the key's health; its servers stay as they were. */
    refresh,
    choose,
    /** Reads the lists of all keys at the same time; in the background not those of keys in trouble. */
    refreshAll,
    /** Reads the list of a key soon, in the background, since an answer put it in doubt. */
    recheck(keyId: KeyId): void {
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
    dispose(): void {
      for (const cancelRecheck of rechecks.values()) cancelRecheck()
      ending.abort()
      for (const end of endings) end()
      cancel()
    },
  }
}

export type ServerLists = ReturnType<typeof createServerLists>
