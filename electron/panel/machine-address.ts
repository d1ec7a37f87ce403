import type { AppError } from '../../shared/error-schema.ts'
import type { ErrorCode } from '../../shared/errors.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { depthOf, reachOf } from '../network/hosts.ts'

const longestAddress = 2_048
/** Links to a storage service carry their signature. */
const longestLink = 8_192

/** `http:` and `https:` stand for what `ws:` and `wss:` run over. */
const underlying: Readonly<Record<string, string>> = { 'ws:': 'http:', 'wss:': 'https:' }

/** True where a panel may send the app there: no further in than it stands itself, and unencrypted only to itself. */
function mayName(panel: URL, machine: URL): boolean {
  const [from, to] = [depthOf(panel.hostname), depthOf(machine.hostname)]
  if (to === 'loopback' && from !== 'loopback') return false
  if (to === 'private' && from === 'public') return false
  if (machine.protocol === 'wss:' || machine.protocol === 'https:') return true
  const isItself = machine.hostname === panel.hostname || (to === 'loopback' && from === 'loopback')
  return isItself && reachOf(machine.hostname) !== 'public'
}

const parserOf =
  (schemes: readonly string[], longest: number, unsafe: ErrorCode) =>
  (text: string, panelBaseUrl: string): Result<URL> => {
    const url = text.length > longest ? null : URL.parse(text)
    if (url === null || url.hostname === '' || !schemes.includes(url.protocol)) return fail(unsafe)
    if (url.username !== '' || url.password !== '' || url.hash !== '') return fail(unsafe)
    return mayName(new URL(panelBaseUrl), url) ? ok(url) : fail(unsafe)
  }

/**
 * The address of a server's console as a panel gives it. It is foreign input, and nothing is sent to one that
 * is not safe, or where a panel could make use of the app to reach what it cannot reach itself: `wss` in public,
 * in a private network only for a panel in one, on this computer only for a panel on it; `ws` only to the panel's
 * own host, where that is in a private network or on this computer. Error: `console-unsafe`.
 */
export const parseConsoleAddress = parserOf(['ws:', 'wss:'], longestAddress, 'console-unsafe')

/** A link to a file on a machine, or in its storage, by the same rules. Error: `download-unsafe`. */
export const parseDownloadAddress = parserOf(['http:', 'https:'], longestLink, 'download-unsafe')

/** A link that takes files, by the same rules. Error: `upload-unsafe`. */
export const parseUploadAddress = parserOf(['http:', 'https:'], longestLink, 'upload-unsafe')

/** The same place as `fetch` and the proxy settings name it. */
export const placeOfConsole = (url: URL): URL => new URL(`${underlying[url.protocol]}//${url.host}`)

const hintOfCertificate =
  'Tell your host. If the machine is yours, give it a certificate that this computer trusts, or the one that you trusted for the panel.'

/**
 * The error of a server's machine whose certificate is not believed: it is not the panel's, which a person can trust.
 * @param what what follows: `nothing was downloaded`
 */
export const ofMachineCertificate = (error: AppError, what: string): AppError => ({
  ...error,
  message: `The certificate of the server’s machine couldn’t be verified, so ${what}.`,
  hint: hintOfCertificate,
})
