/** Candidates for an address: digits with dots, or hexadecimal digits with colons, not inside a longer word. */
const candidates =
  /(?<![\w.:-])(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?:(?:\.\d{1,3}){3})?)(?![\w:-]|\.\d)/gi

const isAddress = (text: string) => URL.canParse(`http://${text.includes(':') ? `[${text}]` : text}`)

/**
 * The IP address that a panel names in a refusal, from which it saw the request come (the panel's API, *403*); null
 * where it names none.
 */
export function seenAddress(detail: string | undefined): string | null {
  return detail?.match(candidates)?.find(isAddress) ?? null
}
