import type { Permission } from '../../shared/keys/permission.ts'
import type { PanelId } from '../../shared/model/identifier.ts'
import { safeText } from '../../shared/model/text.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { LoadStoredKeys } from '../keys/stored-key.ts'
import type { Clock } from '../lib/clock.ts'
import type { Network } from '../network/network.ts'
import { needsConsent, parseBaseUrl } from '../panel/address.ts'
import { createPanelClient } from '../panel/client.ts'
import { type ConsoleListener, type ConsoleSocket, openConsoleSocket } from '../panel/console-socket.ts'
import { placeOfConsole } from '../panel/machine-address.ts'
import type { PanelAccess } from '../panel/types.ts'
import type { CliOptions } from './argument-types.ts'

export type Credentials = {
  /** The panel's name, or its host where it has none. */
  readonly panel: string
  /** The app's own id of the panel; null for one that only the environment names. */
  readonly panelId: PanelId | null
  readonly baseUrl: string
  readonly isDemo: boolean
  readonly access: PanelAccess
  /** What the owner said it may do; null where that is not known. */
  readonly declared: readonly Permission[] | null
  readonly readToken: () => Promise<Result<string>>
}

type Environment = Readonly<Record<string, string | undefined>>

async function findStored(
  loadStoredKeys: LoadStoredKeys,
  panel: string | null,
): Promise<Result<readonly Credentials[]>> {
  const stored = await loadStoredKeys()
  if (!stored.ok) return stored
  const all = stored.value.map((key) => {
    const { panelId, baseUrl, isDemo, access, declared } = key
    const host = URL.parse(baseUrl)?.host ?? ''
    const panel = safeText(key.panelName) || host
    return { panel, panelId, host, baseUrl, isDemo, access, declared, readToken: () => key.readToken() }
  })
  if (all.length === 0) return fail('no-key')
  const keys = all.filter((key) => panel === null || key.panel === panel || key.host === panel)
  if (keys.length > 0) return ok(keys)
  return fail('no-key', {
    message: 'No stored key is for that panel.',
    hint: 'Run list without --panel to see the names.',
  })
}

/** The one key of the environment, which alone has no `panelId`, else those stored for `panel` (null for any); both together are an error. */
export async function findCredentials(
  env: Environment,
  loadStoredKeys: LoadStoredKeys,
  panel: string | null,
): Promise<Result<readonly Credentials[]>> {
  const { SERVERTRAY_URL: url, SERVERTRAY_TOKEN: token } = env
  if (!url && !token) return findStored(loadStoredKeys, panel)
  if (panel !== null) {
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
  const baseUrl = parseBaseUrl(url)
  if (!baseUrl.ok) return baseUrl
  const allowsHttp = env.SERVERTRAY_ALLOW_HTTP === '1'
  if (needsConsent(baseUrl.value) && !allowsHttp) {
    return fail('insecure-private', { hint: 'Use https, or set SERVERTRAY_ALLOW_HTTP=1 to send it all the same.' })
  }
  const { host } = new URL(baseUrl.value)
  const key = {
    panel: host,
    panelId: null,
    baseUrl: baseUrl.value,
    isDemo: false,
    access: { allowsHttp, fingerprint: null },
    declared: null,
    readToken: async () => ok(token),
  }
  return ok([key])
}

/** What the clients and sockets of a command have in common. */
export type Exchange = {
  readonly clock: Clock
  readonly network: Network
  readonly userAgent: string
}

/** A client for one key, bounded as the options say. */
export function openAccess(
  { readToken, ...key }: Credentials,
  { timeoutMs, maxWaitMs }: CliOptions,
  { clock, network, userAgent, stopped }: Exchange & { readonly stopped: AbortSignal },
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

/** Opens sockets by the panels' routes and the certificates that are trusted for them. */
export function socketsFor(accesses: readonly Access[], { clock, network, userAgent }: Exchange): OpenSocket {
  const fingerprints = new Map(accesses.map(({ baseUrl, access }) => [baseUrl, access.fingerprint]))
  return (baseUrl, address, listener) => {
    const connect = network.connectFor({ baseUrl, fingerprint: () => fingerprints.get(baseUrl) ?? null })
    const { origin } = new URL(baseUrl)
    const open = { address, origin, userAgent, clock, connect: () => connect(placeOfConsole(address)) }
    return openConsoleSocket(open, listener)
  }
}
