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
/**
 * A longer text that may hold the token is hidden whole: to find each of its letters takes long. A panel's words are
 * shorter.
 */
const longestSearched = 512
/** Spellings stand inside each other (a JSON text in a JSON text); deeper than this nobody could read them. */
const maxLayers = 6

/** A text, and for each UTF-16 unit of it where what it comes from begins and ends in the text that is shown. */
type Traced = { readonly text: string; readonly from: readonly number[]; readonly to: readonly number[] }
type Place = { readonly from: number; readonly to: number }

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

/** The same as `decoded` and `essenceOf` do, knowing where everything comes from. */
function traceDecoded({ text, from, to }: Traced): Traced {
  const result = { text: '', from: [] as number[], to: [] as number[] }
  let at = 0
  const copyTo = (end: number) => {
    result.text += text.slice(at, end)
    for (; at < end; at += 1) {
      result.from.push(from[at] ?? 0)
      result.to.push(to[at] ?? 0)
    }
  }
  for (const match of text.matchAll(escapes)) {
    copyTo(match.index)
    const meaning = meaningOf(match)
    at = match.index + match[0].length
    result.text += meaning
    for (let unit = 0; unit < meaning.length; unit += 1) {
      result.from.push(from[match.index] ?? 0)
      result.to.push(to[at - 1] ?? 0)
    }
  }
  copyTo(text.length)
  return result
}

/** What is compared of each character of ASCII, by its code. */
const plainAscii = Array.from({ length: 128 }, (_, code) => essenceOf(String.fromCharCode(code)))

function traceEssence({ text, from, to }: Traced): Traced {
  const result = { text: '', from: [] as number[], to: [] as number[] }
  let at = 0
  for (const character of text) {
    const end = at + character.length
    const plain = plainAscii[character.codePointAt(0) ?? 0] ?? essenceOf(character)
    result.text += plain
    for (let unit = 0; unit < plain.length; unit += 1) {
      result.from.push(from[at] ?? 0)
      result.to.push(to[end - 1] ?? 0)
    }
    at = end
  }
  return result
}

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

/** What a token is searched by: the letters and digits of its spellings. */
function createSearch(token: string) {
  const spellings = [token, Buffer.from(token).toString('hex'), ...base64Of(token)]
    .map(essenceOf)
    .filter((spelling) => spelling.length >= shortestToken)
  const pieces = stretchesOf(spellings, pieceLength)
  const seeds = stretchesOf(spellings, seedLength)
  const isShort = spellings.some((spelling) => spelling.length < pieceLength)
  const lengths = [...new Set([...pieces].map((piece) => piece.length))]
  const shortest = Math.min(...lengths)
  return {
    /** True for a text of plain characters that is too short for any piece, as most are. */
    isTooShort: (text: string) => text.length < shortest && /^[ -~]*$/.test(text),
    /** The places of pieces in a text of letters and digits. */
    findIn({ text, from, to }: Traced): Place[] {
      const found: Place[] = []
      for (const length of lengths) {
        for (let at = 0; at + length <= text.length; at += 1) {
          if (!pieces.has(text.slice(at, at + length))) continue
          found.push({ from: from[at] ?? 0, to: to[at + length - 1] ?? 0 })
        }
      }
      return found
    },
    /** False only where a text holds no piece. */
    mayHold(text: string): boolean {
      const line = essenceOf(text)
      for (let at = 0; at + seedLength <= line.length; at += isShort ? 1 : pieceLength - seedLength + 1) {
        if (seeds.has(line.slice(at, at + seedLength))) return true
      }
      return false
    },
  }
}

/**
 * A panel, or a proxy before it, may quote the request in what it answers, and so the token: as it is, escaped
 * as in JSON, addresses and HTML, in another case, with punctuation between its letters, in base64 or in hex. Meant for
 * texts that were decoded, made safe and cut, which a person is about to see: an answer's raw text is never changed.
 */
export function createHideToken(token: string): HideToken {
  // A token of punctuation alone is compared as it is.
  if (essenceOf(token).length < shortestToken) {
    return (text) => (token.length < shortestToken ? text : text.replaceAll(token, hidden))
  }
  let search: ReturnType<typeof createSearch> | undefined

  function mayHold(text: string): boolean {
    search ??= createSearch(token)
    if (search.isTooShort(text)) return false
    let layer = text
    for (let depth = 0; depth < maxLayers; depth += 1) {
      if (search.mayHold(layer)) return true
      const below = decoded(layer)
      if (below === layer) return false
      layer = below
    }
    return false
  }

  /** For each unit of a text whether a piece of the token stands there, in one layer of escapes or below. */
  function findIn(text: string): readonly boolean[] {
    search ??= createSearch(token)
    const isToken = new Array<boolean>(text.length).fill(false)
    const places = [...isToken.keys()]
    let layer: Traced = { text, from: places, to: places.map((at) => at + 1) }
    for (let depth = 0; depth < maxLayers; depth += 1) {
      for (const { from, to } of search.findIn(traceEssence(layer))) isToken.fill(true, from, to)
      const below = traceDecoded(layer)
      if (below.text === layer.text) break
      layer = below
    }
    return isToken
  }

  return (text) => {
    if (text.length < shortestToken || !mayHold(text)) return text
    if (text.length > longestSearched) return hidden
    const isToken = findIn(text)
    let shown = ''
    for (let at = 0; at < text.length; at += 1) {
      if (!isToken[at]) shown += text[at]
      else if (!isToken[at - 1]) shown += hidden
    }
    return shown
  }
}

/** True where a piece of the token was hidden in a text. Such a text must not be sent back, nor used as what it was. */
export const holdsHidden = (text: string): boolean => text.includes(hidden)

/** How many texts of an answer are remembered: the same ones come again and again. */
const maxRemembered = 1_000

/**
 * A value as it is, without the token in any of its texts, names of fields included: a panel may quote it anywhere. Made of
 * plain objects, lists and maps.
 */
export function withoutToken<T>(value: T, hideToken: HideToken): T
export function withoutToken(value: unknown, hideToken: HideToken): unknown {
  const seen = new Map<string, string>()
  const textOf = (text: string) => {
    const shown = seen.get(text) ?? hideToken(text)
    if (seen.size < maxRemembered) seen.set(text, shown)
    return shown
  }
  const of = (one: unknown): unknown => {
    if (typeof one === 'string') return textOf(one)
    if (Array.isArray(one)) return one.map(of)
    if (typeof one !== 'object' || one === null) return one
    return one instanceof Map
      ? new Map([...one].map(([name, value]) => [of(name), of(value)]))
      : Object.fromEntries(Object.entries(one).map(([name, field]) => [textOf(name), of(field)]))
  }
  return of(value)
}
