import { type LinearPattern, readPattern } from './linear-pattern.ts'

/** What the rules of a startup variable allow, as far as they are known here; the panel judges the rest. */
export type VariableRules = {
  readonly isRequired: boolean
  readonly isNullable: boolean
  readonly kind: 'text' | 'number' | 'integer' | 'boolean'
  /** The values to choose from; null for any. */
  readonly options: readonly string[] | null
  /** Of a number its value, of text its length in characters. */
  readonly min: number | null
  readonly max: number | null
  /** How many digits it has. */
  readonly digits: { readonly min: number; readonly max: number } | null
  /** The characters it is made of. */
  readonly alphabet: 'alpha' | 'alpha_num' | 'alpha_dash' | null
  readonly patterns: readonly LinearPattern[]
  /** The names of rules that only the panel knows how to judge. */
  readonly unknown: readonly string[]
}

/** Maximum number of rules that are read of a variable. */
const maxRules = 50

const none: VariableRules = {
  isRequired: false,
  isNullable: false,
  kind: 'text',
  options: null,
  min: null,
  max: null,
  digits: null,
  alphabet: null,
  patterns: [],
  unknown: [],
}

/** Where a rule ends that begins at `from`: a pattern may hold the character that stands between rules. */
function endOfRule(text: string, from: number): number {
  const [head = '', delimiter = ''] = /^(?:not_)?regex:(.)/is.exec(text.slice(from, from + 12)) ?? []
  const bar = text.indexOf('|', from)
  const end = bar < 0 ? text.length : bar
  if (head === '') return end
  for (let at = from + head.length; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === delimiter) {
      const after = /^[a-zA-Z]*(?=\||$)/.exec(text.slice(at + 1))
      if (after !== null) return at + 1 + after[0].length
    }
  }
  return end
}

/** The rules of `required|string|max:20`, each by itself. */
export function splitRules(text: string): string[] {
  const rules: string[] = []
  for (let from = 0; from < text.length && rules.length < maxRules; ) {
    const end = endOfRule(text, from)
    rules.push(text.slice(from, end).trim())
    from = end + 1
  }
  return rules.filter((rule) => rule !== '')
}

/** The values of `in:a,"b,c"`: apart by commas, some in quotes. */
function listOf(text: string): string[] {
  return [...text.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = '']) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"'),
  )
}

const numberOf = (text: string | undefined): number | null =>
  text !== undefined && /^\s*-?\d{1,15}(?:\.\d{1,15})?\s*$/.test(text) ? Number(text) : null

/** The lower and the upper bound of `between:1,20`; null where they are no numbers. */
function boundsOf(text: string): { readonly min: number; readonly max: number } | null {
  const [first, second, more] = text.split(',')
  const min = numberOf(first)
  const max = numberOf(second)
  return min === null || max === null || more !== undefined ? null : { min, max }
}

const kinds: ReadonlyMap<string, VariableRules['kind']> = new Map([
  ['string', 'text'],
  ['numeric', 'number'],
  ['integer', 'integer'],
  ['int', 'integer'],
  ['boolean', 'boolean'],
  ['bool', 'boolean'],
])
/** Rules that say nothing of what is typed. */
const silent: ReadonlySet<string> = new Set(['sometimes', 'bail', 'present', 'filled'])

type Reader = (argument: string) => Partial<VariableRules> | null

const bounded = (names: readonly ('min' | 'max')[], argument: string) => {
  const bound = numberOf(argument)
  return bound === null ? null : Object.fromEntries(names.map((name) => [name, bound]))
}

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['required', () => ({ isRequired: true })],
  ['nullable', () => ({ isNullable: true })],
  ['in', (argument) => ({ options: listOf(argument) })],
  ['min', (argument) => bounded(['min'], argument)],
  ['max', (argument) => bounded(['max'], argument)],
  ['size', (argument) => bounded(['min', 'max'], argument)],
  ['between', boundsOf],
  [
    'digits',
    (argument) => {
      const count = numberOf(argument)
      return count === null ? null : { digits: { min: count, max: count } }
    },
  ],
  [
    'digits_between',
    (argument) => {
      const digits = boundsOf(argument)
      return digits && { digits }
    },
  ],
])

function readAlphabet(name: string): VariableRules['alphabet'] {
  return name === 'alpha' || name === 'alpha_num' || name === 'alpha_dash' ? name : null
}

function withRule(rules: VariableRules, rule: string): VariableRules {
  const colon = rule.indexOf(':')
  const name = (colon < 0 ? rule : rule.slice(0, colon)).toLowerCase()
  const argument = colon < 0 ? '' : rule.slice(colon + 1)
  const isUnknown = { ...rules, unknown: [...rules.unknown, name] }
  if (silent.has(name)) return rules
  const kind = kinds.get(name)
  // `string` beside `integer` says nothing more of a text that is typed.
  if (kind !== undefined) return kind === 'text' ? rules : { ...rules, kind }
  const alphabet = readAlphabet(name)
  if (alphabet !== null) return { ...rules, alphabet }
  if (name === 'regex') {
    const pattern = readPattern(argument)
    return pattern === null ? isUnknown : { ...rules, patterns: [...rules.patterns, pattern] }
  }
  const read = readers.get(name)?.(argument)
  return read ? { ...rules, ...read } : isUnknown
}

/** Reads the rules of a startup variable, as Laravel writes them (the panel's API, part 2, *Startup and image*). */
export function readRules(text: string): VariableRules {
  return splitRules(text).reduce(withRule, none)
}

const isNumeric = (value: string) => /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(value)
const isInteger = (value: string) => /^\s*[+-]?(?:0|[1-9]\d*)\s*$/.test(value)

/** What is said of bounds on a number, or on the length of a text. */
function boundWords({ kind, min, max }: VariableRules, size: number): string | null {
  const unit =
    kind === 'text' || kind === 'boolean'
      ? (count: number) => `${count} ${count === 1 ? 'character' : 'characters'}`
      : String
  if (min !== null && min === max) return size === min ? null : `Exactly ${unit(min)}.`
  if (min !== null && size < min) return max === null ? `At least ${unit(min)}.` : `From ${min} to ${unit(max)}.`
  if (max !== null && size > max) return min === null ? `At most ${unit(max)}.` : `From ${min} to ${unit(max)}.`
  return null
}

const alphabetWords = {
  alpha: { signs: /^[A-Za-z]*$/, words: 'Letters only.' },
  alpha_num: { signs: /^[A-Za-z0-9]*$/, words: 'Letters and digits only.' },
  alpha_dash: { signs: /^[\w-]*$/, words: 'Letters, digits, “-” and “_” only.' },
} as const

/** Patterns are tried on values of at most so many characters, and of ASCII alone: of other characters PHP sees bytes. */
const longestMatched = 500
const isPlain = (value: string) => value.length <= longestMatched && !/[^\x20-\x7e]/.test(value)

/** What a number, or a switch, must look like. */
function wrongKind(kind: VariableRules['kind'], value: string): string | null {
  if (kind === 'boolean') return value === '0' || value === '1' ? null : 'On or off: 1 or 0.'
  if (kind === 'integer') return isInteger(value) ? null : 'A whole number.'
  return kind === 'number' && !isNumeric(value) ? 'A number.' : null
}

function wrongDigits(digits: VariableRules['digits'], value: string): string | null {
  if (digits === null || (/^\d*$/.test(value) && value.length >= digits.min && value.length <= digits.max)) return null
  return digits.min === digits.max ? `Exactly ${digits.min} digits.` : `From ${digits.min} to ${digits.max} digits.`
}

function wrongSigns({ alphabet, patterns }: VariableRules, value: string): string | null {
  if (!isPlain(value)) return null
  if (alphabet !== null && !alphabetWords[alphabet].signs.test(value)) return alphabetWords[alphabet].words
  return patterns.every((matches) => matches(value)) ? null : 'It doesn’t fit the pattern of this variable.'
}

/** Why the rules refuse a text that is not empty; null if they take it. */
function wrongWith(rules: VariableRules, value: string): string | null {
  const { kind, options, digits } = rules
  if (options !== null && !options.includes(value)) return 'Choose one of the values.'
  const size = kind === 'integer' || kind === 'number' ? Number(value) : [...value].length
  return wrongKind(kind, value) ?? wrongDigits(digits, value) ?? boundWords(rules, size) ?? wrongSigns(rules, value)
}

/**
 * What a value has against it, as a sentence; null where nothing is known to be wrong with it. Judged as the panel does:
 * without the blanks around it, an empty one as none.
 */
export function judge(rules: VariableRules, typed: string): string | null {
  const value = typed.trim()
  if (value !== '') return wrongWith(rules, value)
  if (rules.isRequired) return 'It can’t be empty.'
  // Nothing is neither text nor a number, so that other rules refuse it.
  const hasMore = rules.options !== null || rules.kind !== 'text' || rules.min !== null
  return hasMore && !rules.isNullable ? 'It can’t be empty.' : null
}

/** The two values of a switch. */
export type OnOff = { readonly on: string; readonly off: string }

const pairs: readonly OnOff[] = [
  { on: '1', off: '0' },
  { on: 'true', off: 'false' },
  { on: 'yes', off: 'no' },
  { on: 'on', off: 'off' },
  { on: 'enabled', off: 'disabled' },
]

/** The values of a variable that is on or off; null for any other. */
export function onOffOf({ kind, options }: VariableRules): OnOff | null {
  if (options === null) return kind === 'boolean' ? { on: '1', off: '0' } : null
  if (options.length !== 2) return null
  const find = (wanted: string) => options.find((option) => option.toLowerCase() === wanted)
  for (const pair of pairs) {
    const on = find(pair.on)
    const off = find(pair.off)
    if (on !== undefined && off !== undefined) return { on, off }
  }
  return null
}
