import ipaddr from 'ipaddr.js'

/** Address ranges in which plain http stays on this computer or in a private network. */
const privateRanges: ReadonlySet<string> = new Set(['private', 'uniqueLocal', 'linkLocal'])

/**
 * Where plain http to a host would go: `loopback`, `private` network, or `public`. Only literal addresses
 * count as private, and of names only `localhost` as loopback: what any other name means is decided by
 * whoever answers the look-up.
 * @param hostname as in a URL (IPv6 in brackets) or bare
 */
export function reachOf(hostname: string): 'loopback' | 'private' | 'public' {
  if (hostname === 'localhost') return 'loopback'
  const address = hostname.replace(/^\[|\]$/g, '')
  if (!ipaddr.isValid(address)) return 'public'
  const range = ipaddr.process(address).range()
  if (range === 'loopback') return 'loopback'
  return privateRanges.has(range) ? 'private' : 'public'
}

/**
 * Names that lead nowhere outside a private network: those without a dot, `local` (RFC 6762) and what is used for it
 * (its appendix G; `internal` is reserved for good since), and `home.arpa` (RFC 8375).
 */
const privateName = /(?:^|\.)(?:local|intranet|internal|private|corp|home|lan|home\.arpa)$|^[^.]+$/i

/**
 * How far inside a connection to a host could end: where `reachOf` calls `public` whatever is in doubt, this calls it
 * inside. Addresses for no single host of the world (shared, unspecified, translated …) and names that only private
 * networks know count as a private network's, and `0.0.0.0`, `::` and names below `localhost` as this computer, where
 * systems take them.
 * @param hostname as in a URL (IPv6 in brackets) or bare
 */
export function depthOf(hostname: string): 'loopback' | 'private' | 'public' {
  if (/(?:^|\.)localhost\.?$/i.test(hostname)) return 'loopback'
  const address = hostname.replace(/^\[|\]$/g, '')
  if (!ipaddr.isValid(address)) return privateName.test(address.replace(/\.$/, '')) ? 'private' : 'public'
  const range = ipaddr.process(address).range()
  if (range === 'loopback' || range === 'unspecified') return 'loopback'
  return range === 'unicast' ? 'public' : 'private'
}
