import type { z } from 'zod'
import type { Clock } from '../../lib/clock.ts'
import { type Dialect, daemonRefusals, found, replyOf } from '../http/refusal.ts'
import { noContent, type Reply } from '../http/reply.ts'
import type { PanelRequest } from '../http/request.ts'
import type { LiveServer } from '../machine/live-server.ts'
import type { Node } from '../node/node.ts'
import type { StoredKey } from '../panel/api-keys.ts'
import type { PortsOf } from '../panel/game-ports.ts'
import { type Access, type Need, needOf, type Rights } from '../panel/rights.ts'

/**
 * Notes what happened on a server in its activity.
 * @param ip where a key was used; null, the default, for what the panel or the node did by itself
 */
export type Recorder = (server: LiveServer, event: string, properties?: object, ip?: string | null) => void

/** What the areas of a panel share. */
export type Area = {
  readonly clock: Clock
  readonly dialect: Dialect
  /** The panel's own zone, in which it writes times. */
  readonly timeZone: string
  readonly rights: Rights
  readonly node: Node
  readonly portsOf: PortsOf
  readonly record: Recorder
}

/** A request that met every condition. */
export type AccountCall = {
  readonly key: StoredKey
  readonly request: PanelRequest
  readonly params: Readonly<Record<string, string>>
  /** The body, checked; what fails the check ends the operation with the panel's refusal. */
  input<T>(schema: z.ZodType<T>): T
}

export type ServerCall = AccountCall & {
  readonly server: LiveServer
  /** Notes what was done, for the server's activity list. */
  record(event: string, properties?: object): void
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** `path` is below `{base_url}`. */
type Common = { readonly method: Method; readonly path: string }

export type ServerOperation = Common & {
  readonly scope: 'server'
  readonly needs: Need
  /** In the panel's own names, which the account may lack whatever its key says; null for none. */
  readonly right: string | null
  /** Answers even while the panel holds the server; `admin`: to an admin, but where it is suspended or in maintenance. */
  readonly worksInConflict?: 'always' | 'admin'
  readonly handle: (call: ServerCall) => Reply
}

/** One operation of the client API, as a row of its table. */
export type Operation =
  | (Common & { readonly scope: 'account'; readonly handle: (call: AccountCall) => Reply })
  | ServerOperation

/**
 * A row for an operation on one server.
 * @param path below `/servers/:server`
 * @param answer nothing for an empty answer, as after a power signal
 */
export function on(
  method: Method,
  path: string,
  access: Access,
  answer: (call: ServerCall) => Reply | undefined,
): ServerOperation {
  return {
    scope: 'server',
    method,
    path: `/servers/:server${path}`,
    ...needOf(access),
    handle: (call) => replyOf(() => answer(call) ?? noContent),
  }
}

/** The same for one with an input, which is checked first. */
export function onInput<Input>(
  method: Method,
  path: string,
  access: Access,
  schema: z.ZodType<Input>,
  answer: (call: ServerCall, input: Input) => Reply | undefined,
): ServerOperation {
  return on(method, path, access, (call) => answer(call, call.input(schema)))
}

/** Rows for one thing of a server, which `find` looks for; where there is none, in the words for a missing server. */
export const onOne =
  <Thing>(find: (call: ServerCall) => Thing | null | undefined) =>
  (method: Method, path: string, access: Access, answer: (call: ServerCall, thing: Thing) => Reply | undefined) =>
    on(method, path, access, (call) => answer(call, found(find(call))))

/** A row of what the server's machine does, which fails while that is down. */
export const atMachine = (
  row: ServerOperation,
  { node, dialect }: Pick<Area, 'node' | 'dialect'>,
): ServerOperation => ({
  ...row,
  handle: (call) => (node.isUp() ? row.handle(call) : daemonRefusals(dialect).unreachable),
})
