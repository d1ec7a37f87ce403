/** Deeper than this nothing is read: no panel nests its answers so. */
const maxDepth = 64
/** More than any object has: even one that holds a server under each of its keys has 5,000 of them in one answer. */
const maxFields = 10_000

/** By their codes, since every character of an answer is looked at. */
const [quote, comma, colon, openBracket, backslash, closeBracket, openBrace, closeBrace] = [
  34, 44, 58, 91, 92, 93, 123, 125,
]

/**
 * Bounds the work of `JSON.parse`, and of whoever reads what it gives, while the text still arrives. A value is a comma or
 * an opening bracket outside of texts, so that names of files full of brackets count for nothing. A web page is let pass,
 * since it is told as one.
 * @returns takes the next piece of the text; false once there are more than `maxValues`, an object has more fields than
 * any has, or they are nested too deeply
 */
export function createJsonBound(maxValues: number): (piece: string) => boolean {
  let values = 0
  /** How many fields each object or array has so far in which the next value stands. */
  const fields: number[] = []
  let isInText = false
  let isEscaped = false
  let isPage: boolean | null = null

  function lookInText(code: number): void {
    if (isEscaped) isEscaped = false
    else if (code === backslash) isEscaped = true
    else if (code === quote) isInText = false
  }

  /** @returns false where the bound is passed */
  function look(code: number): boolean {
    if (code === quote) isInText = true
    else if (code === comma) values += 1
    else if (code === closeBracket || code === closeBrace) fields.pop()
    else if (code === openBracket || code === openBrace) {
      values += 1
      return fields.push(0) <= maxDepth
    } else if (code === colon) {
      const count = (fields.pop() ?? 0) + 1
      fields.push(count)
      return count <= maxFields
    }
    return values <= maxValues
  }

  return (piece) => {
    isPage ??= /\S/.test(piece) ? piece.trimStart().startsWith('<') : null
    if (isPage) return true
    for (let at = 0; at < piece.length; at += 1) {
      const code = piece.charCodeAt(at)
      if (isInText) lookInText(code)
      else if (!look(code)) return false
    }
    return true
  }
}
