/** Candidates for an address: digits with dots, or hexadecimal digits with colons, not inside a longer word. */
const candidates =
  /(?<![\w.:-])(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?:(?:\.\d{1,3}){3})?)(?![\w:-]|\.\d)/gi

const isIPv4 = (text: string) => /^\d+(?:\.\d+){3}$/.test(text) && text.split('.').every((part) => Number(part) <= 255)

/** Eight groups, or fewer with one `::`; the last two may be written as an IPv4 address. */
function isIPv6(text: string): boolean {
  const groups = text.split(':').filter((group) => group !== '')
  const last = groups.at(-1) ?? ''
  if (last.includes('.') && !isIPv4(last)) return false
  const length = groups.length + (last.includes('.') ? 1 : 0)
  const gaps = text.split('::').length - 1
  return gaps === 0 ? length === 8 : gaps === 1 && length < 8
}

/**
 * The IP address that a panel names in a refusal, from which it saw the request come (the panel's API, *403*); null
 * where it names none.
 */
export const seenAddress = (detail: string | undefined): string | null =>
  detail?.match(candidates)?.find((text) => (text.includes(':') ? isIPv6(text) : isIPv4(text))) ?? null
