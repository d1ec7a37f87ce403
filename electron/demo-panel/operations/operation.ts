import type { z } from 'zod'
import type { Reply } from '../http/reply.ts'
import type { PanelRequest } from '../http/request.ts'
import type { LiveServer } from '../machine/live-server.ts'
import type { StoredKey } from '../panel/api-keys.ts'
import type { Need, Verdict } from '../panel/auth.ts'

/** A request that met every condition. */
export type AccountCall = {
  readonly key: StoredKey
  readonly request: PanelRequest
  readonly params: Readonly<Record<string, string>>
  /** The body, checked; the reply is the refusal to give. */
  input<T>(schema: z.ZodType<T>): Verdict<T>
}

export type ServerCall = AccountCall & {
  readonly server: LiveServer
  /** Notes what was done, for the server's activity list. */
  record(event: string, properties?: Readonly<Record<string, unknown>>): void
}

type Common = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `{base_url}`. */
  readonly path: string
}

/** One operation of the client API, as a row of its table. */
export type Operation =
  | (Common & { readonly scope: 'account'; readonly handle: (call: AccountCall) => Reply })
  | (Common & {
      readonly scope: 'server'
      readonly needs: Need
      /** The same in the panel's own names, which the account may lack whatever its key says. */
      readonly right?: string
      /** Answers even while the server is suspended or restoring. */
      readonly worksInConflict?: true
      readonly handle: (call: ServerCall) => Reply
    })

type Handle = (call: ServerCall) => Reply

/** Rows for operations on one server; `path` is below `/servers/:server`. */
export function onServer(
  method: Common['method'],
  path: string,
  needs: Need,
  handle: Handle,
  right?: string,
): Operation {
  const row = { scope: 'server', method, path: `/servers/:server${path}`, needs, handle } as const
  return right === undefined ? row : { ...row, right }
}
