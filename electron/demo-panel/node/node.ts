import type { Result } from '../../../shared/result.ts'
import type { Clock } from '../../lib/clock.ts'
import { createRateLimits, type RateLimitVerdict } from '../http/rate-limit.ts'
import type { LiveServer } from '../machine/live-server.ts'
import type { ApiKeys, StoredKey } from '../panel/api-keys.ts'
import type { Fleet } from '../panel/fleet.ts'
import type { Rights } from '../panel/rights.ts'
import type { NodeParts } from './connection.ts'
import type { Message } from './frames.ts'
import { createHost, type Host } from './host.ts'
import { createRoom, type Room } from './room.ts'
import { type Claims, createTokens, holds } from './tokens.ts'

export type NodeOptions = {
  /** How many bytes may wait on a socket before events for it are dropped: 1 MiB by default. */
  readonly slowReaderBytes?: number
}

type Deps = {
  readonly clock: Clock
  readonly fleet: Fleet
  readonly panelOrigin: () => string | null
  readonly options: NodeOptions
  /** Null for no limit. */
  readonly tokensPerMinute: number | null | undefined
  readonly record: NodeParts['record']
  readonly keys: ApiKeys
  readonly rights: Rights
  readonly backup: Parameters<typeof createHost>[0]['backup']
  /** The node ended, and with it all that was under way. */
  readonly onEnd: () => void
  /** The node is there again. */
  readonly onBoot: () => void
  readonly log: (line: string) => void
}

/** How long a console token is good, in milliseconds. */
const consoleTokenMs = 600_000
const maxSocketsPerServer = 30

export type Node = ReturnType<typeof createNode>

/** The node's side of the panel: who may connect to a server's console, and what goes over the socket. */
export function createNode(deps: Deps) {
  const { clock, fleet, panelOrigin, keys, rights, log } = deps
  const { slowReaderBytes = 1024 * 1024 } = deps.options
  const now = () => clock.now()
  const tokens = createTokens(now, consoleTokenMs)
  const { tokensPerMinute = 5 } = deps
  const tokenLimits =
    tokensPerMinute === null ? null : createRateLimits({ requests: tokensPerMinute, windowMs: 60_000 })
  const rooms = new Map<string, Room>()
  const home = newHost()
  /** Where servers are that were transferred, by their uuids. */
  const elsewhere = new Map<string, Host>()
  let up = false

  function newHost(): Host {
    const host: Host = createHost({
      panelOrigin,
      maxSockets: maxSocketsPerServer,
      roomOf(uuid) {
        const server = fleet.list().find((one) => one.uuid === uuid)
        return server !== undefined && hostOf(server) === host ? roomFor(server) : null
      },
      backup: deps.backup,
      admit: (room, client) => room.join(client),
      log,
    })
    return host
  }

  const hostOf = (server: LiveServer): Host => elsewhere.get(server.uuid) ?? home

  function roomFor(server: LiveServer): Room {
    const found = rooms.get(server.uuid)
    if (found !== undefined) return found
    const room = createRoom(server, { clock, tokens, slowReaderBytes, isGranted, record: deps.record })
    rooms.set(server.uuid, room)
    return room
  }

  function isGranted(claims: Claims, remote: string): boolean {
    const keyId = tokens.keyOf(claims)
    const key = keyId === null ? null : keys.behind(keyId, claims.server_uuid, remote)
    const server = fleet.find(claims.server_uuid)
    if (key === null || server === null) return false
    const held = rights.of(key, server)
    return claims.permissions.every((permission) => holds(held, permission))
  }

  /** Cuts all sockets, without a close frame. */
  function cutAll() {
    for (const room of rooms.values()) room.end(null)
  }

  async function start(): Promise<Result<void>> {
    up = true
    const started = await home.start()
    deps.onBoot()
    return started
  }

  async function stop() {
    up = false
    deps.onEnd()
    cutAll()
    await home.stop()
  }

  const access = {
    /** Counts one request for a server's credentials, whichever key asks. */
    takeRate: (server: LiveServer): RateLimitVerdict =>
      tokenLimits?.take(server.uuid, now()) ?? { passed: true, headers: {} },
    /** A token for the server's socket, and the socket's address. */
    credentials(key: StoredKey, server: LiveServer) {
      const address = `127.0.0.1:${hostOf(server).port()}`
      const token = tokens.issue({
        keyId: key.id,
        iss: panelOrigin() ?? '',
        aud: `http://${address}`,
        server_uuid: server.uuid,
        permissions: rights.of(key, server),
      })
      return { token, socket: `ws://${address}/api/servers/${server.uuid}/ws` }
    },
  }

  /** Ends the connections whose API key no longer allows them: after every change of the keys. */
  function recheck() {
    for (const room of rooms.values()) room.recheck()
  }

  return {
    access,
    recheck,
    /** Listens, and does what it has to. Error: `demo-failed`. */
    start,
    /** Ends, and with it all that was under way. */
    stop,
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
    roomOf: roomFor,
    /** Forgets the clients of a server that is gone. */
    forget: (server: LiveServer) => rooms.delete(server.uuid),
    isUp: () => up,
    /** The address at which the server's backups are downloaded. */
    addressOf: (server: LiveServer) => `http://127.0.0.1:${hostOf(server).port()}`,
    /** Sends an event to all clients of the server's console. */
    tell: (server: LiveServer, message: Message) => rooms.get(server.uuid)?.tell(message),
  }
}
