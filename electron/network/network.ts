import type { Socket } from 'node:net'
import type { Fingerprint } from '../../shared/certificate-schema.ts'
import { appError } from '../../shared/errors.ts'
import { getOrMake } from '../../shared/tables.ts'
import type { Clock } from '../lib/clock.ts'
import { late, withTimeout } from '../lib/time-limit.ts'
import { createAgent, type Dispatcher } from './agent.ts'
import { type Authorities, createAuthorities } from './authorities.ts'
import { connectTimeoutMs, openConnection, type Target } from './connect.ts'
import { ConnectionFailure } from './connection-failure.ts'
import { reachOf } from './hosts.ts'
import type { Route } from './proxy.ts'

export type Fetch = typeof globalThis.fetch

/** The certificate trusted for one host and port, asked anew for every request. */
export type Trust = {
  /** Of the panel; only requests to its host and port make use of the trust. */
  readonly baseUrl: string
  readonly fingerprint: () => Fingerprint | null
}

function targetOf(place: { protocol: string; hostname: string; port: string }): Target {
  const isTls = place.protocol === 'https:'
  const port = place.port === '' ? (isTls ? 443 : 80) : Number(place.port)
  return { protocol: isTls ? 'https:' : 'http:', host: place.hostname.replace(/^\[|\]$/g, ''), port }
}

/**
 * The app's way to panels. Connections are kept apart by what was trusted when they were made, so that
 * nothing goes out over one whose certificate is trusted no longer.
 * @param deps.findRoutes the routes that the system's proxy settings give for an origin
 * @param deps.authorities who may sign a certificate; Node's and the system's by default
 */
export function createNetwork(deps: {
  readonly clock: Clock
  readonly findRoutes: (origin: string) => Promise<readonly Route[]>
  readonly authorities?: Authorities
  readonly platform?: NodeJS.Platform
}) {
  const { clock, findRoutes, authorities = createAuthorities(), platform = process.platform } = deps
  const agents = new Map<string, Dispatcher>()

  /** The routes to a target. This computer is always reached directly. */
  async function routesTo(target: Target, origin: string): Promise<readonly Route[]> {
    if (reachOf(target.host) === 'loopback') return [{ kind: 'direct' }]
    const routes = await withTimeout(clock, connectTimeoutMs, findRoutes(origin)).catch(() => null)
    if (routes !== late && routes !== null) return routes
    const message = 'The proxy settings of this computer could not be read. Nothing was sent.'
    throw new ConnectionFailure(appError('proxy-failed', { message }))
  }

  /** Opens a connection over whatever route the system's settings give, each within the time limit. */
  async function open(target: Target, origin: string, trusted: Fingerprint | null): Promise<Socket> {
    const routes = await routesTo(target, origin)
    return openConnection({ target, routes, trusted, authorities, platform, clock })
  }

  /** What connects for one origin alone. */
  const agentFor = (origin: string, trusted: Fingerprint | null): Dispatcher =>
    getOrMake(agents, `${origin} ${trusted ?? ''}`, () =>
      createAgent((place, callback) => {
        open(targetOf(place), origin, trusted).then(
          (socket) => callback(null, socket),
          (thrown) => callback(thrown instanceof Error ? thrown : new Error('no connection'), null),
        )
      }),
    )

  /** @param trustedFor the certificate that is trusted at an origin beside those of known authorities */
  const fetchWith =
    (trustedFor: (origin: string) => Fingerprint | null): Fetch =>
    (input, init) => {
      const { origin } = new URL(input instanceof Request ? input.url : input)
      return fetch(input, Object.assign({}, init, { dispatcher: agentFor(origin, trustedFor(origin)) }))
    }

  return {
    /** `fetch` as the app's policy has it: system proxy, verified certificates, one more trusted where said. */
    fetchFor(trust: Trust): Fetch {
      const own = URL.parse(trust.baseUrl)?.origin
      return fetchWith((origin) => (origin === own ? trust.fingerprint() : null))
    },
    /**
     * The same for the machines that a panel names, which get no token. There the panel's trusted certificate counts
     * whatever the place: who shows it holds the key that the person trusted.
     */
    fetchFromMachines: (trust: Trust): Fetch => fetchWith(() => trust.fingerprint()),
    /**
     * One connection to such a machine, at the place of `url` (`http:` or `https:`), for what is no `fetch`. Throws what
     * `openConnection` throws.
     */
    connectFor:
      (trust: Trust): ((url: URL) => Promise<Socket>) =>
      (url) =>
        open(targetOf(url), url.origin, trust.fingerprint()),
    /** Ends the connections of requests. */
    async dispose(): Promise<void> {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()))
      agents.clear()
    },
  }
}

export type Network = ReturnType<typeof createNetwork>
