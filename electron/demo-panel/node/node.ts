import type { Result } from '../../../shared/result.ts'
import { getOrMake } from '../../../shared/tables.ts'
import type { Clock } from '../../lib/clock.ts'
import { createRateLimits } from '../http/rate-limit.ts'
import type { LiveServer } from '../machine/live-server.ts'
import type { ApiKeys, StoredKey } from '../panel/api-keys.ts'
import type { Fleet } from '../panel/fleet.ts'
import type { Rights } from '../panel/rights.ts'
import type { Transfers } from '../panel/transfers.ts'
import type { Message } from './frames.ts'
import { createHost, type Host } from './host.ts'
import { createRoom, type Room } from './room.ts'
import { type ConsoleToken, createTokens, holds } from './tokens.ts'

type Deps = {
  readonly clock: Clock
  readonly fleet: Fleet
  readonly keys: ApiKeys
  readonly rights: Rights
  readonly transfers: Transfers
  readonly panelOrigin: () => string | null
  readonly slowReaderBytes?: number | undefined
  readonly tokensPerMinute?: number | undefined
  /** The node ended, and with it all that was under way. */
  readonly onEnd: () => void
  /** The node is there again. */
  readonly onBoot: () => void
  readonly log: (line: string) => void
}

export type Node = ReturnType<typeof createNode>

/** The node's side of the panel: who may connect to a server's console, and what goes over the socket. */
export function createNode(deps: Deps) {
  const { clock, fleet, panelOrigin, keys, rights, transfers, log } = deps
  const { slowReaderBytes = 1024 * 1024, tokensPerMinute = 5 } = deps
  const tokens = createTokens(clock.now)
  const tokenLimits = createRateLimits({ requests: tokensPerMinute, windowMs: 60_000 })
  const rooms = new Map<string, Room>()
  const home = newHost()
  /** Where servers are that were transferred, by their uuids. */
  const elsewhere = new Map<string, Host>()
  let isUp = false

  function newHost(): Host {
    const host: Host = createHost({
      panelOrigin,
      roomOf(uuid) {
        const server = fleet.find(uuid)
        return server !== null && hostOf(server) === host ? roomOf(server) : null
      },
      transfers,
      log,
    })
    return host
  }

  const hostOf = (server: LiveServer): Host => elsewhere.get(server.uuid) ?? home

  const roomOf = (server: LiveServer): Room =>
    getOrMake(rooms, server.uuid, () => createRoom(server, { clock, tokens, slowReaderBytes, isGranted }))

  function isGranted({ keyId, serverUuid, permissions }: ConsoleToken, remote: string): boolean {
    const key = keys.behind(keyId, serverUuid, remote)
    const server = fleet.find(serverUuid)
    if (key === null || server === null) return false
    const held = rights.of(key, server)
    return permissions.every((permission) => holds(held, permission))
  }

  /** Cuts all sockets, without a close frame. */
  function cutAll() {
    for (const room of rooms.values()) room.end(null)
  }

  return {
    /** Counts one request for a server's credentials, whichever key asks. */
    takeRate: (server: LiveServer) => tokenLimits.take(server.uuid, clock.now()),
    /** A token for the server's socket, and the socket's address. */
    credentials(key: StoredKey, server: LiveServer) {
      const token = tokens.issue({ keyId: key.id, serverUuid: server.uuid, permissions: rights.of(key, server) })
      return { token, socket: `ws://127.0.0.1:${hostOf(server).port()}/api/servers/${server.uuid}/ws` }
    },
    /** Ends the connections whose API key no longer allows them: after every change of the keys. */
    recheck() {
      for (const room of rooms.values()) room.recheck()
    },
    /** Listens, and does what it has to. Error: `demo-failed`. */
    async start(): Promise<Result<void>> {
      isUp = true
      const started = await home.start()
      deps.onBoot()
      return started
    },
    /**
     * Ends, and with it all that was under way.
     * @param isHidden it goes on, and the panel alone still reaches it
     */
    async stop(isHidden = false) {
      isUp = isHidden
      if (!isHidden) deps.onEnd()
      cutAll()
      await home.stop()
    },
    /** Ends and begins again: cuts all sockets, and denies every token issued so far. */
    restart() {
      deps.onEnd()
      cutAll()
      tokens.boot()
      deps.onBoot()
    },
    cutAll,
    /** Another address of the node, for servers that are transferred to it. */
    newHost,
    elsewhere,
    roomOf,
    /** Forgets the clients of a server that is gone. */
    forget: (server: LiveServer) => rooms.delete(server.uuid),
    isUp: () => isUp,
    /** The address at which the server's backups are downloaded. */
    addressOf: (server: LiveServer) => `http://127.0.0.1:${hostOf(server).port()}`,
    /** Sends an event to all clients of the server's console. */
    tell: (server: LiveServer, message: Message) => rooms.get(server.uuid)?.tell(message),
  }
}
