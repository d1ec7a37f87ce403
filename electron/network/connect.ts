import { request } from 'node:http'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls'
import type { Fingerprint } from '../../shared/certificate-schema.ts'
import { appError } from '../../shared/errors.ts'
import type { Clock } from '../lib/clock.ts'
import { late, orGivenUp } from '../lib/time-limit.ts'
import type { Authorities } from './authorities.ts'
import { ConnectionFailure, proxyFailure } from './connection-failure.ts'
import { wordsOfHandshake } from './handshake-failure.ts'
import { reachOf } from './hosts.ts'
import { isLocalNetworkRefused } from './local-network.ts'
import type { Route } from './proxy.ts'
import { askSocks } from './socks.ts'
import { lacksAuthority, verify } from './verify.ts'

/** Where a connection leads. `host` is bare: IPv6 without brackets. */
export type Target = { readonly protocol: 'http:' | 'https:'; readonly host: string; readonly port: number }

/** A route over which no connection is open after this time is given up, in milliseconds. */
export const connectTimeoutMs = 10_000

/** What decides who is believed, and when and how a connection is given up. */
type Circumstances = {
  readonly authorities: Authorities
  readonly clock: Clock
  readonly platform: NodeJS.Platform
  readonly signal: AbortSignal
}

type Proxy = Extract<Route, { kind: 'http' | 'https' }>
type SocksProxy = Extract<Route, { kind: 'socks5' }>

const bracketed = (host: string) => (isIP(host) === 6 ? `[${host}]` : host)
const placeOf = ({ host, port }: { host: string; port: number }) => `${bracketed(host)}:${port}`

const timedOut = () => Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })

/** Resolves when `event` comes; destroys the socket and throws what goes wrong before. */
function once(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (failure: unknown) => {
      socket.destroy()
      reject(failure)
    }
    const onAbort = () => end(timedOut())
    const onClose = () => end(Object.assign(new Error('closed before it was open'), { code: 'ECONNRESET' }))
    signal.addEventListener('abort', onAbort, { once: true })
    // Stays on, so that an error between here and whoever takes the socket over is not one nobody hears.
    socket.on('error', () => undefined)
    socket.once('error', end).once('close', onClose)
    socket.once(event, () => {
      signal.removeEventListener('abort', onAbort)
      socket.off('error', end).off('close', onClose)
      resolve()
    })
  })
}

async function openTcp(place: { host: string; port: number }, signal: AbortSignal): Promise<Socket> {
  const socket = connectTcp({ host: place.host, port: place.port, noDelay: true, keepAlive: true })
  await once(socket, 'connect', signal)
  return socket
}

/** What travels readable goes through no proxy outside the private network. */
function guardReadable(proxy: Proxy | SocksProxy, target: Target): void {
  if (target.protocol !== 'http:' || reachOf(proxy.host) !== 'public') return
  throw proxyFailure(
    `The token would travel readable through the proxy ${placeOf(proxy)}, so nothing was sent.`,
    'Use https, or except the panel’s address from the proxy in the system’s network settings.',
  )
}

const unreachable = (place: string) => proxyFailure(`The proxy ${place} cannot be reached, so nothing was sent.`)

/** A connection to a proxy, over TLS where that is its kind. */
async function reachProxy(proxy: Proxy, place: string, circumstances: Circumstances): Promise<Socket> {
  try {
    const open = () => openTcp(proxy, circumstances.signal)
    return await (proxy.kind === 'https' ? openTls(proxy.host, open, null, circumstances) : open())
  } catch (thrown) {
    const isRefused = thrown instanceof ConnectionFailure && thrown.error.code === 'certificate-refused'
    if (!isRefused) throw unreachable(place)
    throw proxyFailure(
      `The certificate of the proxy ${place} could not be verified, so nothing was sent.`,
      'Add its authority to the certificates that your system trusts.',
    )
  }
}

/** A tunnel through a proxy. Of the request only the target's host and port are told to it. */
async function openTunnel(proxy: Proxy, target: Target, circumstances: Circumstances): Promise<Socket> {
  guardReadable(proxy, target)
  const place = placeOf(proxy)
  const authority = placeOf(target)
  const reached = await reachProxy(proxy, place, circumstances)
  return new Promise((resolve, reject) => {
    const asked = request({
      createConnection: () => reached,
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...(proxy.authorization !== null && { 'proxy-authorization': proxy.authorization }) },
      signal: circumstances.signal,
    })
    asked.once('connect', (response, socket, head) => {
      const status = response.statusCode ?? 0
      if (status >= 200 && status < 300 && head.length === 0) return resolve(socket as Socket)
      socket.destroy()
      reject(refusalOf(status, place))
    })
    // A proxy may answer a CONNECT it does not take like any other request.
    asked.once('response', (response) => {
      response.destroy()
      reject(refusalOf(response.statusCode ?? 0, place))
    })
    asked.once('error', () => reject(unreachable(place)))
    asked.end()
  })
}

function refusalOf(status: number, place: string): ConnectionFailure {
  if (status === 407) {
    return proxyFailure(
      `The proxy ${place} asks for a name and password, so nothing was sent.`,
      'Ask whoever runs the proxy to let this app through without.',
    )
  }
  return proxyFailure(
    `The proxy ${place} did not connect to the panel (status ${status}), so nothing was sent.`,
    'Check the panel address, and whether the proxy may reach it.',
  )
}

/** The same through a SOCKS5 proxy. */
async function openSocks(proxy: SocksProxy, target: Target, signal: AbortSignal): Promise<Socket> {
  guardReadable(proxy, target)
  const place = placeOf(proxy)
  const socket = await openTcp(proxy, signal).catch(() => {
    throw unreachable(place)
  })
  await askSocks(socket, proxy, target, place, signal)
  return socket
}

/** One handshake. Gives the socket, ready to send on, or why the other side is not believed. */
async function shakeHands(
  host: string,
  underlying: Socket,
  context: SecureContext | null,
  trusted: Fingerprint | null,
  { clock, signal }: Circumstances,
): Promise<TLSSocket | ConnectionFailure> {
  const socket = connectTls({
    socket: underlying,
    host,
    ...(isIP(host) === 0 && { servername: host }),
    ...(context !== null && { secureContext: context }),
    ALPNProtocols: ['http/1.1'],
    // Everybody is let in as far as `verify`, which says who may stay and why the rest may not. No session is
    // taken up again, so every connection shows its certificate.
    rejectUnauthorized: false,
  })
  try {
    await once(socket, 'secureConnect', signal)
  } catch (thrown) {
    const words = wordsOfHandshake(thrown)
    throw words === null ? thrown : new ConnectionFailure(appError('tls-failed', words))
  }
  const failure = verify(socket, host, trusted, clock.now())
  if (failure === null) return socket
  socket.destroy()
  return failure
}

/**
 * TLS over what `open` opens, once more with the system's own authorities where those that are known so far were not
 * enough: nothing has been sent by then.
 */
async function openTls(
  host: string,
  open: () => Promise<Socket>,
  trusted: Fingerprint | null,
  circumstances: Circumstances,
): Promise<TLSSocket> {
  const { authorities, signal } = circumstances
  let context = authorities.known()
  for (;;) {
    const outcome = await shakeHands(host, await open(), context, trusted, circumstances)
    if (!(outcome instanceof ConnectionFailure)) return outcome
    if (!lacksAuthority(outcome)) throw outcome
    const more = await orGivenUp(authorities.more(context), signal)
    if (more === late) throw timedOut()
    if (more === null) throw outcome
    context = more
  }
}

/** `localhost` is a name, too: whoever answers the look-up must not take a readable token off this computer. */
function guardLocalhost(target: Target, socket: Socket): void {
  if (target.protocol !== 'http:' || target.host !== 'localhost') return
  if (reachOf(socket.remoteAddress ?? '') === 'loopback') return
  socket.destroy()
  throw new ConnectionFailure(appError('insecure-address', { message: 'localhost does not lead to this computer.' }))
}

async function openDirect(target: Target, { signal, platform }: Circumstances): Promise<Socket> {
  try {
    const socket = await openTcp(target, signal)
    guardLocalhost(target, socket)
    return socket
  } catch (thrown) {
    throw isLocalNetworkRefused(thrown, platform) ? new ConnectionFailure(appError('local-network-refused')) : thrown
  }
}

async function openRoute(route: Route, target: Target, circumstances: Circumstances): Promise<Socket> {
  switch (route.kind) {
    case 'direct':
      return openDirect(target, circumstances)
    case 'unusable':
      throw proxyFailure(
        `The proxy ${route.name} is of a kind this app cannot use, so nothing was sent.`,
        'Use an HTTP, HTTPS or SOCKS5 proxy, or except the panel’s address in the system’s network settings.',
      )
    case 'http':
    case 'https':
      return openTunnel(route, target, circumstances)
    case 'socks5':
      return openSocks(route, target, circumstances.signal)
  }
}

/**
 * A connection to the target over the first route that works, ready to send on: tunnelled where there is a
 * proxy, and with a verified other side where there is TLS. A later route is tried only when a proxy failed, and
 * has its own time. Throws a `ConnectionFailure`, or what the system says.
 * @param trusted the one certificate to believe beside those of known authorities
 */
export async function openConnection(
  options: {
    readonly target: Target
    readonly routes: readonly Route[]
    readonly trusted: Fingerprint | null
  } & Omit<Circumstances, 'signal'>,
): Promise<Socket> {
  const { target, routes, trusted, ...rest } = options
  let failure: unknown = proxyFailure('No way to the panel is set up on this computer, so nothing was sent.')
  for (const route of routes) {
    const timeout = new AbortController()
    const cancel = rest.clock.after(connectTimeoutMs, () => timeout.abort())
    const circumstances = { ...rest, signal: timeout.signal }
    try {
      const open = () => openRoute(route, target, circumstances)
      return await (target.protocol === 'https:' ? openTls(target.host, open, trusted, circumstances) : open())
    } catch (thrown) {
      failure = thrown
      if (!(thrown instanceof ConnectionFailure) || thrown.error.code !== 'proxy-failed') break
    } finally {
      cancel()
    }
  }
  throw failure
}
