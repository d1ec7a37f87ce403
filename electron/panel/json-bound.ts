/** Deeper than this nothing is read: no panel nests its answers so. */
const maxDepth = 64
/**
 * Maximum number of different fields in an answer, each counted once for each list of fields before it in its object:
 * `{a, b}` and `{a, c}` have three. 10,000 servers, each under a key of its own, have fewer.
 */
const maxFields = 12_000
/** Maximum number of different fields that may follow the same ones. Engines build objects slowly beyond some 1,500. */
const maxBranches = 1_000

/** By their codes, since every character of an answer is looked at. */
const [quote, comma, colon, openBracket, backslash, closeBracket, openBrace, closeBrace] = [
  34, 44, 58, 91, 92, 93, 123, 125,
]

/** Tells names apart by a number. No panel knows it, so that none can choose names that are counted as one. */
const factor = Math.floor(Math.random() * 2 ** 30) * 2 + 1

/**
 * Bounds the work of `JSON.parse`, and of whoever reads what it gives, while the text still arrives. Values are counted as
 * commas and opening brackets outside of strings, so names of files full of brackets do not count. A web page passes: it
 * is refused later, as `not-json`.
 * @returns takes the next piece of the text; false once there are more than `maxValues`, the objects have more different
 * fields than any panel's, or they are nested too deeply
 */
export function createJsonBound(maxValues: number): (piece: string) => boolean {
  let values = 0
  /** For each object or array that is open: a hash of its field names so far. */
  const shapes: number[] = []
  const known = new Set<number>()
  /** For each such hash: how many different fields came next. */
  const branches = new Map<number, number>()
  /** Hash of the string that is being read, or was read last. */
  let hash = 0
  let isInText = false
  let isEscaped = false
  let isPage: boolean | null = null

  /** Reads on in a text. @returns where in the piece it ends, or the piece does */
  function passText(piece: string, from: number): number {
    let at = from
    let sum = hash
    let escaped = isEscaped
    for (; at < piece.length; at += 1) {
      const code = piece.charCodeAt(at)
      sum = (Math.imul(sum, factor) + code) | 0
      if (escaped) escaped = false
      else if (code === backslash) escaped = true
      else if (code === quote) {
        isInText = false
        break
      }
    }
    hash = sum
    isEscaped = escaped
    return at
  }

  /** @returns false where the objects differ too much */
  function takeField(): boolean {
    const before = shapes.pop() ?? 0
    const shape = Math.imul(before ^ hash, factor) | 0
    shapes.push(shape)
    if (known.has(shape)) return true
    known.add(shape)
    const count = (branches.get(before) ?? 0) + 1
    branches.set(before, count)
    return count <= maxBranches && known.size <= maxFields
  }

  /** @returns false where the bound is passed */
  function look(code: number): boolean {
    if (code === quote) {
      isInText = true
      hash = 0
    } else if (code === comma) values += 1
    else if (code === closeBracket || code === closeBrace) shapes.pop()
    else if (code === openBracket || code === openBrace) {
      values += 1
      return shapes.push(0) <= maxDepth
    } else if (code === colon) return takeField()
    return values <= maxValues
  }

  return (piece) => {
    isPage ??= /\S/.test(piece) ? piece.trimStart().startsWith('<') : null
    if (isPage) return true
    for (let at = 0; at < piece.length; at += 1) {
      if (isInText) at = passText(piece, at)
      else if (!look(piece.charCodeAt(at))) return false
    }
    return true
  }
}
