import { z } from 'zod'

const ipAddress = z.union([z.ipv4(), z.ipv6()])

/** What could be an address: digits with dots, or hexadecimal digits with colons, not inside a longer word. */
const candidates =
  /(?<![\w.:-])(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?:(?:\.\d{1,3}){3})?)(?![\w:-]|\.\d)/gi

/**
 * The IP address in a panel's own words, which is where it saw a request come from (the panel's API, *403*);
 * null where it names none.
 */
export function seenAddress(detail: string | undefined): string | null {
  return detail?.match(candidates)?.find((text) => ipAddress.safeParse(text).success) ?? null
}
