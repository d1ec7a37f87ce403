import { allows } from '../../shared/keys/permission.ts'
import type { AccountCall, Operation, Recorder, ServerOperation } from './areas/operation.ts'
import { readInput } from './http/input.ts'
import { createRateLimits, type RateLimits } from './http/rate-limit.ts'
import { refusal, refuse, replyOf } from './http/refusal.ts'
import { type Reply, withHeaders } from './http/reply.ts'
import type { PanelRequest } from './http/request.ts'
import { match } from './http/router.ts'
import type { Conflict, LiveServer } from './machine/live-server.ts'
import { isAllowed } from './panel/allowed-ips.ts'
import { type ApiKeys, reaches, type StoredKey } from './panel/api-keys.ts'
import type { Fleet } from './panel/fleet.ts'
import type { Rights } from './panel/rights.ts'

export const apiPath = '/api/client'

/** Limit on requests without a good token, for each address. */
const wrongTokenLimit = { requests: 60, windowMs: 60_000 }

type Deps = {
  readonly keys: ApiKeys
  readonly fleet: Fleet
  readonly operations: readonly Operation[]
  readonly rights: Rights
  readonly now: () => number
  readonly record: Recorder
  /** The account's one budget, shared by all keys. */
  readonly rateLimit: RateLimits
}

/**
 * The client API. A request must meet every condition, in this order: key, address, rate limit, server, permission,
 * state; then its input is checked. Requests without a good key have a rate limit of their own, so that nobody finds a
 * token by trying, and nobody with a key is locked out.
 */
export function createApi({ keys, fleet, operations, rights, now, record, rateLimit }: Deps) {
  const wrongTokens = createRateLimits(wrongTokenLimit)

  return (request: PanelRequest): Reply => {
    const key = keys.find(request.headers.authorization)
    if (key === null) {
      const wrong = wrongTokens.take(request.remote, now())
      return wrong.passed ? refusal.unauthenticated : withHeaders(refusal.tooManyRequests, wrong.headers)
    }
    if (!isAllowed(key.allowedIps, request.remote)) return refusal.addressNotAllowed(request.remote)
    keys.touch(key.id)
    const rate = rateLimit.take('account', now())
    const reply = rate.passed ? replyOf(() => dispatch(request, key)) : refusal.tooManyRequests
    // Of two limits the one with less left is told (the panel's API, *Rate limits*).
    const left = (headers: Reply['headers']) => Number(headers['x-ratelimit-remaining'] ?? Number.POSITIVE_INFINITY)
    return left(reply.headers) <= left(rate.headers) ? reply : withHeaders(reply, rate.headers)
  }

  function dispatch(request: PanelRequest, key: StoredKey): Reply {
    const { found, allowed } = match(operations, request.method, request.path.slice(apiPath.length))
    if (found === null) {
      if (allowed.length === 0) return refusal.noRoute(request.path)
      return refusal.methodNotAllowed(request.method, allowed)
    }
    const { route, params } = found
    const call: AccountCall = { key, request, params, input: (schema) => readInput(request, schema) }
    if (route.scope === 'account') return route.handle(call)
    const server = fleet.find(params.server ?? '') ?? refuse(refusal.unknownResource)
    if (!rights.reaches(server)) refuse(refusal.unknownResource)
    admit(route, key, server)
    const note = (event: string, properties?: object) => record(server, event, properties, request.remote)
    return route.handle({ ...call, server, record: note })
  }

  function passes(works: ServerOperation['worksInConflict'], conflict: Conflict): boolean {
    if (works !== 'admin') return works === 'always'
    return rights.isAdmin() && conflict !== 'suspended' && conflict !== 'maintenance'
  }

  /** Refuses what the key, the account, or the server's state does not allow. */
  function admit({ needs, right, worksInConflict }: ServerOperation, key: StoredKey, server: LiveServer) {
    if (!reaches(key, server)) refuse(refusal.notOnThisServer)
    if (needs !== null && !allows(key.permissions, needs)) {
      refuse(needs === 'all' ? refusal.allNeeded : refusal.permissionLacking)
    }
    if (right !== null && !rights.allow(key, right, server)) refuse(refusal.permissionLacking)
    const conflict = server.conflict()
    if (conflict !== null && !passes(worksInConflict, conflict)) refuse(refusal[conflict])
  }
}
