import type { PanelId } from '../../shared/model/identifier.ts'
import { safeText } from '../../shared/model/text.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Journal } from '../jobs/journal.ts'
import type { StoredKey } from '../keys/stored-keys.ts'
import { candidateBaseUrls, findBaseUrl, needsConsent } from '../panel/address.ts'
import { createPanelClient } from '../panel/client.ts'
import { type ConsoleListener, type ConsoleSocket, openConsoleSocket } from '../panel/console-socket.ts'
import { placeOfConsole } from '../panel/machine-address.ts'
import type { PanelAccess } from '../panel/types.ts'
import type { Session } from './session.ts'

export type Credentials = Pick<StoredKey, 'baseUrl' | 'isDemo' | 'access' | 'declared' | 'listsAll' | 'readToken'> & {
  /** The panel's name, or its host where it has none. */
  readonly panel: string
  /** The app's own id of the panel; null for one that only the environment names. */
  readonly panelId: PanelId | null
}

/** A key that only its address and token are known of. */
export const bareKey = (baseUrl: string, access: PanelAccess, readToken: Credentials['readToken']): Credentials => ({
  panel: URL.parse(baseUrl)?.host ?? '',
  panelId: null,
  baseUrl,
  isDemo: false,
  access,
  declared: null,
  readToken,
})

async function findStored({ loadStoredKeys, options: { panel } }: Session): Promise<Result<readonly Credentials[]>> {
  const stored = await loadStoredKeys()
  if (!stored.ok) return stored
  const all = stored.value.map((key) => {
    const host = URL.parse(key.baseUrl)?.host ?? ''
    return { ...key, panel: safeText(key.panelName) || host, host }
  })
  if (all.length === 0) return fail('no-key')
  const keys = all.filter((key) => panel === null || key.panel === panel || key.host === panel)
  if (keys.length > 0) return ok(keys)
  return fail('no-key', {
    message: 'No stored key is for that panel.',
    hint: 'Run list without --panel to see the names.',
  })
}

/**
 * The one key of the environment, which alone has no `panelId`, its address found as the app does; else the stored ones, of
 * the panel that was chosen; both together are an error.
 */
export async function findCredentials(session: Session): Promise<Result<readonly Credentials[]>> {
  const { SERVERTRAY_URL: url, SERVERTRAY_TOKEN: token, SERVERTRAY_ALLOW_HTTP: allow } = session.env
  if (!url && !token) return findStored(session)
  if (session.options.panel !== null) {
    return fail('invalid-request', {
      message: 'Nothing was sent: --panel chooses a stored key, and SERVERTRAY_URL or SERVERTRAY_TOKEN is set.',
      hint: 'Leave out --panel to use the key of the environment, or unset both variables to use a stored one.',
    })
  }
  if (!url || !token) {
    return fail('invalid-request', {
      message: 'Only one of SERVERTRAY_URL and SERVERTRAY_TOKEN is set.',
      hint: 'Set both, or neither to use the stored keys.',
    })
  }
  const addresses = candidateBaseUrls(url)
  if (!addresses.ok) return addresses
  const [address, ...others] = addresses.value
  const allowsHttp = allow === '1'
  if (address === undefined || (needsConsent(address) && !allowsHttp)) {
    return fail('insecure-private', { hint: 'Use https, or set SERVERTRAY_ALLOW_HTTP=1 to send it all the same.' })
  }
  const keyFor = (baseUrl: string) => bareKey(baseUrl, { allowsHttp, fingerprint: null }, async () => ok(token))
  if (others.length === 0) return ok([keyFor(address)])
  const found = await findBaseUrl(url, (baseUrl) =>
    openAccess(session, keyFor(baseUrl)).client.listServers(session.call),
  )
  return found.ok ? ok([keyFor(found.value.baseUrl)]) : found
}

/** A client for one key, bounded as the options say. */
export function openAccess(
  { options: { timeoutMs, maxWaitMs }, clock, network, userAgent, stopped }: Session,
  { readToken, ...key }: Credentials,
) {
  const { baseUrl, access } = key
  return {
    ...key,
    /** Begins nothing once the person has ended the command, and waits for nothing any more but what an action came to. */
    client: createPanelClient({
      baseUrl,
      readToken,
      clock,
      fetch: network.fetchFor({ baseUrl, fingerprint: () => access.fingerprint }),
      allowsHttp: () => access.allowsHttp,
      userAgent,
      ...(timeoutMs !== null && { timeouts: { readMs: timeoutMs, actMs: timeoutMs } }),
      maxWaitMs,
      end: stopped,
    }),
  }
}

/** A key ready for use. */
export type Access = ReturnType<typeof openAccess>

/** Opens the WebSocket of a server's console, of a panel that one of the keys is for. */
export type OpenSocket = (baseUrl: string, address: URL, listener: ConsoleListener) => ConsoleSocket

/** What there is of the keys of a command. */
export type Keys = {
  readonly accesses: readonly Access[]
  readonly openSocket: OpenSocket
  /** The jobs under way, of this process and of others. */
  readonly journal: Journal
}

/** Opens sockets by the panels' routes and the certificates that are trusted for them. */
export function socketsFor({ clock, network, userAgent }: Session, accesses: readonly Access[]): OpenSocket {
  const fingerprints = new Map(accesses.map(({ baseUrl, access }) => [baseUrl, access.fingerprint]))
  return (baseUrl, address, listener) => {
    const connect = network.connectFor({ baseUrl, fingerprint: () => fingerprints.get(baseUrl) ?? null })
    const { origin } = new URL(baseUrl)
    const open = { address, origin, userAgent, clock, connect: () => connect(placeOfConsole(address)) }
    return openConsoleSocket(open, listener)
  }
}
