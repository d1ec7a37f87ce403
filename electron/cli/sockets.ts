import type { Clock } from '../lib/clock.ts'
import type { Network } from '../network/network.ts'
import { type ConsoleListener, type ConsoleSocket, openConsoleSocket } from '../panel/console-socket.ts'
import { placeOfConsole } from '../panel/machine-address.ts'
import type { Access } from './access.ts'

/** What the sockets of consoles need. */
export type SocketDeps = { readonly network: Network; readonly userAgent: string }

/** Opens the WebSocket of a server's console, of a panel that one of the keys is for. */
export type OpenSocket = (baseUrl: string, address: URL, listener: ConsoleListener) => ConsoleSocket

/** Opens sockets by the panels' routes and the certificates that are trusted for them. */
export function socketsFor(accesses: readonly Access[], clock: Clock, { network, userAgent }: SocketDeps): OpenSocket {
  const fingerprints = new Map(accesses.map(({ baseUrl, access }) => [baseUrl, access.fingerprint]))
  return (baseUrl, address, listener) => {
    const connect = network.connectFor({ baseUrl, fingerprint: () => fingerprints.get(baseUrl) ?? null })
    const { origin } = new URL(baseUrl)
    const open = { address, origin, userAgent, clock, connect: () => connect(placeOfConsole(address)) }
    return openConsoleSocket(open, listener)
  }
}
