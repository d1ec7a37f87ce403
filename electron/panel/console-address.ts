import { fail, ok, type Result } from '../../shared/result.ts'
import { depthOf, reachOf } from '../network/hosts.ts'

const longestAddress = 2_048

/** `http:` and `https:` stand for what `ws:` and `wss:` run over. */
const underlying: Readonly<Record<string, string>> = { 'ws:': 'http:', 'wss:': 'https:' }

/** True where a panel may send the app there: no further in than it stands itself, and unencrypted only to itself. */
function mayName(panel: URL, console: URL): boolean {
  const [from, to] = [depthOf(panel.hostname), depthOf(console.hostname)]
  if (to === 'loopback' && from !== 'loopback') return false
  if (to === 'private' && from === 'public') return false
  if (console.protocol === 'wss:') return true
  const isItself = console.hostname === panel.hostname || (to === 'loopback' && from === 'loopback')
  return isItself && reachOf(console.hostname) !== 'public'
}

/**
 * The address of a server's console as a panel gives it. It is foreign input, and nothing is sent to one that
 * is not safe, or where a panel could make use of the app to reach what it cannot reach itself: `wss` in public,
 * in a private network only for a panel in one, on this computer only for a panel on it; `ws` only to the panel's
 * own host, where that is in a private network or on this computer. Error: `console-unsafe`.
 */
export function parseConsoleAddress(text: string, panelBaseUrl: string): Result<URL> {
  const url = text.length > longestAddress ? null : URL.parse(text)
  if (url === null || url.hostname === '' || underlying[url.protocol] === undefined) return fail('console-unsafe')
  if (url.username !== '' || url.password !== '' || url.hash !== '') return fail('console-unsafe')
  return mayName(new URL(panelBaseUrl), url) ? ok(url) : fail('console-unsafe')
}

/** The same place as `fetch` and the proxy settings name it. */
export function placeOfConsole(url: URL): URL {
  return new URL(`${underlying[url.protocol]}//${url.host}`)
}
