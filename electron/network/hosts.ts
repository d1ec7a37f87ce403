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
