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
export function exitCodeOf({ code }: AppError): ExitCode {
  return exitCodes[catalogue[code].exit]
}

const graphemes = new Intl.Segmenter()
const widthOf = (text: string) => [...graphemes.segment(text)].length

/** An aligned table under a head; `none` when it has no rows. Foreign text in it is made safe to show. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[], none: string): string {
  if (rows.length === 0) return none
  const lines = [head, ...rows.map((row) => row.map((cell) => safeText(cell)))]
  const widths = head.map((_title, column) => Math.max(...lines.map((line) => widthOf(line[column] ?? ''))))
  const pad = (text: string, column: number) => text + ' '.repeat((widths[column] ?? 0) - widthOf(text))
  return lines.map((line) => `${line.map(pad).join('  ').trimEnd()}\n`).join('')
}

export const mebibytes = (bytes: number): string => `${Math.round(bytes / 1_024 ** 2)} MiB`

export function formatJson(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}

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
  const said = detail === undefined ? '' : `The panel said: ${safeText(detail, 300)}\n`
  return `${as === 'error' ? 'Error' : 'Note'}: ${safeText(message, 300)}\n${said}${hint}\n`
}
