import type { WebSocket } from 'ws'
import type { Result } from '../../../shared/result.ts'
import type { Clock } from '../../lib/clock.ts'
import type { ConsoleAccess } from '../areas/websocket.ts'
import { createRateLimits } from '../http/rate-limit.ts'
import type { LiveServer } from '../machine/live-server.ts'
import type { StoredKey } from '../panel/api-keys.ts'
import type { Fleet } from '../panel/fleet.ts'
import { type Claims, holds } from './claims.ts'
import type { Message } from './frames.ts'
import { createHost, type Host } from './host.ts'
import { type NodeOptions, settingsOf } from './options.ts'
import { createRoom, type Room } from './room.ts'
import { createTokens } from './tokens.ts'

export type { NodeOptions } from './options.ts'

type Deps = {
  readonly clock: Clock
  readonly fleet: Fleet
  readonly panelOrigin: () => string | null
  readonly options: NodeOptions
  readonly consoleTokenMs: number
  /** Null for no limit; left out for the default of the generation. */
  readonly tokensPerMinute: number | null | undefined
  readonly record: (
    server: LiveServer,
    event: string,
    remote: string,
    properties: Readonly<Record<string, unknown>>,
  ) => void
  /** The API key that a token was given to, while it may still use the server from this address; else null. */
  readonly keyBehind: (keyId: string, serverUuid: string, remote: string) => StoredKey | null
  readonly backup: Parameters<typeof createHost>[0]['backup']
  /** What a key may do on a server, in the panel's own names. */
  readonly rightsOf: (key: StoredKey, server: LiveServer) => readonly string[]
  /** The node ended, and with it all that was under way. */
  readonly onEnd: () => void
  /** The node is there again. */
  readonly onBoot: () => void
  readonly log: (line: string) => void
}

const usualTokensPerMinute = 5
/** The node's side of the panel: who may connect to a server's console, and what goes over the socket. */
export function createNode(deps: Deps) {
  const { clock, fleet, panelOrigin, keyBehind, rightsOf, log } = deps
  const settings = settingsOf(deps.options)
  const newer = settings.generation === '1.12'
  const now = () => clock.now()
  const tokens = createTokens({ now, lifetimeMs: deps.consoleTokenMs })
  const { tokensPerMinute = newer ? usualTokensPerMinute : null } = deps
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
      maxSockets: settings.maxSocketsPerServer,
      roomOf(uuid) {
        const server = fleet.list().find((one) => one.uuid === uuid)
        return server !== undefined && hostOf(server) === host ? roomFor(server) : null
      },
      backup: deps.backup,
      admit,
      log,
    })
    return host
  }

  const hostOf = (server: LiveServer): Host => elsewhere.get(server.uuid) ?? home

  function roomFor(server: LiveServer): Room {
    const found = rooms.get(server.uuid)
    if (found !== undefined) return found
    const room = createRoom({
      clock,
      server,
      tokens,
      settings,
      isGranted,
      record: (event, remote, properties) => deps.record(server, event, remote, properties),
    })
    rooms.set(server.uuid, room)
    return room
  }

  function isGranted(claims: Claims, remote: string): boolean {
    const keyId = tokens.keyOf(claims)
    const key = keyId === null ? null : keyBehind(keyId, claims.server_uuid, remote)
    const server = fleet.find(claims.server_uuid)
    if (key === null || server === null) return false
    const held = rightsOf(key, server)
    return claims.permissions.every((permission) => holds(held, permission))
  }

  function admit(room: Room, socket: WebSocket, remote: string) {
    room.join(socket, remote)
    dropSuspended(room)
  }

  /** Newer nodes let nobody stay with a suspended server. */
  function dropSuspended(room: Room) {
    if (newer && room.server.conflict() === 'suspended') room.end(4409, 'server is suspended')
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

  const access: ConsoleAccess = {
    takeRate: (server) => tokenLimits?.take(server.uuid, now()) ?? { passed: true, headers: {} },
    credentials(key, server) {
      const address = `127.0.0.1:${hostOf(server).port()}`
      const token = tokens.issue({
        keyId: key.id,
        serverUuid: server.uuid,
        permissions: rightsOf(key, server),
        issuer: panelOrigin() ?? '',
        audience: `http://${address}`,
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
    dropSuspended,
    /** Another address of the node, for servers that are transferred to it. */
    newHost,
    elsewhere,
    roomOf: roomFor,
    /** Forgets the clients of a server that is gone. */
    forget: (server: LiveServer) => rooms.delete(server.uuid),
    tokens,
    isUp: () => up,
    /** The address at which the server's backups are downloaded. */
    addressOf: (server: LiveServer) => `http://127.0.0.1:${hostOf(server).port()}`,
    /** Sends an event to all clients of the server's console. */
    tell: (server: LiveServer, message: Message) => rooms.get(server.uuid)?.tell(message),
  }
}
