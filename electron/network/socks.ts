import type { Socket } from 'node:net'
import { proxyFailure } from './connection-failure.ts'
import type { Route } from './proxy.ts'

/** The longest name that SOCKS can carry, in characters. */
const maxHostLength = 255

/**
 * Asks a SOCKS5 proxy for a way to the target, over a connection to the proxy that is open. The proxy looks up
 * the target's name. Throws a `ConnectionFailure`, without the library's words, which carry the password.
 * @param place the proxy's host and port, to be shown
 */
export async function askSocks(
  socket: Socket,
  { host, port, login }: Extract<Route, { kind: 'socks5' }>,
  target: { readonly host: string; readonly port: number },
  place: string,
  signal: AbortSignal,
): Promise<void> {
  const refused = proxyFailure(
    `The proxy ${place} did not connect to the panel, so nothing was sent.`,
    'Check the panel address, and whether the proxy may reach it or asks for a name and password.',
  )
  const giveUp = () => socket.destroy()
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    if (target.host.length > maxHostLength) throw refused
    const { SocksClient } = await import('socks')
    await SocksClient.createConnection({
      command: 'connect',
      proxy: { type: 5, host, port, ...(login !== null && { userId: login.name, password: login.password }) },
      destination: { host: target.host, port: target.port },
      existing_socket: socket,
    })
  } catch {
    socket.destroy()
    throw refused
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}
