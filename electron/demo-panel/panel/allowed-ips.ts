import { literalOf } from '../../network/host-text.ts'

type Address = NonNullable<ReturnType<typeof literalOf>>

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

type Range = readonly [base: Address, bits: number]

function rangeOf(text: string): Range | null {
  const [written = '', prefix, ...more] = text.split('/')
  const base = literalOf(written)
  if (base === null || more.length > 0) return null
  const width = base.kind() === 'ipv4' ? 32 : 128
  if (prefix === undefined) return [base, width]
  if (!/^\d{1,3}$/.test(prefix)) return null
  const isMapped = width === 32 && written.includes(':')
  const bits = Number(prefix) - (isMapped ? 96 : 0)
  return bits >= 0 && bits <= width ? [base, bits] : null
}

function isIn(range: Range | null, remote: string): boolean {
  const address = literalOf(remote)
  return range !== null && address?.kind() === range[0].kind() && address.match(...range)
}
