import { randomUUID } from 'node:crypto'
import { json, type Reply, withHeaders } from './reply.ts'

/** Which of the two programs the demo panel answers as; for the app, both speak the dialect `pterodactyl`. */
export type Dialect = 'pterodactyl' | 'pelican'

/** The body of a failed answer, in which `status` is a string. */
export function problems(
  status: number,
  troubles: readonly { readonly code: string; readonly detail: string; readonly meta?: object }[],
): Reply {
  const errors = troubles.map(({ code, detail, meta }) => ({ code, status: String(status), detail, meta }))
  return json({ errors }, status)
}

/** A refusal by the class of the panel's own error and its words. */
export const problem = (status: number, code: string, detail: string): Reply => problems(status, [{ code, detail }])

/** A refusal for what the panel itself shows to its users. */
export const displayed = (detail: string): Reply => problem(400, 'DisplayException', detail)

const notFound = (detail: string) => problem(404, 'NotFoundHttpException', detail)
const inConflict = (detail: string) => problem(409, 'ServerStateConflictException', detail)
const notInstalled = inConflict('This server has not yet completed its installation process, please try again later.')
const unexpected = 'An unexpected error was encountered while processing this request, please try again.'
const noMachine = 'Could not establish a connection to the machine running this server. Please try again.'

/** The refusals that more than one area has, in the panel's own words. */
export const refusal = {
  unauthenticated: problem(401, 'AuthenticationException', 'Unauthenticated.'),
  permissionLacking: problem(403, 'AuthorizationException', 'This action is unauthorized.'),
  allNeeded: problem(403, 'AccessDeniedHttpException', 'This action requires an API key with all permissions.'),
  unknownResource: notFound('The requested resource could not be found on the server.'),
  notOnThisServer: notFound('The requested resource does not exist on this server.'),
  suspended: inConflict('This server is currently suspended and the functionality requested is unavailable.'),
  maintenance: inConflict(
    'The node of this server is currently under maintenance and the functionality requested is unavailable.',
  ),
  installing: notInstalled,
  install_failed: notInstalled,
  /** On one of the two panels, with the same words. */
  reinstall_failed: notInstalled,
  restoring_backup: inConflict('This server is currently restoring from a backup, please try again later.'),
  transferring: inConflict('This server is currently being transferred to a new machine, please try again later.'),
  tooManyRequests: problem(429, 'ThrottleRequestsException', 'Too Many Attempts.'),
  addressNotAllowed: (ip: string) =>
    problem(
      403,
      'AccessDeniedHttpException',
      `This IP address (${ip}) does not have permission to access the API using these credentials.`,
    ),
  /** Laravel's words for an address that it has no route for. */
  noRoute: (path: string) => notFound(`The route ${path.replace(/^\//, '')} could not be found.`),
  methodNotAllowed(method: string, allowed: readonly string[]) {
    const detail = `The ${method} method is not supported for this route. Supported methods: ${allowed.join(', ')}.`
    return withHeaders(problem(405, 'MethodNotAllowedHttpException', detail), { allow: allowed.join(', ') })
  },
  badRequest: (detail: string) => problem(400, 'BadRequestHttpException', detail),
  forbidden: (detail: string) => problem(403, 'HttpForbiddenException', detail),
  /** @param code what the panel's own code ran into */
  failed: (code = 'HttpException') => problem(500, code, unexpected),
} as const

/** Ends an operation with a refusal, wherever in it that is found out. */
class Refused extends Error {
  readonly reply: Reply
  constructor(reply: Reply) {
    super('refused')
    this.reply = reply
  }
}

/** Ends the operation under way with this answer. */
export function refuse(reply: Reply): never {
  throw new Refused(reply)
}

/** What was looked for on a server; where there is none it ends the operation with the words for a missing server. */
export function found<T>(thing: T | null | undefined): T {
  return thing ?? refuse(refusal.unknownResource)
}

/** What the work returns, or the refusal that ended it. */
export function replyOf<T>(work: () => T): T | Reply {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refused) return error.reply
    throw error
  }
}

/** How a panel passes on what goes wrong at the node: one with the node's own words, the other without. */
export function daemonRefusals(dialect: Dialect) {
  const isPelican = dialect === 'pelican'
  return {
    /** The node could not be reached, or took too long. */
    unreachable: isPelican
      ? refusal.failed('ConnectionException')
      : problem(504, 'DaemonConnectionException', noMachine),
    /**
     * The node answered with an error of its own.
     * @param told the panel's own status, where it does not pass on the node's
     */
    refused(status: number, detail: string, told = status): Reply {
      if (isPelican) return refusal.failed('RequestException')
      const text =
        told < 500
          ? `An error occurred on the remote host: ${detail}. (request id: ${randomUUID()})`
          : `There was an error while communicating with the machine running this server. This error has been logged, please try again. (code: ${status}) (request_id: ${randomUUID()})`
      return problem(told, 'DaemonConnectionException', text)
    },
  }
}
