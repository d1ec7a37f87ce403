/** Gives a text without the token, whatever it is spelled like. */
export type HideToken = (text: string) => string

const hidden = '[token]'

/**
 * No panel gives shorter tokens, and a shorter one would be found inside ordinary words: hiding it would only garble
 * them.
 */
const shortestToken = 8
/** Shortest part of a token, in letters and digits, that is hidden where the rest was cut off. */
const pieceLength = 16
/** Letters in a row that are looked up at every ninth place: where none is found, a text holds no piece of the token. */
const seedLength = 8
/** Shortest word, in letters and digits, that is taken for a rest of the token where more of it stands in the same text. */
const restLength = 4
/** Spellings stand inside each other (a JSON text in a JSON text); deeper than this nobody could read them. */
const maxLayers = 6

/** Punctuation that a token may have, by the names that HTML gives it. */
const namedSigns: ReadonlyMap<string, string> = new Map([
  ['lowbar', '_'],
  ['amp', '&'],
  ['bsol', '\\'],
  ['percnt', '%'],
  ['num', '#'],
])

/** Escapes of JSON and programs, of addresses, of HTML. Each part is bounded, so that no text is slow to read. */
const escapes =
  /\\{1,16}u(?:\{0{0,8}([0-9a-f]{1,6})\}|([0-9a-f]{4}))|\\{1,16}x([0-9a-f]{2})|%(?:25){0,16}([0-9a-f]{2})|%u([0-9a-f]{4})|&#x0{0,8}([0-9a-f]{1,6});?|&#0{0,8}([0-9]{1,7});?|&([a-z]{3,8});/gi

/** What an escape stands for; itself where it stands for nothing. */
function meaningOf(match: readonly (string | undefined)[]): string {
  const [whole = '', point, unit, byte, percent, oldPercent, hex, decimal, name] = match
  if (name !== undefined) return namedSigns.get(name.toLowerCase()) ?? whole
  const code =
    decimal === undefined
      ? Number.parseInt(point ?? unit ?? byte ?? percent ?? oldPercent ?? hex ?? '', 16)
      : Number(decimal)
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
}

const decoded = (text: string) => text.replace(escapes, (...match: (string | undefined)[]) => meaningOf(match))

/**
 * What is compared: letters and digits alone, in small letters and in their plain form. So case and width make no
 * difference, nor what stands between them: blanks, dashes, line ends, punctuation that was escaped in one of many ways.
 */
const essenceOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '')

/** The token in base64 as it stands inside a longer text, at each of three places among the groups of four. */
function base64Of(token: string): string[] {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.from(' '.repeat(before) + token)
    // The characters at both ends, which also depend on what stands beside the token, are left out.
    return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6))
  })
}

/** Every stretch of `length` of some texts; a shorter text is one stretch. */
function stretchesOf(texts: readonly string[], length: number): ReadonlySet<string> {
  return new Set(
    texts.flatMap((text) =>
      Array.from({ length: Math.max(1, text.length - length + 1) }, (_, at) => text.slice(at, at + length)),
    ),
  )
}

/** Finds a token in texts, by the letters and digits of its spellings. */
function createSearch(token: string) {
  const spellings = [token, Buffer.from(token).toString('hex'), ...base64Of(token)]
    .map(essenceOf)
    .filter((spelling) => spelling.length >= shortestToken)
  /** Hundreds of stretches, made for the first text that is long enough: most answers have none. */
  let stretches: { readonly pieces: ReadonlySet<string>; readonly seeds: ReadonlySet<string> } | undefined
  const lengths = [...new Set(spellings.map(({ length }) => Math.min(length, pieceLength)))]
  const shortest = Math.min(...lengths)
  /** So far apart every piece has a seed. */
  const step = shortest < pieceLength ? 1 : pieceLength - seedLength + 1

  const stands = (line: string, known: ReadonlySet<string>, length: number, by: number): boolean => {
    for (let at = 0; at + length <= line.length; at += by) if (known.has(line.slice(at, at + length))) return true
    return false
  }
  /** True where a piece stands in one layer of escapes. */
  function isIn(layer: string): boolean {
    const line = essenceOf(layer)
    stretches ??= { pieces: stretchesOf(spellings, pieceLength), seeds: stretchesOf(spellings, seedLength) }
    const { pieces, seeds } = stretches
    return stands(line, seeds, seedLength, step) && lengths.some((length) => stands(line, pieces, length, 1))
  }

  return {
    /** True for a text that holds a piece, in one layer of escapes or below. */
    holds(text: string): boolean {
      // Plain characters, too few for any piece, as most texts are.
      if (text.length < shortest && /^[ -~]*$/.test(text)) return false
      let layer = text
      for (let depth = 0; depth < maxLayers; depth += 1) {
        if (isIn(layer)) return true
        const below = decoded(layer)
        if (below === layer) return false
        layer = below
      }
      return false
    },
    /** True for a word that is a part of the token, as where a line was broken within it. */
    isRest(word: string): boolean {
      const line = essenceOf(word)
      return line.length >= restLength && spellings.some((spelling) => spelling.includes(line))
    },
  }
}

/** What is hidden of a text: a part of an address where that is enough, else a word. */
const parts: readonly RegExp[] = [/[^\s/?=]+/g, /\S+/g]

/**
 * A panel, or a proxy before it, may quote the request in what it answers, and so the token: as it is, escaped
 * as in JSON, addresses and HTML, in another case, with punctuation between its letters, in base64 or in hex. A word that
 * holds a piece of it is hidden, or a part of an address, and each word of that text which is a rest of it; the whole text
 * where it stands in several words. Meant for texts that were decoded, made safe and cut, which a person is about to see: an
 * answer's raw text is never changed.
 */
export function createHideToken(token: string): HideToken {
  // A token of punctuation alone is compared as it is.
  if (essenceOf(token).length < shortestToken) {
    return (text) => (token.length < shortestToken ? text : text.replaceAll(token, hidden))
  }
  let search: ReturnType<typeof createSearch> | undefined
  return (text) => {
    if (text.length < shortestToken) return text
    search ??= createSearch(token)
    const { holds, isRest } = search
    if (!holds(text)) return text
    for (const part of parts) {
      const shown = text.replace(part, (found) => (holds(found) ? hidden : found))
      if (!holds(shown)) return shown.replace(part, (found) => (isRest(found) ? hidden : found))
    }
    return hidden
  }
}

/** True where a piece of the token was hidden in a text. Such a text must not be sent back, nor used as what it was. */
export const holdsHidden = (text: string): boolean => text.includes(hidden)

/** How many texts of an answer are remembered: the same ones come again and again. */
const maxRemembered = 1_000

/**
 * Gives values as they are, without the token in any of their texts, names of fields included: a panel may quote it anywhere.
 * For the values of one answer, made of plain objects, lists and maps.
 */
export function createWithoutToken(hideToken: HideToken) {
  const seen = new Map<string, string>()
  const textOf = (text: string) => {
    const shown = seen.get(text) ?? hideToken(text)
    if (seen.size < maxRemembered) seen.set(text, shown)
    return shown
  }
  const isFree = (one: unknown): boolean => {
    if (typeof one === 'string') return textOf(one) === one
    if (typeof one !== 'object' || one === null) return true
    if (one instanceof Map) return [...one.keys()].every(isFree) && [...one.values()].every(isFree)
    return Array.isArray(one) ? one.every(isFree) : Object.keys(one).every(isFree) && Object.values(one).every(isFree)
  }
  const of = (one: unknown): unknown => {
    if (typeof one === 'string') return textOf(one)
    if (Array.isArray(one)) return one.map(of)
    if (typeof one !== 'object' || one === null) return one
    return one instanceof Map
      ? new Map([...one].map(([name, value]) => [of(name), of(value)]))
      : Object.fromEntries(Object.entries(one).map(([name, field]) => [textOf(name), of(field)]))
  }
  function withoutToken<T>(value: T): T
  function withoutToken(value: unknown): unknown {
    return isFree(value) ? value : of(value)
  }
  return withoutToken
}

/** One value of an answer without the token. */
export const withoutToken = <T>(value: T, hideToken: HideToken): T => createWithoutToken(hideToken)(value)
