import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import { isInTrouble, isUnreachable } from '../../shared/keys/health.ts'
import type { KeyId, PanelId } from '../../shared/model/identifier.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { getOrMake } from '../../shared/tables.ts'
import { wallOf } from '../lib/clock.ts'
import { setKeyHealth } from '../state/updates.ts'
import type { ServerLists } from './lists.ts'
import { type PanelAccess, reach } from './reach.ts'
import type { VisibleServers } from './visible-servers.ts'

type Deps = PanelAccess & {
  lists: Pick<ServerLists, 'recheck'>
  visibleServers: Pick<VisibleServers, 'refs' | 'onChange'>
  isPaused: () => boolean
}

/** How often the panels are checked, and after how much silence one is asked, in milliseconds. */
const tickMs = 1_000
const quietMs = 3_000
/**
 * How long an answer may take before the panel counts as away, in milliseconds; a panel known to be slow gets up to
 * `most`.
 */
const patienceMs = { first: 5_000, most: 15_000 }

/** Times are steady milliseconds. */
type PanelContact = {
  /** When it last answered any request. */
  heardAt: number
  /** When this module last asked it. */
  askedAt: number
  /** Since when it has not answered; null while it does. */
  missedSince: number | null
  patienceMs: number
  /** Gives up the request under way; null where there is none. */
  giveUp: AbortController | null
  /** The request under way was given up after it had gone out. */
  isGivenUp: boolean
}

const keysOfPanel = ({ keys }: AppState, id: PanelId) => Object.values(keys).filter(({ panelId }) => panelId === id)

const isAway = ({ health }: { health: AppState['keys'][KeyId]['health'] }) =>
  health.kind === 'failing' && isUnreachable(health.error)

/**
 * Finds out within ten seconds that a panel is away while somebody sees its servers: one that was silent for a moment
 * is sent a small request. The result goes into the health of the panel's keys. When the panel is back, or says that it
 * has no such server, the list is read again.
 */
export function createContact({ store, clock, clientFor, lists, visibleServers, isPaused }: Deps) {
  const contacts = new Map<PanelId, PanelContact>()

  function contactOf(id: PanelId): PanelContact {
    return getOrMake(contacts, id, () => ({
      heardAt: clock.steady(),
      askedAt: 0,
      missedSince: null,
      patienceMs: patienceMs.first,
      giveUp: null,
      isGivenUp: false,
    }))
  }

  function heard(id: PanelId, contact: PanelContact): void {
    contact.heardAt = clock.steady()
    contact.missedSince = null
    for (const key of keysOfPanel(store.get(), id)) if (isAway(key)) lists.recheck(key.id)
  }

  function missed(id: PanelId, contact: PanelContact, error: AppError): void {
    const isFirst = contact.missedSince === null
    contact.missedSince ??= clock.steady()
    // A kept-alive connection may just have ended; the next request will tell.
    if (error.code === 'connection-cut' && isFirst) return
    for (const key of keysOfPanel(store.get(), id)) {
      if (key.health.kind === 'failing' && !isAway(key)) continue
      store.update(setKeyHealth(key.id, { kind: 'failing', since: wallOf(clock, contact.missedSince), error }))
    }
  }

  /**
   * The first server that a usable key reaches. A key in trouble is not used: the panel might ban its address, or a
   * keyring ask the person again.
   */
  function reachAny(servers: readonly ServerView[]) {
    const state = store.get()
    for (const { ref } of servers) {
      const reached = reach(state, ref, clientFor)
      const health = reached.ok ? state.keys[reached.value.keyId]?.health : undefined
      if (reached.ok && health !== undefined && !isInTrouble(health)) return reached.value
    }
    return undefined
  }

  /** Sends one small request, and gives it up when it takes too long. */
  async function ask(servers: readonly ServerView[], id: PanelId, contact: PanelContact): Promise<void> {
    const reached = reachAny(servers)
    if (reached === undefined || reached.client.backgroundAt() > clock.steady()) return
    const { client, server, keyId } = reached
    contact.askedAt = clock.steady()
    if (store.get().panels[id]?.dialect !== 'pterodactyl') return lists.recheck(keyId)
    const giveUp = new AbortController()
    const cancel = clock.after(contact.patienceMs, () => giveUp.abort())
    contact.giveUp = giveUp
    contact.isGivenUp = false
    // Not for its state: for that a panel may wait 15 s for a machine that is frozen, and be taken for dead itself.
    await client.readServer(server.identifier, { priority: 'background', signal: giveUp.signal })
    contact.giveUp = null
    cancel()
    // A request that a keyring held up never reached the panel, and says nothing of it.
    if (!giveUp.signal.aborted || !contact.isGivenUp || contact.heardAt > contact.askedAt) return
    missed(id, contact, appError('timeout'))
    // The panel is slow, not away: the next request gets more time.
    contact.patienceMs = Math.min(patienceMs.most, contact.patienceMs * 2)
  }

  /** Asks panels that have been silent, while somebody looks. */
  function tick(): void {
    cancelTick()
    cancelTick = visibleServers.refs().length > 0 ? clock.after(tickMs, tick) : () => {}
    if (isPaused()) return
    const now = clock.steady()
    const { servers } = store.get()
    const seen = Map.groupBy(
      visibleServers.refs().flatMap((ref) => servers[ref] ?? []),
      ({ panelId }) => panelId,
    )
    for (const [id, ofPanel] of seen) {
      const contact = contactOf(id)
      if (contact.giveUp !== null) continue
      if (now - Math.max(contact.heardAt, contact.askedAt) >= quietMs) void ask(ofPanel, id, contact)
    }
  }

  let cancelTick = () => {}
  const unsubscribe = visibleServers.onChange(tick)
  tick()
  return {
    /** Takes note of what came of a key's request; null where the panel answered. */
    note(keyId: KeyId, error: AppError | null): void {
      const panelId = store.get().keys[keyId]?.panelId
      if (panelId === undefined) return
      const contact = contactOf(panelId)
      if (error?.code === 'cancelled') {
        // Others may be cancelled while a keyring holds up the one of this module.
        if (contact.giveUp?.signal.aborted) contact.isGivenUp = true
        return
      }
      if (error !== null && isUnreachable(error)) missed(panelId, contact, error)
      else heard(panelId, contact)
      if (error?.code === 'server-not-found') lists.recheck(keyId)
    },
    dispose(): void {
      unsubscribe()
      cancelTick()
    },
  }
}
