import { own } from '../own.ts'

/**
 * Patterns that somebody else wrote, matched in time that grows with the text alone. JavaScript's own engine goes back
 * and tries again, so that a hostile pattern could hold the app up for hours; here all ways are followed at once
 * (Thompson's construction). What cannot be followed so (looking around, references back) is no pattern here.
 */

/** True for a character, by its code point. */
type CharTest = (code: number) => boolean

/** One place in a pattern, and where it leads to. */
type State =
  | { readonly kind: 'char'; readonly test: CharTest; next: number }
  | { readonly kind: 'split'; readonly next: number[] }
  | { readonly kind: 'begin' | 'end'; next: number }
  | { readonly kind: 'match' }

/** Maximum length of a pattern in characters, of places that it is made of, and of groups inside each other. */
const maxLength = 500
const maxStates = 500
const maxDepth = 20

type Times = { readonly min: number; readonly max: number | null }
const shortTimes: ReadonlyMap<string, Times> = new Map([
  ['*', { min: 0, max: null }],
  ['+', { min: 1, max: null }],
  ['?', { min: 0, max: 1 }],
])

type Node =
  | { readonly kind: 'char'; readonly test: CharTest }
  | { readonly kind: 'begin' | 'end' }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Node[] }
  | { readonly kind: 'repeat'; readonly part: Node; readonly min: number; readonly max: number | null }

/** Thrown inside this module alone: the pattern has something that is not known here. */
class NotKnown extends Error {}

const codeOf = (char: string) => char.codePointAt(0) ?? 0
const inRange =
  (from: number, to: number): CharTest =>
  (code) =>
    code >= from && code <= to
const any =
  (tests: readonly CharTest[]): CharTest =>
  (code) =>
    tests.some((test) => test(code))
const not =
  (test: CharTest): CharTest =>
  (code) =>
    !test(code)
const digit = inRange(48, 57)
const word = any([digit, inRange(65, 90), inRange(97, 122), (code) => code === 95])
const space: CharTest = (code) => code === 32 || (code >= 9 && code <= 13)
const lineEnd: CharTest = (code) => code === 10

const classes: Readonly<Record<string, CharTest>> = {
  d: digit,
  D: not(digit),
  w: word,
  W: not(word),
  s: space,
  S: not(space),
}
const signs: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12 }

/** What `\x` stands for. */
function escaped(char: string | undefined): CharTest {
  if (char === undefined) throw new NotKnown()
  const known = own(classes, char)
  if (known !== undefined) return known
  const sign = own(signs, char)
  if (sign !== undefined) return (code) => code === sign
  // A letter or digit means something else: a reference, a border of words, a property.
  if (/[A-Za-z0-9]/.test(char)) throw new NotKnown()
  const wanted = codeOf(char)
  return (code) => code === wanted
}

function createParser(source: string, ignoresCase: boolean) {
  const chars = [...source]
  let at = 0
  let depth = 0
  const peek = () => chars[at]
  const take = () => chars[at++]

  function literal(from: number, to = from): CharTest {
    const test = inRange(from, to)
    if (!ignoresCase) return test
    return (code) =>
      test(code) || (code >= 65 && code <= 90 && test(code + 32)) || (code >= 97 && code <= 122 && test(code - 32))
  }

  /** True where a dash stands for all between two characters. */
  const isRange = () => peek() === '-' && chars[at + 1] !== ']' && chars[at + 1] !== undefined

  /** What an escape in a class stands for. */
  function classEscape(): CharTest {
    const test = escaped(take())
    // A range that begins or ends with an escape is rare, and read in several ways.
    if (isRange()) throw new NotKnown()
    return test
  }

  /** One character of a class, or all from one to another. */
  function classItem(): CharTest {
    const char = take() ?? ''
    const isNamed = char === '[' && /[:.=]/.test(peek() ?? '')
    if (char === '' || isNamed) throw new NotKnown()
    if (char === '\\') return classEscape()
    if (!isRange()) return literal(codeOf(char))
    at += 1
    const last = take() ?? ''
    if (/[\\[]/.test(last) || codeOf(last) < codeOf(char)) throw new NotKnown()
    return literal(codeOf(char), codeOf(last))
  }

  /** What stands between brackets; a closing one that comes first is a character. */
  function charClass(): CharTest {
    const isNot = peek() === '^'
    if (isNot) at += 1
    const tests = [classItem()]
    while (peek() !== ']') tests.push(classItem())
    at += 1
    return isNot ? not(any(tests)) : any(tests)
  }

  function group(): Node {
    if (peek() === '?') {
      at += 1
      if (take() !== ':') throw new NotKnown()
    }
    if (peek() === '*') throw new NotKnown()
    depth += 1
    if (depth > maxDepth) throw new NotKnown()
    const inner = choice()
    depth -= 1
    if (take() !== ')') throw new NotKnown()
    return inner
  }

  function atom(): Node {
    const char = take()
    switch (char) {
      case undefined:
      case '*':
      case '+':
      case '?':
      case '{':
        throw new NotKnown()
      case '(':
        return group()
      case '[':
        return { kind: 'char', test: charClass() }
      case '.':
        return { kind: 'char', test: not(lineEnd) }
      case '^':
        return { kind: 'begin' }
      case '$':
        return { kind: 'end' }
      case '\\':
        return { kind: 'char', test: escaped(take()) }
      default:
        return { kind: 'char', test: literal(codeOf(char)) }
    }
  }

  /** What `{2,5}` says. */
  function counted(): Times {
    const [whole, first = '', comma] = /^\{(\d{1,4})(,\d{0,4})?\}/.exec(chars.slice(at, at + 12).join('')) ?? []
    if (whole === undefined) throw new NotKnown()
    at += whole.length
    const min = Number(first)
    if (comma === undefined) return { min, max: min }
    const max = comma === ',' ? null : Number(comma.slice(1))
    if (max !== null && max < min) throw new NotKnown()
    return { min, max }
  }

  /** How often what stands before may come; null for once. */
  function times(): Times | null {
    const char = peek() ?? ''
    if (char === '{') return counted()
    const known = shortTimes.get(char)
    if (known === undefined) return null
    at += 1
    return known
  }

  function repeated(): Node {
    const part = atom()
    const bounds = times()
    if (bounds === null) return part
    // Lazy ones match the same texts. Possessive ones do not.
    if (peek() === '?') at += 1
    if (/[*+{]/.test(peek() ?? '')) throw new NotKnown()
    return { kind: 'repeat', part, ...bounds }
  }

  function sequence(): Node {
    const parts: Node[] = []
    for (let char = peek(); char !== undefined && char !== '|' && char !== ')'; char = peek()) parts.push(repeated())
    return { kind: 'sequence', parts }
  }

  function choice(): Node {
    const parts = [sequence()]
    while (peek() === '|') {
      at += 1
      parts.push(sequence())
    }
    return { kind: 'choice', parts }
  }

  return {
    whole(): Node {
      const node = choice()
      if (at < chars.length) throw new NotKnown()
      return node
    },
  }
}

/** Puts the places of a pattern together, from its end to its beginning. */
function build(node: Node): { readonly states: readonly State[]; readonly first: number } {
  const states: State[] = [{ kind: 'match' }]
  const add = (state: State) => {
    if (states.length >= maxStates) throw new NotKnown()
    return states.push(state) - 1
  }

  /** Adds what leads through `part` to `next`; returns where it begins. */
  function place(part: Node, next: number): number {
    switch (part.kind) {
      case 'char':
        return add({ kind: 'char', test: part.test, next })
      case 'begin':
      case 'end':
        return add({ kind: part.kind, next })
      case 'sequence':
        return part.parts.reduceRight((after, one) => place(one, after), next)
      case 'choice':
        return add({ kind: 'split', next: part.parts.map((one) => place(one, next)) })
      case 'repeat':
        return repeat(part, next)
    }
  }

  function repeat({ part, min, max }: Node & { kind: 'repeat' }, next: number): number {
    let after = next
    if (max === null) {
      const again: number[] = [next]
      after = add({ kind: 'split', next: again })
      again.push(place(part, after))
    }
    for (let count = min; max !== null && count < max; count += 1) {
      after = add({ kind: 'split', next: [next, place(part, after)] })
    }
    for (let count = 0; count < min; count += 1) after = place(part, after)
    return after
  }

  return { first: place(node, 0), states }
}

/** Whether some part of `text` matches, as with a pattern that is searched for. */
function search({ states, first }: ReturnType<typeof build>, text: string): boolean {
  const codes = [...text].map(codeOf)
  let now = new Set<number>()

  /** Where one leads to from a place without a character. */
  function freely(state: State | undefined, at: number): readonly number[] {
    if (state?.kind === 'split') return state.next
    const isThere = (state?.kind === 'begin' && at === 0) || (state?.kind === 'end' && at === codes.length)
    return isThere ? [state.next] : []
  }

  /** Follows what needs no character, from one place on; true where the pattern is at its end. */
  function enter(into: Set<number>, start: number, at: number): boolean {
    const open = [start]
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      if (into.has(place)) continue
      into.add(place)
      const state = states[place]
      if (state?.kind === 'match') return true
      open.push(...freely(state, at))
    }
    return false
  }

  for (const [at, code] of codes.entries()) {
    if (enter(now, first, at)) return true
    const next = new Set<number>()
    for (const place of now) {
      const state = states[place]
      if (state?.kind === 'char' && state.test(code) && enter(next, state.next, at + 1)) return true
    }
    now = next
  }
  return enter(now, first, codes.length)
}

/** A pattern that is matched in linear time: true where some part of a text matches it. */
export type LinearPattern = (text: string) => boolean

/**
 * Reads a pattern with its delimiters and modifiers, as PHP has it: `/^[a-z]+$/i`. Null for one that has something else
 * than characters, classes, groups, choices, repetitions, `^` and `$`, or that is too large. It knows ASCII alone: of
 * other characters PHP sees bytes.
 */
export function readPattern(delimited: string): LinearPattern | null {
  if (delimited.length > maxLength) return null
  const [, delimiter = '', body = '', modifiers = ''] = /^([/#~!@%])(.*)\1([a-zA-Z]*)$/s.exec(delimited) ?? []
  // `D` and `u` change nothing for a line of ASCII.
  if (delimiter === '' || !/^[iDu]*$/.test(modifiers)) return null
  try {
    const machine = build(createParser(body, modifiers.includes('i')).whole())
    return (text) => search(machine, text)
  } catch (error) {
    if (error instanceof NotKnown) return null
    throw error
  }
}
