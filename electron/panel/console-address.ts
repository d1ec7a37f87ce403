import { fail, ok, type Result } from '../../shared/result.ts'
import { reachOf } from '../network/hosts.ts'

const longestAddress = 2_048

/** `http:` and `https:` stand for what `ws:` and `wss:` run over. */
const underlying: Readonly<Record<string, string>> = { 'ws:': 'http:', 'wss:': 'https:' }

/**
 * The address of a server's console as a panel gives it. It is foreign input, and nothing is sent to one that
 * is not safe: `wss` anywhere; `ws` only on this computer or in a private network, and only where the panel
 * itself is there too, since a panel out in the world has nothing to look for inside. Error: `console-unsafe`.
 */
export function parseConsoleAddress(text: string, panelBaseUrl: string): Result<URL> {
  const url = text.length > longestAddress ? null : URL.parse(text)
  if (url === null || url.hostname === '' || underlying[url.protocol] === undefined) return fail('console-unsafe')
  if (url.username !== '' || url.password !== '' || url.hash !== '') return fail('console-unsafe')
  if (url.protocol === 'wss:') return ok(url)
  const isInside = reachOf(url.hostname) !== 'public' && reachOf(new URL(panelBaseUrl).hostname) !== 'public'
  return isInside ? ok(url) : fail('console-unsafe')
}

/** The same place as `fetch` and the proxy settings name it. */
export function placeOfConsole(url: URL): URL {
  return new URL(`${underlying[url.protocol]}//${url.host}`)
}
