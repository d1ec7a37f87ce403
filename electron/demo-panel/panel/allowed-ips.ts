import { BlockList, isIP } from 'node:net'

type AllowedIps =
  | { readonly ok: true; readonly entries: readonly string[] }
  | { readonly ok: false; readonly line: number; readonly message: string }

export const maxAllowedIps = 50

/** Reads the field *Allowed IPs*: one address or CIDR range per line, blank lines left out. */
export function parseAllowedIps(text: string): AllowedIps {
  const entries: string[] = []
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const entry = raw.trim()
    if (entry === '') continue
    const line = index + 1
    if (rangeOf(entry) === null) {
      const shown = entry.length > 60 ? `${entry.slice(0, 59)}…` : entry
      return { ok: false, line, message: `Line ${line} of Allowed IPs is not an IP address or CIDR range: ${shown}` }
    }
    if (!entries.includes(entry)) entries.push(entry)
    if (entries.length > maxAllowedIps) {
      return { ok: false, line, message: `Allowed IPs holds at most ${maxAllowedIps} lines.` }
    }
  }
  return { ok: true, entries }
}

/**
 * True when `remote` is on the list, or the list is blank. IPv4 addresses mapped into IPv6 equal the
 * plain ones, and the forms of this computer (127.0.0.1, ::1, ::ffff:127.0.0.1) equal each other.
 */
export function isAllowed(entries: readonly string[], remote: string): boolean {
  if (entries.length === 0) return true
  const ranges = entries.map(rangeOf)
  const loopback = ['127.0.0.1', '::1']
  const forms = loopback.some((one) => isIn(rangeOf(one), remote)) ? loopback : [remote]
  return ranges.some((range) => forms.some((form) => isIn(range, form)))
}

type Range = { readonly base: string; readonly bits: number; readonly family: 'ipv4' | 'ipv6' }

/** The version of an address, without a zone; null for any other text. */
function familyOf(address: string): Range['family'] | null {
  const version = address.includes('%') ? 0 : isIP(address)
  return version === 0 ? null : version === 4 ? 'ipv4' : 'ipv6'
}

/** A plain IPv4 address for one that is mapped into IPv6. */
const unmapped = (address: string): string => address.replace(/^::ffff:(?=[\d.]+$)/i, '')

function rangeOf(text: string): Range | null {
  const [written = '', prefix, ...more] = text.split('/')
  const base = unmapped(written)
  const family = familyOf(base)
  if (family === null || more.length > 0) return null
  const width = family === 'ipv4' ? 32 : 128
  if (prefix === undefined) return { base, bits: width, family }
  if (!/^\d{1,3}$/.test(prefix)) return null
  const bits = Number(prefix) - (base === written ? 0 : 96)
  return bits >= 0 && bits <= width ? { base, bits, family } : null
}

function isIn(range: Range | null, remote: string): boolean {
  const address = unmapped(remote)
  const family = familyOf(address)
  if (range === null || family !== range.family) return false
  const list = new BlockList()
  list.addSubnet(range.base, range.bits, family)
  return list.check(address, family)
}
