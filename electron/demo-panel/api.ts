import { allows } from '../../shared/keys/permission.ts'
import type { Activity } from './areas/activity.ts'
import type { AccountCall, Operation, ServerOperation } from './areas/operation.ts'
import { readInput } from './http/input.ts'
import { createRateLimits, type RateLimitVerdict, tighter } from './http/rate-limit.ts'
import { refusal, refuse, replyOf } from './http/refusal.ts'
import { type Reply, withHeaders } from './http/reply.ts'
import type { PanelRequest } from './http/request.ts'
import { match } from './http/router.ts'
import type { LiveServer } from './machine/live-server.ts'
import { isAllowed } from './panel/allowed-ips.ts'
import { type ApiKeys, reaches, type StoredKey } from './panel/api-keys.ts'
import type { Fleet } from './panel/fleet.ts'
import type { Rights } from './panel/rights.ts'

export const apiPath = '/api/client'

/** What later panels limit on each server besides (the panel's API, *Rate limits*). */
const laterLimits = {
  'POST /backups/:backup/restore': { requests: 3, windowMs: 15 * 60_000 },
  'POST /schedules': { requests: 2, windowMs: 60_000 },
  'POST /databases': { requests: 2, windowMs: 60_000 },
  'POST /network/allocations': { requests: 2, windowMs: 60_000 },
  'POST /users': { requests: 10, windowMs: 15 * 60_000 },
}

type Deps = {
  readonly keys: ApiKeys
  readonly fleet: Fleet
  readonly activity: Activity
  readonly operations: readonly Operation[]
  readonly rights: Rights
  readonly now: () => number
  readonly hasLaterLimits: boolean
  readonly takeRate: () => RateLimitVerdict
  /** Counts a request without a good token, by the address it came from. */
  readonly takeWrongToken: (remote: string) => RateLimitVerdict
}

/**
 * The client API. A request must meet every condition, in this order: key, address, rate limit, server, permission,
 * state; then its input is checked. Requests without a good key have a rate limit of their own, so that nobody finds a
 * token by trying, and nobody with a key is locked out.
 */
export function createApi(deps: Deps) {
  const { keys, fleet, activity, operations, rights, now } = deps
  const limits = new Map(
    Object.entries(deps.hasLaterLimits ? laterLimits : {}).map(([name, limit]) => [
      name.replace(' ', ' /servers/:server'),
      createRateLimits(limit),
    ]),
  )

  return (request: PanelRequest): Reply => {
    const key = keys.find(request.headers.authorization)
    if (key === null) {
      const wrong = deps.takeWrongToken(request.remote)
      return wrong.passed ? refusal.unauthenticated : withHeaders(refusal.tooManyRequests, wrong.headers)
    }
    if (!isAllowed(key.allowedIps, request.remote)) return refusal.addressNotAllowed(request.remote)
    keys.touch(key.id)
    const rate = deps.takeRate()
    const reply = rate.passed ? replyOf(() => dispatch(request, key)) : refusal.tooManyRequests
    return withHeaders(reply, tighter(reply.headers, rate.headers))
  }

  function dispatch(request: PanelRequest, key: StoredKey): Reply {
    const found = match(operations, request.method, request.path.slice(apiPath.length))
    if (found.kind === 'none') return refusal.noRoute(request.path)
    if (found.kind === 'wrong-method') return refusal.methodNotAllowed(request.method, found.allowed)
    const { route, params } = found
    const call: AccountCall = { key, request, params, input: (schema) => readInput(request, schema) }
    if (route.scope === 'account') return route.handle(call)
    const server = serverFor(key, params.server ?? '')
    admit(route, key, server)
    const rate = limits.get(`${route.method} ${route.path}`)?.take(server.uuid, now()) ?? { passed: true, headers: {} }
    if (!rate.passed) return withHeaders(refusal.tooManyRequests, rate.headers)
    const record = (event: string, properties = {}) => activity.record(server, event, request.remote, properties)
    return withHeaders(route.handle({ ...call, server, record }), rate.headers)
  }

  function serverFor(key: StoredKey, id: string): LiveServer {
    const server = fleet.find(id) ?? refuse(refusal.unknownResource)
    return reaches(key, server) ? server : refuse(refusal.notOnThisServer)
  }

  /** Refuses what the key, the account, or the server's state does not allow. */
  function admit({ needs, right, worksInConflict }: ServerOperation, key: StoredKey, server: LiveServer) {
    if (needs !== null && !allows(key.permissions, needs)) {
      refuse(needs === 'all' ? refusal.allNeeded : refusal.permissionLacking)
    }
    if (right !== null && !rights.allow(key, right, server)) refuse(refusal.permissionLacking)
    const conflict = server.conflict()
    if (conflict !== null && !worksInConflict) refuse(refusal[conflict])
  }
}
