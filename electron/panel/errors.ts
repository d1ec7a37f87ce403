import type { AppError } from '../../shared/error-schema.ts'
import { appError, type ErrorCode } from '../../shared/errors.ts'
import { refusalWords } from '../../shared/keys/rights.ts'
import { seenAddress } from '../../shared/model/seen-address.ts'
import { safeText } from '../../shared/model/text.ts'
import { own } from '../../shared/own.ts'
import { ConnectionFailure } from '../network/connection-failure.ts'
import { conditionIn, heldWords } from './conditions.ts'
import { type ErrorBody, readErrorBody, saysNotRunning } from './error-body.ts'
import { codeOfFile } from './file-errors.ts'
import { factsOf, type Operation } from './operation.ts'
import { type Answered, isWebPage } from './proof.ts'

/** An answer that is not a success. */
export type Refusal = Answered & { readonly location: string | null }

/** Texts of a 403 that tell its kinds apart, most particular first (the panel's API, *401 / 403 / 404*). */
const forbidden: readonly (readonly [RegExp, ErrorCode])[] = [
  [/does not actively possess/i, 'grant-lacking'],
  [/application API key/i, 'wrong-key-type'],
  [/\bIP address\b|\ballowed IPs?\b/i, 'address-not-allowed'],
  [/\b(?:all|every) (?:the )?permissions?\b|\bpermission "?all\b|\bhas "?All\b/i, 'all-permissions-needed'],
  [/This action is unauthorized|\bpermissions?\b/i, 'permission-lacking'],
]

/**
 * What the machine answered keeps its status (the panel's API, *Daemon errors*), so a 401 or 404 of this kind says nothing
 * about the key; of readings it stands in the words alone, and the panel's own 504 without one means that no answer came.
 */
function codeOfDaemon(given: number, { code, detail }: ErrorBody): ErrorCode | null {
  if (code === 'ConnectionException') return 'node-unreachable'
  if (code === 'RequestException') return 'machine-failed'
  if (code !== 'DaemonConnectionException') return null
  if (/server that is suspended/i.test(detail)) return 'server-unavailable'
  const said = /\(code: (\d{3})\)/.exec(detail)?.[1]
  const status = said === undefined ? given : Number(said)
  if (status === 504 && said === undefined) return 'node-unreachable'
  // Of these calls only files may be missing on a machine that knows the server.
  if (status === 404) return 'not-on-machine'
  return status >= 500 ? 'machine-failed' : 'machine-refused'
}

const codeByStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'token-refused',
  403: 'not-permitted',
  409: 'server-unavailable',
  422: 'input-rejected',
  429: 'rate-limited',
  504: 'node-unreachable',
}

/** Refusals whose class says which they are, whatever their status (the panel's API, part 2). */
const codeByClass: Readonly<Record<string, ErrorCode>> = {
  TooManyBackupsException: 'backup-limit',
  BackupLockedException: 'backup-locked',
  ServerSubuserExistsException: 'user-exists',
  UserIsServerOwnerException: 'user-is-owner',
  TooManyDatabasesException: 'database-limit',
  DuplicateDatabaseNameException: 'database-name-taken',
  NoSuitableDatabaseHostException: 'database-no-host',
  DatabaseClientFeatureNotEnabledException: 'databases-off',
  AutoAllocationNotEnabledException: 'allocations-off',
  NoAutoAllocationSpaceAvailableException: 'allocations-used-up',
}

/**
 * Texts of a 404 that are about the server, whatever of it was asked for (the panel's API, *401 / 403 / 404*). Pelican has
 * them in its own language (seen there), and that there is no such route always in English.
 */
const serverGone = /The requested resource (?:could not be found on the server|does not exist on this server)/i
const isServerGone = ({ code, detail }: ErrorBody) =>
  serverGone.test(detail) || (code === 'NotFoundHttpException' && detail !== '' && !/^The route /i.test(detail))

/** A panel without such a page answers 404 as one without such a server: its words may tell them apart. */
function codeOfMissing(body: ErrorBody, operation: Operation): ErrorCode {
  const { missing, isOfAccount, isOfFiles } = factsOf(operation)
  if (isOfAccount && missing !== undefined) return missing
  // The machine tells of a missing file, in a class of its own; what the panel does not find is the server.
  if (isOfFiles && body.code === 'NotFoundHttpException' && !/\broute\b/i.test(body.detail)) return 'server-not-found'
  if (missing === undefined || (missing === 'not-on-panel' && isServerGone(body))) return 'server-not-found'
  return missing
}

/**
 * To a command 412 says so without words; 401, 404 and 429 are about something else, whatever their words are. A schedule's
 * first task runs within the request, and a machine's 502 is its answer to a command for what does not run (seen).
 */
function isNotRunning(status: number, body: ErrorBody, operation: Operation): boolean {
  if (operation === 'schedule-run') return status === 502 && body.code === 'DaemonConnectionException'
  if (operation !== 'command') return false
  return status === 412 || (![401, 404, 429].includes(status) && saysNotRunning(body))
}

const isTwoFactorNeeded = ({ code, detail }: ErrorBody): boolean =>
  /^TwoFactor/i.test(code) || /^Two-factor authentication is required/i.test(detail)

function codeOfForbidden({ detail }: ErrorBody, operation: Operation): ErrorCode {
  // One kind of panel refuses it so, without a word, where its administrator forbids it to everybody.
  if (operation === 'settings-description' && detail === '') return 'description-fixed'
  return forbidden.find(([text]) => text.test(detail))?.[1] ?? 'not-permitted'
}

function codeOf(status: number, body: ErrorBody, operation: Operation): ErrorCode {
  if (isNotRunning(status, body, operation)) return 'server-not-running'
  if (/\blimit of 0 backups\b|\bbackup limit is set to 0\b/i.test(body.detail)) return 'backups-off'
  const ofFile = factsOf(operation).isOfFiles ? codeOfFile(status, body) : null
  if (ofFile !== null) return ofFile
  const daemon = codeOfDaemon(status, body)
  if (daemon !== null) return daemon
  if (status === 403) return codeOfForbidden(body, operation)
  if (status === 400 && isTwoFactorNeeded(body)) return 'two-factor-needed'
  const named = own(codeByClass, body.code)
  if (named !== undefined) return named
  if (status === 404) return codeOfMissing(body, operation)
  if (operation === 'list' && status === 504) return 'panel-failed'
  return codeByStatus[status] ?? (status >= 500 ? 'panel-failed' : 'panel-refused')
}

type Words = { readonly message?: string; readonly hint?: string }

/** The one condition that the client API document names; it shows neither the status nor the words of its error. */
const precondition = 'Is the server running? A command needs a running server.'

const notForSchedule: Words = {
  message: 'The server is not running, so the schedule’s first command was not taken.',
  hint: 'Start the server, then run the schedule again.',
}

/** Words for the address that the panel saw, where it says which. */
function wordsOfAddress({ detail }: ErrorBody): Words {
  const seen = seenAddress(detail)
  if (seen === null) return {}
  return {
    message: `This key can’t be used from your address, ${seen}.`,
    hint: `Add ${seen} to the key’s Allowed IPs in the panel, or leave that list empty.`,
  }
}

/** What is said beside the catalogue's words, as far as the answer tells more, or less, than they do. */
function wordsOf(code: ErrorCode, status: number, body: ErrorBody, operation: Operation): Words {
  if (code === 'address-not-allowed') return wordsOfAddress(body)
  if (code === 'server-not-running' && operation === 'schedule-run') return notForSchedule
  const held = code === 'server-unavailable' ? (conditionIn(body.detail) ?? 'unavailable') : null
  const isBare =
    held === 'unavailable' ||
    code === 'panel-refused' ||
    code === 'input-rejected' ||
    (status >= 500 && code !== 'front-answered')
  const hint = operation === 'command' && isBare && body.detail === '' ? { hint: precondition } : {}
  return { ...(held && heldWords(held)), ...hint }
}

/** The client API document gives a 403 two causes, and no shape: a page may be the panel's own word. */
const refusedByPage: Words = {
  message: 'A web page refused this: your address is not allowed, or the key lacks the permission.',
  hint: 'Check the key’s Allowed IPs and permissions in the panel. If both are right, a protection page in front of it refuses: open the panel in a browser.',
}

const withoutSlash = 'Servertray asks without the slash at the end. Ask your host to have the panel answer there.'

/** The address a redirect points to, without anything secret or unsafe to show; null where there is none. */
function targetOf(location: string | null, from: string): string | null {
  const target = location === null ? null : URL.parse(location, from)
  if (target === null) return null
  return safeText(target.host === '' ? target.protocol : `${target.protocol}//${target.host}${target.pathname}`)
}

/**
 * What is told of the panel as a whole. A proxy with a page of its own, such as Cloudflare's for 520 to 530, knows nothing
 * of the machine; a panel in maintenance (`artisan down`) says 503 to everything, and names nothing else.
 */
function codeOfPanel(refusal: Refusal, said: ErrorCode): ErrorCode {
  const { status, contentType } = refusal
  if (status >= 502 && isWebPage(refusal)) return 'front-answered'
  const isDown = said === 'panel-failed' && status === 503 && /\bjson\b/i.test(contentType ?? '')
  return isDown ? 'panel-maintenance' : said
}

/**
 * What a panel's answer other than 2xx means. `url` is the address that was asked, `right` what the account needs.
 * Retry times are the rate budget's part and not read here.
 */
export function errorOfRefusal(
  refusal: Refusal,
  operation: Operation,
  url: string,
  right = factsOf(operation).right,
): AppError {
  const { status } = refusal
  if (status >= 300 && status < 400) {
    const target = targetOf(refusal.location, url)
    const message = target === null ? {} : { message: `The panel pointed to ${target}. The token was not sent there.` }
    // A base address is kept without it, so that whoever types the other one in gets no further.
    const hint = target === `${url}/` ? { hint: withoutSlash } : {}
    return appError('redirected', { status, ...message, ...hint })
  }
  if (status === 403 && isWebPage(refusal)) return appError('not-permitted', { status, ...refusedByPage })
  const body = readErrorBody(refusal)
  const code = codeOfPanel(refusal, codeOf(status, body, operation))
  return appError(code, {
    status,
    ...(body.detail !== '' && { detail: body.detail }),
    ...wordsOf(code, status, body, operation),
    ...(code === 'permission-lacking' && right && { right, ...refusalWords('This key', right, null) }),
  })
}

/** System, TLS and HTTP codes of Node's fetch. What is not here is `network-failed`. */
const codeByCause: readonly (readonly [RegExp, ErrorCode])[] = [
  [/^(?:ENOTFOUND|EAI_.*)$/, 'host-not-found'],
  [/^ECONNREFUSED$/, 'connection-refused'],
  [/^(?:ETIMEDOUT|UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT)$/, 'timeout'],
  [/^(?:ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/, 'connection-cut'],
  [/^(?:HPE_.*|HTTPParserError|UND_ERR_HEADERS_OVERFLOW|Z_.*|ERR_ZLIB.*|ERR__ERROR_FORMAT.*)$/, 'malformed-answer'],
  [/^(?:ERR_TLS_.*|ERR_SSL_.*|EPROTO|CERT_.*|CRL_.*)$/, 'tls-failed'],
  [/SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY|DECRYPT|DECODE)|HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE)/, 'tls-failed'],
]

/** An error and its causes, outermost first; so many at most, as a chain of causes may be a circle. */
const causesOf = (thrown: unknown, most = 8): Error[] =>
  thrown instanceof Error && most > 0 ? [thrown, ...causesOf(thrown.cause, most - 1)] : []

/** What a thrown network error means. Its own words are not passed on: they may quote the request. */
export function errorOfThrown(thrown: unknown): AppError {
  for (const cause of causesOf(thrown)) {
    if (cause instanceof ConnectionFailure) return cause.error
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
    // An answer coded more often than fetch undoes has no code of its own.
    if (/content-encoding/i.test(cause.message)) return appError('malformed-answer')
    const known = codeByCause.find(([pattern]) => pattern.test(code))
    if (known !== undefined) return appError(known[1])
  }
  return appError('network-failed')
}
