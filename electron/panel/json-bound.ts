/** Deeper than this nothing is read: no panel nests its answers so. */
const maxDepth = 64
/**
 * More different fields than any answer has, each told apart by those before it in its object: 10,000 servers, each under
 * a key of its own, and what is in them.
 */
const maxFields = 12_000
/** More different fields than any place in an object has. Beyond some 1,500 engines store objects in a way that is slow to build. */
const maxBranches = 1_000

/** By their codes, since every character of an answer is looked at. */
const [quote, comma, colon, openBracket, backslash, closeBracket, openBrace, closeBrace] = [
  34, 44, 58, 91, 92, 93, 123, 125,
]

/** Tells names apart by a number. No panel knows it, so that none can choose names that are counted as one. */
const factor = Math.floor(Math.random() * 2 ** 30) * 2 + 1

/**
 * Bounds the work of `JSON.parse`, and of whoever reads what it gives, while the text still arrives. A value is a comma or
 * an opening bracket outside of texts, so that names of files full of brackets count for nothing. A web page is let pass,
 * since it is told as one.
 * @returns takes the next piece of the text; false once there are more than `maxValues`, the objects have more different
 * fields than any panel's, or they are nested too deeply
 */
export function createJsonBound(maxValues: number): (piece: string) => boolean {
  let values = 0
  /** What the fields so far make of each object or array in which the next value stands, as a number. */
  const shapes: number[] = []
  const known = new Set<number>()
  /** How many fields came next after the same ones. */
  const branches = new Map<number, number>()
  /** Of the text that was last. */
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
