import { catalogue, type ExitName } from '../../shared/error-catalogue.ts'
import type { AppError } from '../../shared/error-schema.ts'
import { safeText } from '../../shared/model/text.ts'

export const exitCodes = {
  done: 0,
  usage: 2,
  keyRefused: 3,
  notPermitted: 4,
  notFound: 5,
  rateLimited: 6,
  noAnswer: 7,
  refused: 8,
  skipped: 9,
} as const satisfies Record<ExitName | 'done', number>
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** The exit code of a failure. */
export const exitCodeOf = ({ code }: AppError): ExitCode => exitCodes[catalogue[code].exit]

const graphemes = new Intl.Segmenter()
/** In characters that a person counts. Almost all texts are plain, and a list may have 10,000 rows. */
const widthOf = (text: string) => (/^[ -~]*$/.test(text) ? text.length : [...graphemes.segment(text)].length)

/** What the columns of a table show of a row, by their titles. */
export type Columns<T> = Readonly<Record<string, (row: T) => string>>

/** An aligned table under a head; `none` when it has no rows. Foreign text in it is made safe to show. */
export function formatTable<T>(columns: Columns<T>, rows: readonly T[], none = ''): string {
  if (rows.length === 0) return none
  const cells = Object.entries(columns).map(([title, cell]) => [title, ...rows.map((row) => safeText(cell(row)))])
  const padded = cells.map((column) => {
    const width = Math.max(...column.map(widthOf))
    return column.map((text) => text + ' '.repeat(width - widthOf(text)))
  })
  const line = (at: number) => padded.map((column) => column[at]).join('  ')
  return ['', ...rows].map((_, at) => `${line(at).trimEnd()}\n`).join('')
}

/** What a command says at its end, in words and as JSON. */
export type Said = { readonly words: string; readonly json: unknown }

/**
 * A list as a table and as JSON.
 * @param jsonOf what JSON tells of a row; all of it by default
 */
export const listing = <T>(
  columns: Columns<T>,
  rows: readonly T[],
  none: string,
  jsonOf: (row: T) => unknown = (row) => row,
): Said => ({ words: formatTable(columns, rows, none), json: rows.map((row) => jsonOf(row)) })

/** `193 B`, `12 KiB`, `1536 MiB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1_024) return `${Math.round(bytes)} B`
  return bytes < 1_024 ** 2 ? `${Math.round(bytes / 1_024)} KiB` : `${Math.round(bytes / 1_024 ** 2)} MiB`
}

/** Unix milliseconds as ISO 8601; null stays null. */
export function isoTime(at: number): string
export function isoTime(at: number | null): string | null
export function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

export const formatJson = (value: unknown): string => `${JSON.stringify(value)}\n`

/** What is refused where a link leads, by no panel. */
const ofMachine: ReadonlySet<string> = new Set(['download-refused', 'upload-refused', 'console-ended'])

/**
 * A failure on one line of JSON, or in words: what happened, what the panel said, the next step.
 * @param as `note` for what is said and fails nothing
 */
export function formatError(
  { code, message, hint, detail }: Pick<AppError, 'message' | 'hint' | 'detail'> & { readonly code: string },
  json: boolean,
  as: 'error' | 'note' = 'error',
): string {
  if (json) return formatJson({ [as]: { code, message, hint } })
  const who = ofMachine.has(code) ? 'The server’s machine' : 'The panel'
  const said = detail === undefined ? '' : `${who} said: ${safeText(detail, 300)}\n`
  return `${as === 'error' ? 'Error' : 'Note'}: ${safeText(message, 300)}\n${said}${hint}\n`
}
