import { safeText } from '../../shared/model/text.ts'
import { parseJson } from '../lib/parse-json.ts'
import { isObject } from './entry.ts'
import { type Answered, isWebPage } from './proof.ts'

/** What an error body says: the error's class or code, as the panel names it, and its words, safe to show. */
export type ErrorBody = { readonly code: string; readonly detail: string }

/** Where panels put the words of an error, the fullest first; `error` and `title` are often a code or a class. */
const wordNames = ['message', 'detail', 'error_description', 'description', 'reason', 'msg', 'error', 'title'] as const
/** Inside these stands what is one error of many, or what belongs to a failure. */
const innerNames = ['errors', 'error', 'data'] as const
const maxDepth = 4
/** Maximum number of errors of one answer that are told. */
const maxErrors = 3

/** The words in a value of any shape, found by the usual names; nothing where there are none. */
function wordsIn(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value
  if (depth > maxDepth) return ''
  if (Array.isArray(value)) return joined(value, depth)
  if (!isObject(value)) return ''
  for (const name of wordNames) {
    const words = value[name]
    if (typeof words === 'string' && words !== '') return words
  }
  for (const name of innerNames) {
    const inner = value[name]
    // Errors by the fields that they are about.
    const words = name === 'errors' && isObject(inner) ? joined(Object.values(inner), depth) : wordsIn(inner, depth + 1)
    if (words !== '') return words
  }
  return ''
}

function joined(values: readonly unknown[], depth: number): string {
  return values
    .slice(0, maxErrors)
    .map((value) => wordsIn(value, depth + 1))
    .filter((words) => words !== '')
    .join(' ')
}

/** The class or code of the first error: `code`, or an `error` that stands beside the words. */
function codeIn(value: unknown, detail: string): string {
  const first = isObject(value) && Array.isArray(value.errors) ? value.errors[0] : value
  if (!isObject(first)) return ''
  const places = isObject(first.error) ? [first, first.error] : [first]
  const names = places.flatMap(({ code, error }) => [code, error === detail ? undefined : error])
  return names.find((name) => typeof name === 'string') ?? ''
}

/** A body that is neither JSON nor a page may be the words themselves. */
function plainWords(answer: Answered): string {
  const text = answer.text.trim()
  return isWebPage(answer) || /^[[{]|[^\P{Cc}\s]|\ufffd/u.test(text) ? '' : text
}

/**
 * Reads the body of a refusal. The client API document shows no shape for it: panels of the known dialect send
 * `{errors:[{code,detail}]}`, others whatever their framework makes, or a line of text.
 */
export function readErrorBody(answer: Answered): ErrorBody {
  const json = parseJson(answer.text)
  const detail = json === undefined ? plainWords(answer) : wordsIn(json)
  return { code: safeText(codeIn(json, detail), 100), detail: safeText(detail, 300) }
}

/** What a server is called that does not run, with what may stand between the words. */
const down = '(?:offline|stopped|powered off|turned off|shut down|down|inactive)'
const up = '(?:running|online|started|powered on|turned on|active)'

const wordings: readonly RegExp[] = [
  new RegExp(`(?:\\bnot|n[’']t|\\bnever) (?:yet |currently |been )?${up}\\b`, 'i'),
  new RegExp(`\\b(?:must|needs? to|has to|have to|should) (?:first )?be ${up}\\b`, 'i'),
  new RegExp(`\\b(?:server|instance|container|it) (?:is |was |has )?(?:currently )?${down}\\b`, 'i'),
  new RegExp(`\\b(?:an? )?${down} (?:server|instance|container)\\b`, 'i'),
  new RegExp(
    `\\b(?:while|when|until|unless) (?:the |your )?(?:server|instance|it) is (?:not )?(?:${down}|${up})\\b`,
    'i',
  ),
  /\b(?:requires?|needs?) (?:the server to be |a |an )?(?:running|online)\b/i,
  /\bstart (?:the server|it) first\b/i,
]

/** Words about the machine that servers run on, which is another matter. */
const ofTheMachine = new RegExp(
  `\\b(?:node|machine|daemon|wings|host|panel|service)\\b[^.:;]*\\b(?:${down}|not (?:yet |currently )?${up})\\b`,
  'i',
)

/** `ServerNotRunningException`, `server_offline` and the like as words. */
const asWords = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' ')

/**
 * True where a refusal of a command says that the server does not run. The client API document names the
 * precondition and neither status nor words of its error, so the usual words of panels are looked for.
 * @param code the error's class or code, as the panel names it
 * @param detail its words
 */
export const saysNotRunning = ({ code, detail }: { readonly code: string; readonly detail: string }): boolean =>
  [detail, asWords(code)].some((text) => !ofTheMachine.test(text) && wordings.some((words) => words.test(text)))
