import ipaddr from 'ipaddr.js'
import { own } from '../../shared/own.ts'
import { decoded } from '../lib/decoded.ts'

/** What a proxy asks for. */
type Login = { readonly name: string; readonly password: string }

/** One way to a panel. `authorization` is the value of the proxy's header, where a name and password are known. */
export type Route =
  | { readonly kind: 'direct' }
  | {
      readonly kind: 'http' | 'https'
      /** Bare: IPv6 without brackets. */
      readonly host: string
      readonly port: number
      readonly authorization: string | null
    }
  | {
      readonly kind: 'socks5'
      /** Bare, as above. */
      readonly host: string
      readonly port: number
      readonly login: Login | null
    }
  /** A proxy that this app cannot use, as it was named and safe to show. */
  | { readonly kind: 'unusable'; readonly name: string }

export type Environment = Readonly<Record<string, string | undefined>>

const direct: Route = { kind: 'direct' }

/**
 * Foreign text as the name of a proxy: only characters of host names and addresses, and only what follows an `@`, since
 * name and password stand before it.
 */
function nameOf(text: string): string {
  const host = text.slice(text.lastIndexOf('@') + 1)
  return host.replace(/[^\w.:[\]-]/g, '').slice(0, 100) || 'without a name'
}

/** `host`, `host:port` or `[v6]:port`; null for anything else. */
function hostAndPort(text: string, defaultPort: number): { host: string; port: number } | null {
  const [, v6, name, digits] = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/i.exec(text) ?? []
  const host = v6 ?? name
  const port = digits === undefined ? defaultPort : Number(digits)
  if (host === undefined || (v6 !== undefined && !ipaddr.IPv6.isValid(v6)) || port < 1 || port > 65_535) return null
  return { host, port }
}

type ProxyKind = 'http' | 'https' | 'socks5'

const defaultPorts: Readonly<Record<ProxyKind, number>> = { http: 80, https: 443, socks5: 1080 }

/** The words of proxy lists. A bare `SOCKS` is of version 4, which leaves names to this computer and has no password. */
const kindsOfWords: Readonly<Record<string, ProxyKind>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS5: 'socks5',
}

/** The schemes of proxies in the environment. Names are always looked up by the proxy, as curl's `socks5h` has it. */
const kindsOfSchemes: Readonly<Record<string, ProxyKind>> = {
  'http:': 'http',
  'https:': 'https',
  'socks5:': 'socks5',
  'socks5h:': 'socks5',
}

function routeOfEntry(entry: string): Route {
  const [kind = '', place = '', ...more] = entry.split(/\s+/)
  const word = kind.toUpperCase()
  if (word === 'DIRECT' && place === '') return direct
  const proxyKind = own(kindsOfWords, word)
  const at = proxyKind === undefined ? null : hostAndPort(place, defaultPorts[proxyKind])
  if (proxyKind === undefined || at === null || more.length > 0) {
    return { kind: 'unusable', name: nameOf(entry.includes('@') ? entry : place || kind) }
  }
  return proxyKind === 'socks5'
    ? { kind: proxyKind, ...at, login: null }
    : { kind: proxyKind, ...at, authorization: null }
}

/**
 * The routes of a proxy list as automatic configuration scripts and Chromium give it, to be tried in order:
 * `PROXY a:3128; HTTPS b:443; DIRECT`. An empty list means no proxy; what cannot be used is never taken for
 * `DIRECT`.
 */
export function parseProxyList(list: string): readonly Route[] {
  const entries = list
    .slice(0, 10_000)
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  return entries.length === 0 ? [direct] : entries.map(routeOfEntry)
}

/** A proxy as the environment names it: a URL, or a host and port. */
function routeOfVariable(text: string): Route {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`)
  // Where no `@` tells a login from a host, a text that is no address may be a password as well.
  if (url === null || url.hostname === '') return { kind: 'unusable', name: nameOf(text.includes('@') ? text : '') }
  // A sign in a password that ends a host, unescaped: what looks like the host is the login.
  if (`${url.pathname}${url.search}${url.hash}`.includes('@')) return { kind: 'unusable', name: nameOf(text) }
  const kind = kindsOfSchemes[url.protocol]
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const login = url.username === '' ? null : { name: plain(url.username), password: plain(url.password) }
  if (kind === undefined) return { kind: 'unusable', name: nameOf(url.host) }
  const at = { host, port: url.port === '' ? defaultPorts[kind] : Number(url.port) }
  if (kind !== 'socks5') return { kind, ...at, authorization: login && basic(login) }
  const fits = login === null || [login.name, login.password].every(fitsSocks)
  return fits ? { kind, ...at, login } : { kind: 'unusable', name: nameOf(url.host) }
}

/** SOCKS sends name and password each after one byte that counts it (RFC 1929). */
const fitsSocks = (text: string) => text !== '' && Buffer.byteLength(text) <= 255

const basic = ({ name, password }: Login): string => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`

/** Percent signs that mean nothing stand for themselves. */
const plain = (text: string): string => decoded(text) ?? text

/** True when an entry of `NO_PROXY` (a name and all below it, an address, a network, `*`) takes in the host. */
function isExempt(entry: string, hostname: string, port: string): boolean {
  if (entry === '*') return true
  const address = hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValidCIDR(entry)) {
    const [network, bits] = ipaddr.parseCIDR(entry)
    const own = ipaddr.isValid(address) ? ipaddr.process(address) : null
    return own !== null && own.kind() === network.kind() && own.match(network, bits)
  }
  if (ipaddr.isValid(entry)) return ipaddr.isValid(address) && sameAddress(entry, address)
  const at = hostAndPort(entry.replace(/^\*?\./, ''), Number(port))
  if (at === null || at.port !== Number(port)) return false
  const name = at.host.toLowerCase()
  return address === name || (!ipaddr.isValid(address) && address.endsWith(`.${name}`))
}

const sameAddress = (a: string, b: string) => ipaddr.process(a).toString() === ipaddr.process(b).toString()

/**
 * The routes to an address as the environment wants them: `HTTPS_PROXY` or `HTTP_PROXY` by the address's
 * scheme, `ALL_PROXY` for either, none for what `NO_PROXY` lists. Small letters go first, as in curl.
 */
export function routesOfEnvironment(env: Environment, address: string): readonly Route[] {
  const url = new URL(address)
  const read = (name: string) => (env[name] || env[name.toUpperCase()] || '').trim()
  const proxy = read(url.protocol === 'https:' ? 'https_proxy' : 'http_proxy') || read('all_proxy')
  if (proxy === '') return [direct]
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  const exempt = read('no_proxy')
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
  return exempt.some((entry) => isExempt(entry.toLowerCase(), url.hostname, port)) ? [direct] : [routeOfVariable(proxy)]
}
