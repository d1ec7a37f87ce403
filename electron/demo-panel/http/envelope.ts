import { json, type Reply } from './reply.ts'
import type { PanelRequest } from './request.ts'

/** One object in the panel's wrapping. */
export type Item = { readonly object: string; readonly attributes: unknown; readonly meta?: unknown }

/** One object in the panel's wrapping: `{ object, attributes, meta? }`. */
export function item(object: string, attributes: unknown, meta?: unknown): Item {
  return meta === undefined ? { object, attributes } : { object, attributes, meta }
}

/** Several objects in the panel's wrapping: `{ object: 'list', data, meta? }`. */
export function list(items: readonly Item[], meta?: unknown): unknown {
  return { object: 'list', data: items, ...(meta === undefined ? {} : { meta }) }
}

/** Stands where the key may not see what was asked for. */
export const hidden: Item = { object: 'null_resource', attributes: null }

export type PageSize = { readonly usual: number; readonly most: number }

/** One page of a list, chosen by the query's `page` and `per_page`. A page past the end is empty. */
export function page(
  items: readonly Item[],
  { query, origin, path }: Pick<PanelRequest, 'query' | 'origin' | 'path'>,
  size: PageSize,
  meta: object = {},
) {
  const perPage = Math.min(size.most, positive(query.get('per_page')) ?? size.usual)
  const current = positive(query.get('page')) ?? 1
  const pages = Math.max(1, Math.ceil(items.length / perPage))
  const data = items.slice((current - 1) * perPage, current * perPage)
  const link = (number: number) => `${origin}${path}?page=${number}`
  const links = {
    ...(current > 1 ? { previous: link(current - 1) } : {}),
    ...(current < pages ? { next: link(current + 1) } : {}),
  }
  const pagination = {
    total: items.length,
    count: data.length,
    per_page: perPage,
    current_page: current,
    total_pages: pages,
    links,
  }
  return list(data, { ...meta, pagination })
}

function positive(text: string | null): number | null {
  if (text === null || !/^\d{1,6}$/.test(text)) return null
  return Math.max(1, Number(text))
}

/** ISO 8601 with an offset, as the panel writes times; null stays null. */
export function time(at: number): string
export function time(at: number | null): string | null
export function time(at: number | null): string | null {
  return at === null ? null : `${new Date(at).toISOString().slice(0, 19)}+00:00`
}

type Trouble = { readonly code: string; readonly detail: string; readonly meta?: object }

/** The body of a failed answer, in which `status` is a string. */
export function problems(status: number, troubles: readonly Trouble[]): Reply {
  const errors = troubles.map(({ code, detail, meta }) => ({
    code,
    status: String(status),
    detail,
    ...(meta === undefined ? {} : { meta }),
  }))
  return json({ errors }, status)
}

function problem(status: number, code: string, detail: string): Reply {
  return problems(status, [{ code, detail }])
}

const notFound = (detail: string) => problem(404, 'NotFoundHttpException', detail)
const inConflict = (detail: string) => problem(409, 'ServerStateConflictException', detail)
const notInstalled = () =>
  inConflict('This server has not yet completed its installation process, please try again later.')

/** Every refusal of the panel, with its own words. */
export const refusal = {
  unauthenticated: () => problem(401, 'AuthenticationException', 'Unauthenticated.'),
  addressNotAllowed: (ip: string) =>
    problem(
      403,
      'AccessDeniedHttpException',
      `This IP address (${ip}) does not have permission to access the API using these credentials.`,
    ),
  permissionLacking: () => problem(403, 'AuthorizationException', 'This action is unauthorized.'),
  allNeeded: () => problem(403, 'AccessDeniedHttpException', 'This action requires an API key with all permissions.'),
  unknownResource: () => notFound('The requested resource could not be found on the server.'),
  /** Laravel's words for an address that it has no route for. */
  noRoute: (path: string) => notFound(`The route ${path.replace(/^\//, '')} could not be found.`),
  notOnThisServer: () => notFound('The requested resource does not exist on this server.'),
  notFoundForServer: () => notFound('The requested resource was not found for this server.'),
  methodNotAllowed: (method: string, allowed: readonly string[]): Reply => {
    const reply = problem(
      405,
      'MethodNotAllowedHttpException',
      `The ${method} method is not supported for this route. Supported methods: ${allowed.join(', ')}.`,
    )
    return { ...reply, headers: { ...reply.headers, allow: allowed.join(', ') } }
  },
  suspended: () => inConflict('This server is currently suspended and the functionality requested is unavailable.'),
  installing: notInstalled,
  /** On one of the two panels, with the same words. */
  reinstall_failed: notInstalled,
  restoring_backup: () => inConflict('This server is currently restoring from a backup, please try again later.'),
  malformedJson: (why: string) =>
    problem(400, 'BadRequestHttpException', `The JSON data passed in the request appears to be malformed: ${why}`),
  badRequest: (detail: string) => problem(400, 'BadRequestHttpException', detail),
  badQuery: (code: string, detail: string) => problem(400, code, detail),
  limitReached: (code: string, detail: string) => problem(400, code, detail),
  tooLarge: () => problem(413, 'PostTooLargeException', 'The request body is too large.'),
  tooManyRequests: () => problem(429, 'ThrottleRequestsException', 'Too Many Attempts.'),
  tooMany: (detail: string) => problem(429, 'TooManyRequestsHttpException', detail),
  noQuery: (why: string) => problem(406, 'HttpException', why),
  notOnline: () => problem(502, 'HttpException', 'Server must be online in order to send commands.'),
  /** An error of the node: what it says is passed on, but for a failure of its own. */
  remote: (status: number, detail: string) =>
    problem(
      status,
      'DaemonConnectionException',
      status < 500
        ? `An error occurred on the remote host: ${detail}. (request id: )`
        : `There was an error while communicating with the machine running this server. This error has been logged, please try again. (code: ${status}) (request_id: )`,
    ),
  unreachable: () =>
    problem(
      504,
      'DaemonConnectionException',
      'Could not establish a connection to the machine running this server. Please try again.',
    ),
  forbidden: (detail: string) => problem(403, 'HttpForbiddenException', detail),
  wrongHost: () => problem(421, 'HttpException', 'This panel answers only to its own address on this computer.'),
  /** @param code what the panel's own code ran into */
  failed: (code = 'HttpException') =>
    problem(500, code, 'An unexpected error was encountered while processing this request, please try again.'),
} as const
