import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = readonly [Address, number]

export type AllowedIps =
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
    if (parseRange(entry) === null) {
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
  const address = parseAddress(remote)
  if (address === null) return false
  const forms = isLoopbackForm(address) ? loopbackForms : [address]
  return entries.some((entry) => {
    const range = parseRange(entry)
    return range !== null && forms.some((form) => contains(range, form))
  })
}

const loopbackForms: readonly Address[] = [ipaddr.parse('127.0.0.1'), ipaddr.parse('::1')]

function isLoopbackForm(address: Address): boolean {
  return loopbackForms.some((form) => form.toNormalizedString() === address.toNormalizedString())
}

/** Strict: four decimal parts or IPv6; no octal, hexadecimal or shortened IPv4 forms, no zones. */
function parseAddress(text: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  if (!text.includes(':') || text.includes('%') || !ipaddr.IPv6.isValid(text)) return null
  const address = ipaddr.IPv6.parse(text)
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}

function parseRange(text: string): Range | null {
  const [base = '', prefix, ...more] = text.split('/')
  const address = parseAddress(base)
  if (address === null || more.length > 0) return null
  const width = address.kind() === 'ipv4' ? 32 : 128
  if (prefix === undefined) return [address, width]
  if (!/^\d{1,3}$/.test(prefix)) return null
  const mapped = width === 32 && base.includes(':')
  const bits = Number(prefix) - (mapped ? 96 : 0)
  return bits >= 0 && bits <= width ? [address, bits] : null
}

function contains([base, bits]: Range, address: Address): boolean {
  if (base.kind() !== address.kind()) return false
  return address.match(base, bits)
}
