import type { ErrorCode } from '../../shared/errors.ts'
import { own } from '../../shared/own.ts'
import type { ErrorBody } from './error-body.ts'

/** What Pelican tells by the class of an error alone (the panel's API, part 2, *Rules*); the first on both panels. */
const codeByClass: Readonly<Record<string, ErrorCode>> = {
  FileSizeTooLargeException: 'file-too-large',
  FileNotFoundException: 'file-not-found',
  FileNotEditableException: 'file-refused',
  FileExistsException: 'file-exists',
  RequestException: 'file-refused',
}

/** Words of the server's machine (the panel's API, part 2, *Wings' refusals*), most particular first. */
const codeByWords: readonly (readonly [RegExp, ErrorCode])[] = [
  [/denylist/i, 'file-denied'],
  [/currently in use/i, 'file-in-use'],
  [/\b(?:not enough|insufficient|no|available)\b[^.]*\bspace\b|\bspace\b[^.]*\bexceed/i, 'server-disk-full'],
  [
    /\b(?:archive|format)\b[^.]*\b(?:unknown|not understand|not supported|unsupported)|\bunknown\b[^.]*\bformat\b/i,
    'archive-unknown',
  ],
  [/\balready exists?\b|\bexists already\b/i, 'file-exists'],
]

/** What a machine says of the server, whatever is asked of it; it does not know it, or may not run it. */
const ofServer = /server that is suspended|does not exist on this instance/i

/** What a machine's own words about files mean; null for words that are not known. */
export const codeOfWords = (detail: string): ErrorCode | null =>
  codeByWords.find(([words]) => words.test(detail))?.[1] ?? null

/**
 * What a refusal of a call about files means, where it is about the files: the machine's own, or the panel's where it tells
 * no more than a class. Null for anything else, such as a machine that can't be reached.
 */
export function codeOfFile(status: number, { code, detail }: ErrorBody): ErrorCode | null {
  const named = own(codeByClass, code)
  if (named !== undefined) return named
  // The web server before the panel has a limit of its own.
  if (status === 413) return 'file-too-large'
  if (code !== 'DaemonConnectionException' || status >= 500 || ofServer.test(detail)) return null
  const known = codeOfWords(detail)
  // The machine refuses the panel itself, or one kind of file, which it names.
  if (known === null && (status === 401 || status === 403)) return null
  return known ?? (status === 404 ? 'file-not-found' : 'file-refused')
}
