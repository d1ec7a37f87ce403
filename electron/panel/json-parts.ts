import type { Steps } from '../lib/steps.ts'

/** A value inside a JSON text: its place, and its key where it stands in an object. */
export type JsonPart = { readonly key: string | null; readonly start: number; readonly end: number }

/** Deeper than this nothing is read: no panel nests its answers so. */
const maxDepth = 64
/** Characters that are passed over in one step. */
const stepSize = 65_536
/** No key that anybody asks for is longer than this, in characters of its text. */
const maxKeyLength = 256
/** An array or object with more values than this is no answer to anything. */
const maxParts = 1_000_000

/** Each bounded, so that neither is long to pass over. */
const blanks = /[\t\n\r ]{0,65536}/y
const scalar = /-?\d[\d.eE+-]{0,1000}|true|false|null/y

/** Where `pattern` ends that begins at `start`; `start` where it does not fit. */
function endOfMatch(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : start
}

/** The place of the first character at or after `start` that is no blank. */
export const skipBlanks = (text: string, start: number) => endOfMatch(blanks, text, start)

/** By their codes, since most of a long answer is looked at character by character. */
const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [34, 92, 123, 125, 91, 93]

/** True where the quote at `at` is a character of a string and does not end it. */
function* isEscaped(text: string, at: number): Steps<boolean> {
  let first = at
  while (text.charCodeAt(first - 1) === backslash) {
    first -= 1
    if ((at - first) % stepSize === 0) yield
  }
  return (at - first) % 2 === 1
}

function nesting(sign: number): number {
  if (sign === openBrace || sign === openBracket) return 1
  return sign === closeBrace || sign === closeBracket ? -1 : 0
}

/** The end of the string, array or object that begins at `start`; -1 where the text ends before, or nests too deep. */
function* endOfNested(text: string, start: number): Steps<number> {
  let depth = 0
  let isInString = false
  let pauseAt = start + stepSize
  for (let at = start; at < text.length; at += 1) {
    if (at >= pauseAt) {
      pauseAt = at + stepSize
      yield
    }
    if (isInString) {
      at = text.indexOf('"', at)
      if (at === -1) return -1
      isInString = text.charCodeAt(at - 1) === backslash && (yield* isEscaped(text, at))
    } else {
      const sign = text.charCodeAt(at)
      isInString = sign === quote
      depth += nesting(sign)
    }
    if (depth > maxDepth) return -1
    if (depth === 0 && !isInString) return at + 1
  }
  return -1
}

/** The end of the value that begins at `start`; -1 where there is none. What is inside it is not looked at closely. */
function* endOfValue(text: string, start: number): Steps<number> {
  const first = text[start]
  if (first === '"' || first === '{' || first === '[') return yield* endOfNested(text, start)
  const end = endOfMatch(scalar, text, start)
  return end === start ? -1 : end
}

function readKey(text: string, start: number, end: number): string | null {
  if (end - start > maxKeyLength) return null
  try {
    return String(JSON.parse(text.slice(start, end)))
  } catch {
    return null
  }
}

/** The key before a value and where that value begins; null where there is no key. */
function* keyAt(text: string, start: number): Steps<{ key: string | null; next: number } | null> {
  const end = text[start] === '"' ? yield* endOfNested(text, start) : -1
  const colon = end === -1 ? -1 : skipBlanks(text, end)
  return text[colon] === ':' ? { key: readKey(text, start, end), next: skipBlanks(text, colon + 1) } : null
}

/**
 * Hands the values of the array or object that begins at `start` to `take`, one after the other, each by its place
 * alone: nothing is built of what nobody asks for, however much of it there is.
 * @returns where the array or object ends; -1 where it does not, is not well-formed, or too long
 */
export function* eachPart(text: string, start: number, take: (part: JsonPart) => void): Steps<number> {
  const isObject = text[start] === '{'
  const close = isObject ? '}' : ']'
  let at = skipBlanks(text, start + 1)
  if (text[at] === close) return at + 1
  for (let count = 0; count < maxParts; count += 1) {
    const named = isObject ? yield* keyAt(text, at) : { key: null, next: at }
    if (named === null) return -1
    const end = yield* endOfValue(text, named.next)
    if (end === -1) return -1
    take({ key: named.key, start: named.next, end })
    yield
    at = skipBlanks(text, end)
    if (text[at] === close) return at + 1
    if (text[at] !== ',') return -1
    at = skipBlanks(text, at + 1)
  }
  return -1
}
