import { isIP } from 'node:net'
import type { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { withPort } from '../../shared/model/host-port.ts'
import type { Clock } from '../lib/clock.ts'
import { late, withTimeout } from '../lib/time-limit.ts'
import { hostOf, isInside, literalOf } from '../network/host-text.ts'
import { depthOf, reachOf } from '../network/hosts.ts'
import type { Allocation, GameDetails } from '../panel/game-details.ts'
import { isQueryPort } from './games.ts'

/**
 * What decides which addresses may be asked.
 * @property panelHost the panel's host, as in its address
 * @property nodeName the name or address of the server's machine (`sftp_details.ip`)
 * @property ownNetworks the networks that this computer is in, as `address/bits`
 * @property isWeb true for what is asked by a web request, which devices of an own network take for one of theirs: as its
 * console, a panel of the world may send that nowhere inside
 */
export type Around = {
  readonly panelHost: string
  readonly nodeName: string | null
  readonly ownNetworks: readonly string[]
  readonly isWeb?: boolean
}

/** A place that was not checked yet: a host name or an address. */
export type HostPort = { readonly host: string; readonly port: number }

/** What may be asked. `host`: as a player types it; `address`: the checked address to connect to, and no other. */
export type Target = HostPort & { readonly address: string; readonly family: 4 | 6 }

/** Longest wait for the look-up of a name, in milliseconds. */
const lookupMs = 3_000
/** Maximum number of places that are tried for a server, and of those that are not named by an alias. */
const most = { places: 8, own: 6 } as const

/** The networks of this computer, without its loopback. @param interfaces as `os.networkInterfaces()` gives them */
export function networksOf(interfaces: ReturnType<typeof networkInterfaces>): string[] {
  return Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .flatMap(({ internal, cidr }) => (internal || cidr === null ? [] : [cidr]))
}

/** What of IPv6 is given out to computers of the world; below and above it are old ways to write IPv4, and nothing yet. */
const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3')

const isPublic = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
  address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(...globalIpv6))

/** Smallest IPv4 network, in bits, that has an address for all of its computers. */
const sharedBits = 30

/** True for the first and the last address of an IPv4 network, which stand for all computers in it. */
function isForAll(address: ipaddr.IPv4 | ipaddr.IPv6, cidr: string, bits: number): boolean {
  if (address.kind() !== 'ipv4' || bits > sharedBits) return false
  const ends = [ipaddr.IPv4.networkAddressFromCIDR(cidr), ipaddr.IPv4.broadcastAddressFromCIDR(cidr)]
  return ends.some((end) => end.toString() === address.toString())
}

function isInOwn(address: ipaddr.IPv4 | ipaddr.IPv6, ownNetworks: readonly string[]): boolean {
  return ownNetworks.some((cidr) => {
    if (!ipaddr.isValidCIDR(cidr)) return false
    const [network, bits] = ipaddr.parseCIDR(cidr)
    return network.kind() === address.kind() && address.match(network, bits) && !isForAll(address, cidr, bits)
  })
}

/**
 * Whether a literal address may be asked: a public one; a private one in a network of this computer's; loopback where the
 * panel itself is on it. Nothing that stands for several or for no computer.
 */
export function isAskable(text: string, { panelHost, ownNetworks, isWeb = false }: Around): boolean {
  const address = literalOf(text)
  if (address === null) return false
  const range = address.range()
  if (isPublic(address)) return true
  if (range === 'loopback') return reachOf(panelHost) === 'loopback'
  if (isWeb && depthOf(panelHost) === 'public') return false
  return isInside(address) && isInOwn(address, ownNetworks)
}

const isWildcard = (host: string) => literalOf(host)?.range() === 'unspecified'

/**
 * The ports at which a server's game may answer, likeliest first: what a variable names, the first one, the one above it,
 * then all others. Those that are no allocations of the server are for `placesOf` to leave out.
 */
export function portsOf({ allocations, variables }: Pick<GameDetails, 'allocations' | 'variables'>): readonly number[] {
  const named = Object.entries(variables).flatMap(([name, value]) => (isQueryPort(name) ? [Number(value)] : []))
  const ports = allocations.map(({ port }) => port)
  const first = allocations.filter(({ isDefault }) => isDefault).flatMap(({ port }) => [port, port + 1])
  return [...new Set([...named, ...first, ...ports])]
}

/**
 * Where a server's game may be asked, likeliest first, its aliases last: only at allocations of the server, those with
 * the address of the first one before others of the same port; literal addresses only where they may be asked. Nothing was
 * looked up yet.
 * @param ports the wanted ports, likeliest first (`portsOf`, or the one that a person chose)
 */
export function placesOf(allocations: readonly Allocation[], ports: readonly number[], around: Around): HostPort[] {
  const first = allocations.find(({ isDefault }) => isDefault)
  const wanted = ports.flatMap((port) => {
    const fitting = allocations.filter((allocation) => allocation.port === port)
    return [...fitting.filter(({ ip }) => ip === first?.ip), ...fitting.filter(({ ip }) => ip !== first?.ip)]
  })
  const mayBe = (host: string) => isIP(host) === 0 || isAskable(host, around)
  const placesAt = (hostFor: (allocation: Allocation) => string | null | undefined) =>
    wanted.flatMap((allocation) => {
      const host = hostFor(allocation)
      return host && mayBe(host) ? [{ host, port: allocation.port }] : []
    })
  const own = placesAt(({ ip }) => (isWildcard(ip) ? hostOf(around.nodeName ?? '') : literalOf(ip)?.toString()))
  const aliased = placesAt(({ alias }) => hostOf(alias ?? ''))
  const all = [...own.slice(0, most.own), ...aliased].map((place) => [addressText(place), place] as const)
  return [...new Map(all).values()].slice(0, most.places)
}

/** A place as people write it: `203.0.113.7:25565`. */
export const addressText = ({ host, port }: HostPort): string => withPort(host, port)

/** What a look-up needs. `lookup` gives all addresses of a name, or throws. */
export type LookupDeps = {
  readonly lookup: (name: string) => Promise<readonly string[]>
  readonly clock: Clock
  readonly signal?: AbortSignal | undefined
}

/** The addresses of a host; none where it has none, or they do not come in time. */
async function addressesOf(host: string, { lookup, clock, signal }: LookupDeps): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host]
  const looking = lookup(host).catch(() => [])
  const addresses = await withTimeout(clock, lookupMs, looking, signal)
  return addresses === late ? [] : addresses
}

/**
 * Looks up a place that is a name, and leaves of its addresses only one that may be asked: IPv4 first, since machines of
 * game servers seldom answer at another. Null where there is none.
 */
export async function targetOf({ host, port }: HostPort, around: Around, deps: LookupDeps): Promise<Target | null> {
  const askable = (await addressesOf(host, deps)).filter((address) => isAskable(address, around))
  const address = literalOf(askable.find((text) => literalOf(text)?.kind() === 'ipv4') ?? askable[0] ?? '')
  if (address === null) return null
  return { host, port, address: address.toString(), family: address.kind() === 'ipv4' ? 4 : 6 }
}
