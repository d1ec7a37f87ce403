import { z } from 'zod'
import { type Dialect, problems, refusal, refuse } from './refusal.ts'
import { formOf, isJson, type PanelRequest, textOf } from './request.ts'

/**
 * Reads and checks a body as the panel does: malformed JSON is refused with 400, each failed rule is one entry of a 422.
 * Strings are trimmed and blank ones become null first, except in file calls by full uuid.
 */
export function readInput<T>(request: PanelRequest, schema: z.ZodType<T>): T {
  const raw = rawInput(request)
  const data = isVerbatim(request) ? raw : tidy(raw)
  const parsed = schema.safeParse(data, { reportInput: true })
  return parsed.success ? parsed.data : refuse(problems(422, parsed.error.issues.map(trouble)))
}

/** A query parameter, trimmed like a string of a body; the fallback when it is missing or blank. */
export function queryText(request: PanelRequest, name: string, fallback: string): string {
  const text = request.query.get(name) ?? ''
  const tidied = isVerbatim(request) ? text : text.trim()
  return tidied === '' ? fallback : tidied
}

/** The same of one without which nothing is done. */
export function neededText(request: PanelRequest, name: string): string {
  const text = queryText(request, name, '')
  return text === ''
    ? refuse(problems(422, [trouble({ code: 'custom', input: null, path: [name], message: '' })]))
    : text
}

/** The words of a query parameter, with commas between. */
export const wordsOf = ({ query }: PanelRequest, name: string): readonly string[] =>
  (query.get(name) ?? '').split(',').filter((word) => word !== '')

/** A line as the panel's database takes it. */
export const shortText = (dialect: Dialect) => z.string().max(dialect === 'pelican' ? 255 : 191)

const truths: readonly unknown[] = [true, 1, '1']
const untruths: readonly unknown[] = [false, 0, '0']

/** Yes or no as the panel's rule `boolean` has it, which takes no words. */
export const truth = z
  .custom<unknown>((value) => truths.includes(value) || untruths.includes(value))
  .transform((value) => truths.includes(value))

function isVerbatim(request: PanelRequest): boolean {
  return /\/servers\/[0-9a-f-]{36}\/files\b/.test(request.path)
}

function rawInput(request: PanelRequest): unknown {
  if (!isJson(request)) return Object.fromEntries(formOf(request))
  const text = textOf(request.body)
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  } catch {
    return refuse(refusal.badRequest('The JSON data passed in the request appears to be malformed: Syntax error'))
  }
}

/** Deeper nesting than any operation knows is dropped, so that hostile depth costs nothing. */
const maxDepth = 8

function tidy(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim()
  if (typeof value !== 'object' || value === null) return value
  if (depth >= maxDepth) return null
  if (Array.isArray(value)) return value.map((entry) => tidy(entry, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, tidy(entry, depth + 1)]))
}

function trouble(issue: z.core.$ZodIssue) {
  const field = issue.path.join('.')
  const [rule, detail] = ruleOf(issue, field.replaceAll('_', ' '))
  return { code: 'ValidationException', detail, meta: { source_field: field, rule } }
}

/** The panel's name of the rule that a value breaks, and its sentence. */
function ruleOf(issue: z.core.$ZodIssue, name: string): readonly [string, string] {
  const { input } = issue
  if (input == null || (Array.isArray(input) && input.length === 0))
    return ['required', `The ${name} field is required.`]
  switch (issue.code) {
    case 'invalid_value':
      return ['in', `The selected ${name} is invalid.`]
    case 'invalid_type':
      return [issue.expected, `The ${name} field must be of type ${issue.expected}.`]
    case 'custom':
      return ['boolean', `The ${name} field must be true or false.`]
    case 'too_big':
      return ['max', `The ${name} field must not be greater than ${issue.maximum}.`]
    case 'too_small':
      return ['min', `The ${name} field must be at least ${issue.minimum}.`]
    default:
      return ['regex', `The ${name} field format is invalid.`]
  }
}
