import { refusal } from './http/envelope.ts'
import { type RateLimitVerdict, tighter } from './http/rate-limit.ts'
import { type Reply, withHeaders } from './http/reply.ts'
import type { PanelRequest } from './http/request.ts'
import { match } from './http/router.ts'
import type { LiveServer } from './machine/live-server.ts'
import type { Activity } from './operations/activity.ts'
import { readInput } from './operations/input.ts'
import type { AccountCall, Operation } from './operations/operation.ts'
import type { Rights } from './operations/panel-permissions.ts'
import type { ApiKeys, StoredKey } from './panel/api-keys.ts'
import { checkAddress, checkKey, checkPermission, checkServer, checkState } from './panel/auth.ts'
import type { Fleet } from './panel/fleet.ts'

export const apiPath = '/api/client'

type Deps = {
  readonly keys: ApiKeys
  readonly fleet: Fleet
  readonly activity: Activity
  readonly operations: readonly Operation[]
  readonly rights: Rights
  readonly takeRate: () => RateLimitVerdict
  /** Counts a request without a good token, by the address it came from. */
  readonly takeWrongToken: (remote: string) => RateLimitVerdict
}

/**
 * The client API. A request must meet every condition, in this order: key, address, rate limit, server, permission,
 * state; then its input is checked. Requests without a good key have a rate limit of their own, so that nobody finds a
 * token by trying, and nobody with a key is locked out.
 */
export function createApi({ keys, fleet, activity, operations, rights, takeRate, takeWrongToken }: Deps) {
  return (request: PanelRequest): Reply => {
    const key = checkKey(keys, request.headers.authorization)
    if (!key.ok) {
      const wrong = takeWrongToken(request.remote)
      return wrong.passed ? key.reply : withHeaders(refusal.tooManyRequests(), wrong.headers)
    }
    const address = checkAddress(key.value, request.remote)
    if (!address.ok) return address.reply
    keys.touch(key.value.id)
    const rate = takeRate()
    const reply = rate.passed ? dispatch(request, key.value) : refusal.tooManyRequests()
    return withHeaders(reply, tighter(reply.headers, rate.headers))
  }

  function dispatch(request: PanelRequest, key: StoredKey): Reply {
    const found = match(operations, request.method, request.path.slice(apiPath.length))
    if (found.kind === 'none') return refusal.noRoute(request.path)
    if (found.kind === 'wrong-method') return refusal.methodNotAllowed(request.method, found.allowed)
    const { route, params } = found
    const call: AccountCall = { key, request, params, input: (schema) => readInput(request, schema) }
    if (route.scope === 'account') return route.handle(call)
    const server = checkServer(key, fleet, params.server ?? '')
    if (!server.ok) return server.reply
    const refused = refusalOf(route, key, server.value)
    if (refused !== null) return refused
    return route.handle({
      ...call,
      server: server.value,
      record: (event, properties = {}) => activity.record(server.value, event, request.remote, properties),
    })
  }

  /** Why the key, the account, or the server's state does not allow the operation; null where all do. */
  function refusalOf(route: Operation & { scope: 'server' }, key: StoredKey, server: LiveServer): Reply | null {
    const permission = checkPermission(key, route.needs)
    if (!permission.ok) return permission.reply
    if (route.right !== undefined && !rights.allow(key, route.right)) return refusal.permissionLacking()
    const state = route.worksInConflict ? { ok: true as const } : checkState(server)
    return state.ok ? null : state.reply
  }
}
