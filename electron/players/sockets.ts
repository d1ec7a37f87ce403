import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { connect, type Socket as TcpSocket } from 'node:net'

/**
 * The only way out of this area: every connection and packet to a game goes through these.
 * @property connectTcp begins a connection to a literal address
 * @property createUdp a socket that is not bound yet, for one query
 * @property lookup all addresses of a name; throws where it has none
 */
export type Sockets = {
  connectTcp(address: string, port: number): TcpSocket
  createUdp(family: 4 | 6): UdpSocket
  lookup(name: string): Promise<readonly string[]>
}

/** The system's own, past any proxy. */
export const systemSockets: Sockets = {
  connectTcp: (host, port) => connect({ host, port, noDelay: true }),
  createUdp: (family) => createSocket(family === 4 ? 'udp4' : 'udp6'),
  async lookup(name) {
    const found = await lookup(name, { all: true })
    return found.map(({ address }) => address)
  },
}
