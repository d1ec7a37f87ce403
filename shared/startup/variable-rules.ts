/**
 * What the plain rules of a startup variable say. Whatever else there is (patterns, addresses, dates) the panel judges,
 * whose words are shown beside the field.
 */
export type VariableRules = {
  /** It can't be empty. */
  readonly isRequired: boolean
  readonly kind: 'text' | 'number' | 'integer' | 'boolean'
  /** The values to choose from; null for any. */
  readonly options: readonly string[] | null
  /** Of a number its value, of text its length in characters. */
  readonly min: number | null
  readonly max: number | null
  /** The characters it is made of. */
  readonly alphabet: 'alpha' | 'alpha_num' | 'alpha_dash' | null
}

const none: VariableRules = { isRequired: false, kind: 'text', options: null, min: null, max: null, alphabet: null }

/** The values of `in:a,"b,c"`: apart by commas, some in quotes. */
function listOf(text: string): string[] {
  return [...text.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = '']) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"'),
  )
}

/** Null for what is no number. */
const numberOf = (text: string | undefined): number | null =>
  text !== undefined && /^\s*-?\d{1,15}(?:\.\d{1,15})?\s*$/.test(text) ? Number(text) : null

/** What a rule says; nothing where it is not one of the plain ones. */
function readRule(name: string, argument: string): Partial<VariableRules> {
  switch (name) {
    case 'required':
      return { isRequired: true }
    case 'numeric':
    case 'decimal':
      return { kind: 'number' }
    case 'integer':
    case 'int':
      return { kind: 'integer' }
    case 'boolean':
    case 'bool':
      return { kind: 'boolean' }
    case 'in':
      return { options: listOf(argument) }
    case 'min':
      return { min: numberOf(argument) }
    case 'max':
      return { max: numberOf(argument) }
    case 'between': {
      const [min, max] = argument.split(',')
      return { min: numberOf(min), max: numberOf(max) }
    }
    case 'alpha':
    case 'alpha_num':
    case 'alpha_dash':
      return { alphabet: name }
    default:
      return {}
  }
}

/** Rules that refuse a value which is not there (Laravel's `ValidatesAttributes`): panels take an empty one for such. */
const refusingNull: ReadonlySet<string> = new Set(
  'string numeric decimal integer int boolean bool in alpha alpha_num alpha_dash'.split(' '),
)

/** Without its capitals, as Laravel takes `Integer` for `integer`. */
const nameOf = (rule: string) => rule.trim().replace(/:.*/s, '').toLowerCase()

function withRule(rules: VariableRules, rule: string): VariableRules {
  const [, ...argument] = rule.trim().split(':')
  return { ...rules, ...readRule(nameOf(rule), argument.join(':')) }
}

/**
 * Reads the rules of a startup variable, as Laravel writes them (the panel's API, part 2, *Startup and image*). It ends
 * at a pattern: a bar in that is no end of a rule, so that nobody can tell what follows it.
 */
export function readRules(text: string): VariableRules {
  const [plain = '', ...patterns] = text.split(/(?:^|\|)\s*(?:not_)?regex:/i)
  const written = plain.split('|')
  const rules = written.reduce(withRule, none)
  const names = written.map(nameOf)
  // What says that it may be empty may also stand behind a pattern.
  const mayBeNull = names.includes('nullable') || patterns.length > 0 || rules.options?.includes('')
  const isRequired = rules.isRequired || (!mayBeNull && names.some((name) => refusingNull.has(name)))
  // So may what says that it is a number, which tells what its bounds are about.
  const mayBeNumber = rules.kind === 'text' && patterns.some((one) => /\|\s*(?:numeric|decimal|int)/i.test(one))
  return { ...rules, isRequired, ...(mayBeNumber && { min: null, max: null }) }
}

const isNumeric = (value: string) => /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(value)
const isInteger = (value: string) => /^[+-]?(?:0|[1-9]\d*)$/.test(value)

/** As older Laravels compare them: two numbers by their value, so that `00` is `0`. Newer ones judge that themselves. */
const isSameValue = (one: string, other: string) =>
  one === other || (isNumeric(one) && isNumeric(other) && Number(one) === Number(other))

/** What a number, or a switch, must look like. */
function wrongKind(kind: VariableRules['kind'], value: string): string | null {
  if (kind === 'boolean') return value === '0' || value === '1' ? null : 'On or off: 1 or 0.'
  if (kind === 'integer') return isInteger(value) ? null : 'A whole number.'
  return kind === 'number' && !isNumeric(value) ? 'A number.' : null
}

/** What is said of bounds on a number, or on the length of a text. */
function wrongSize({ kind, min, max }: VariableRules, value: string): string | null {
  if (kind === 'boolean') return null
  const isText = kind === 'text'
  const size = isText ? [...value].length : Number(value)
  const unit = (count: number) => (isText ? `${count} ${count === 1 ? 'character' : 'characters'}` : String(count))
  if ((min === null || size >= min) && (max === null || size <= max)) return null
  if (min !== null && max !== null) return `From ${min} to ${unit(max)}.`
  return min === null ? `At most ${unit(max ?? 0)}.` : `At least ${unit(min)}.`
}

const alphabets = {
  alpha: { signs: /^[\p{L}\p{M}]*$/u, words: 'Letters only.' },
  alpha_num: { signs: /^[\p{L}\p{M}\p{N}]*$/u, words: 'Letters and digits only.' },
  alpha_dash: { signs: /^[\p{L}\p{M}\p{N}_-]*$/u, words: 'Letters, digits, “-” and “_” only.' },
} as const

/**
 * What a value has against it, as a sentence; null where nothing is known to be wrong with it. Judged as the panel does:
 * without the blanks around it.
 */
export function judge(rules: VariableRules, typed: string): string | null {
  const value = typed.trim()
  const { isRequired, kind, options, alphabet } = rules
  if (value === '') return isRequired ? 'It can’t be empty.' : null
  if (options !== null && !options.some((option) => isSameValue(option, value))) return 'Choose one of the values.'
  const signs = alphabet && alphabets[alphabet]
  const wrongSigns = signs && !signs.signs.test(value) ? signs.words : null
  return wrongKind(kind, value) ?? wrongSize(rules, value) ?? wrongSigns
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
