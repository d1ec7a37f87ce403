/**
 * Chromium refuses schemes that it does not know, and the DevTools protocol cannot register any. So inside Chromium
 * every standard scheme of the app (`app://servertray/…`) is mapped to an https origin of its own under the reserved
 * domain `invalid`, whose requests never leave the computer. Addresses are translated here in both directions; the main
 * process sees only the app's own. The page itself sees the https form in `location`.
 */
export type Addresses = {
  /** `app://host/path` as Chromium loads it; other addresses unchanged. */
  toChromium(address: string): string
  /** What Chromium loads, as the app knows it; other addresses unchanged. */
  toApp(address: string): string
  /** The app's scheme of an address in either form; undefined for a foreign one. */
  schemeOf(address: string): string | undefined
  /** A response header (CSP, Location, CORS) with the app's addresses and schemes in Chromium's form. */
  headerToChromium(value: string): string
}

export function createAddresses(schemes: () => ReadonlySet<string>): Addresses {
  const inside = /^https:\/\/([^/?#]*)\.([a-z][a-z0-9+-]*)\.invalid(?=$|[/?#])/i

  function toChromium(address: string): string {
    const [, scheme, host, rest] = /^([a-z][a-z0-9+-]*):\/\/([^/?#]*)(.*)$/is.exec(address) ?? []
    if (scheme === undefined || !schemes().has(scheme.toLowerCase())) return address
    return `https://${host}.${scheme.toLowerCase()}.invalid${rest}`
  }

  function toApp(address: string): string {
    const [matched, host, scheme] = inside.exec(address) ?? []
    if (matched === undefined || scheme === undefined || !schemes().has(scheme)) return address
    return `${scheme}://${host}${address.slice(matched.length)}`
  }

  return {
    toChromium,
    toApp,
    schemeOf(address) {
      const scheme = /^([a-z][a-z0-9+-]*):/i.exec(toApp(address))?.[1]?.toLowerCase()
      return scheme !== undefined && schemes().has(scheme) ? scheme : undefined
    },
    headerToChromium(value) {
      return value
        .split(/([\s;,]+)/)
        .map((word) => {
          const bare = /^([a-z][a-z0-9+-]*):$/i.exec(word)?.[1]
          return bare !== undefined && schemes().has(bare) ? `https://*.${bare}.invalid` : toChromium(word)
        })
        .join('')
    },
  }
}
