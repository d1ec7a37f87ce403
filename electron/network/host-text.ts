import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import ipaddr from 'ipaddr.js'

/** A literal address without a zone, IPv4 in IPv6 as IPv4; null for anything else. */
export const literalOf = (text: string): ipaddr.IPv4 | ipaddr.IPv6 | null =>
  isIP(text) === 0 || text.includes('%') ? null : ipaddr.process(text)

const inside: ReadonlySet<string> = new Set(['private', 'carrierGradeNat', 'linkLocal', 'uniqueLocal'])

/** True for an address that only computers of its own network reach. */
export const isInside = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean => inside.has(address.range())

/** Labels with dots between, of which the last is no number, so that it is no address in any spelling. */
const namePattern = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

/**
 * The host name or literal address that a free text consists of; null where it is anything else. A name has a dot, or
 * is `localhost`.
 */
export function hostOf(text: string): string | null {
  const address = literalOf(text)
  if (address !== null) return address.toString()
  // `domainToASCII` cuts a text at a slash and the like, so texts with other characters than those of names are refused
  // first.
  if (text.length > 253 || /[^\p{L}\p{M}\p{N}.-]/u.test(text)) return null
  const name = domainToASCII(text).replace(/\.$/, '')
  return name === 'localhost' || namePattern.test(name) ? name : null
}
