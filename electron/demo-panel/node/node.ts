import type { WebSocket } from 'ws'
import { ok, type Result } from '../../../shared/result.ts'
import type { Clock } from '../../lib/clock.ts'
import { daemonLine } from '../machine/console-text.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { consolePermissions } from '../operations/panel-permissions.ts'
import type { ConsoleAccess } from '../operations/websocket.ts'
import type { StoredKey } from '../panel/api-keys.ts'
import type { Fleet } from '../panel/fleet.ts'
import { type Claims, holds } from './claims.ts'
import type { Message } from './frames.ts'
import { createHost, type Host } from './host.ts'
import { type NodeOptions, settingsOf } from './options.ts'
import { createRoom, type Room } from './room.ts'
import { createTokenLimit } from './token-limit.ts'
import { createTokens } from './tokens.ts'

export type { NodeOptions } from './options.ts'

/**
 * The part of the demo panel that runs servers, with what tests and the app can make happen. Unknown servers are
 * ignored.
 */
export type DemoNode = {
  /** Puts lines on the server's console as if the game had printed them: any text. */
  print(identifier: string, lines: readonly string[]): void
  /** Cuts the sockets of one server, or of all, without a close frame. */
  cutConnections(identifier?: string): void
  /** Restarts the node: cuts all sockets, denies every token issued so far, and ends backups and restores. */
  restart(): void
  /** Denies every token issued for the server so far, as when the account's rights change. Sockets stay open. */
  revoke(identifier: string): void
  /** Makes the node unreachable, while the panel still gives credentials; ends backups and restores. */
  stop(): Promise<void>
  /** Makes it reachable again, at the same address when that is still free. Error: `demo-failed`. */
  start(): Promise<Result<void>>
  /**
   * Transfers the server: its sockets hear of it and are closed (1001, no reason), it gets another port, and the old
   * address answers 404. A second transfer brings it back. Error: `demo-failed`.
   */
  move(identifier: string): Promise<Result<void>>
  /** Starts a transfer that fails: the server and its sockets stay. */
  failMove(identifier: string): void
  /** Begins an installation, which ends the server's process at once, or ends the installation. */
  setInstalling(identifier: string, installing: boolean): void
  /** Deletes the server: its sockets hear `deleted` and are closed (1001). */
  remove(identifier: string): void
  /** Suspends the server, which kills it, or lifts the suspension. */
  setSuspended(identifier: string, suspended: boolean): void
  /** How many sockets are open. */
  sockets(identifier: string): number
  /** How many console tokens were issued for the server. */
  tokensIssued(identifier: string): number
  /** Sends a text frame as it is to every socket of the server; bytes need not be UTF-8. */
  send(identifier: string, frame: string | Uint8Array): void
  /** The last 500 messages that came in for the server, oldest first, throttled ones too; tokens left out. */
  received(identifier: string): readonly Message[]
  /** Sets the limit on tokens of each server in a minute; null for no limit. */
  setTokenLimit(tokensPerMinute: number | null): void
}

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
  readonly rightsOf: (key: StoredKey) => readonly string[]
  /** The node ended, and with it all that was under way. */
  readonly onEnd: () => void
  /** The node is there again. */
  readonly onBoot: () => void
  readonly log: (line: string) => void
}

const usualTokensPerMinute = 5
/** Events at an installation (wings, `server/install.go`); only administrators see its output. */
const installBegins: readonly Message[] = [
  { event: 'install started', args: [''] },
  { event: 'daemon message', args: ['Starting installation process, this could take a few minutes...'] },
  { event: 'install output', args: ['Downloading the server files'] },
]
const installEnds: readonly Message[] = [
  { event: 'daemon message', args: ['Installation process completed.'] },
  { event: 'install completed', args: [''] },
]
const transferring = 'Streaming archive to destination...'

/** The node's side of the panel: who may connect to a server's console, and what goes over the socket. */
export function createNode(deps: Deps) {
  const { clock, fleet, panelOrigin, keyBehind, rightsOf, log } = deps
  const settings = settingsOf(deps.options)
  const newer = settings.generation === '1.12'
  const now = () => clock.now()
  const tokens = createTokens({ now, lifetimeMs: deps.consoleTokenMs })
  const { tokensPerMinute = newer ? usualTokensPerMinute : null } = deps
  const tokenLimit = createTokenLimit(now, tokensPerMinute)
  const rooms = new Map<string, Room>()
  const home = newHost()
  /** The second address, for servers that were transferred; created when first needed. */
  let away: Host | null = null
  const moved = new Set<string>()
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

  const hostOf = (server: LiveServer): Host => (moved.has(server.uuid) && away !== null ? away : home)

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

  const roomAt = (identifier: string): Room | null => {
    const server = fleet.find(identifier)
    return server === null ? null : roomFor(server)
  }

  function isGranted(claims: Claims, remote: string): boolean {
    const keyId = tokens.keyOf(claims)
    const key = keyId === null ? null : keyBehind(keyId, claims.server_uuid, remote)
    if (key === null) return false
    const held = consolePermissions(rightsOf(key), settings.isAdministrator)
    return claims.permissions.every((permission) => holds(held, permission))
  }

  function admit(room: Room, socket: WebSocket, remote: string) {
    room.join(socket, remote)
    if (newer && room.server.conflict() === 'suspended') room.end(4409, 'server is suspended')
  }

  function cutAll() {
    for (const room of rooms.values()) room.end(null)
  }

  async function start(): Promise<Result<void>> {
    up = true
    const started = await home.start()
    deps.onBoot()
    return started.ok && away !== null ? away.start() : started
  }

  async function stop() {
    up = false
    deps.onEnd()
    cutAll()
    await Promise.all([home.stop(), away?.stop()])
  }

  async function move(identifier: string): Promise<Result<void>> {
    const server = fleet.find(identifier)
    if (server === null) return ok()
    const room = roomFor(server)
    beginTransfer(room)
    away ??= newHost()
    const listening = up ? await away.start() : ok()
    room.tell({ event: 'transfer status', args: [listening.ok ? 'completed' : 'failed'] })
    if (!listening.ok) return listening
    if (!moved.delete(server.uuid)) moved.add(server.uuid)
    room.end(1001)
    return ok()
  }

  function beginTransfer(room: Room) {
    room.tell({ event: 'transfer status', args: ['pending'] })
    room.tell({ event: 'transfer status', args: ['processing'] })
    room.tell({ event: 'transfer logs', args: [daemonLine(transferring)] })
  }

  const access: ConsoleAccess = {
    takeRate: (server) => tokenLimit.take(server.uuid),
    credentials(key, server) {
      const address = `127.0.0.1:${hostOf(server).port()}`
      const token = tokens.issue({
        keyId: key.id,
        serverUuid: server.uuid,
        permissions: consolePermissions(rightsOf(key), settings.isAdministrator),
        issuer: panelOrigin() ?? '',
        audience: `http://${address}`,
      })
      return { token, socket: `ws://${address}/api/servers/${server.uuid}/ws` }
    },
  }

  const controls: DemoNode = {
    print: (identifier, lines) => fleet.find(identifier)?.print(lines),
    cutConnections(identifier) {
      if (identifier === undefined) cutAll()
      else roomAt(identifier)?.end(null)
    },
    restart() {
      deps.onEnd()
      cutAll()
      tokens.boot()
      deps.onBoot()
    },
    revoke(identifier) {
      const server = fleet.find(identifier)
      if (server !== null) tokens.deny(server.uuid)
    },
    stop,
    start,
    move,
    failMove(identifier) {
      const room = roomAt(identifier)
      if (room === null) return
      beginTransfer(room)
      room.tell({ event: 'transfer status', args: ['failure'] })
    },
    setInstalling(identifier, installing) {
      const room = roomAt(identifier)
      if (room === null) return
      room.server.setInstalling(installing)
      for (const message of installing ? installBegins : installEnds) room.tell(message)
    },
    remove(identifier) {
      const server = fleet.find(identifier)
      if (server === null) return
      const room = roomFor(server)
      room.tell({ event: 'deleted', args: ['null'] })
      room.end(1001, 'server deleted')
      rooms.delete(server.uuid)
      fleet.remove(server)
    },
    setSuspended(identifier, suspended) {
      const server = fleet.find(identifier)
      server?.setSuspended(suspended)
      if (newer && suspended) roomAt(identifier)?.end(4409, 'server is suspended')
    },
    sockets: (identifier) => roomAt(identifier)?.size() ?? 0,
    tokensIssued: (identifier) => tokens.count(fleet.find(identifier)?.uuid ?? ''),
    send: (identifier, frame) => roomAt(identifier)?.send(frame),
    received: (identifier) => roomAt(identifier)?.received() ?? [],
    setTokenLimit: tokenLimit.adjust,
  }

  /** Ends the connections whose API key no longer allows them: after every change of the keys. */
  function recheck() {
    for (const room of rooms.values()) room.recheck()
  }

  return {
    controls,
    access,
    recheck,
    isUp: () => up,
    /** The address at which the server's backups are downloaded. */
    addressOf: (server: LiveServer) => `http://127.0.0.1:${hostOf(server).port()}`,
    /** Sends an event to all clients of the server's console. */
    tell: (server: LiveServer, message: Message) => rooms.get(server.uuid)?.tell(message),
  }
}
