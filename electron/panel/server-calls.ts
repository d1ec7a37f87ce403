import type { Result } from '../../shared/result.ts'
import type { CallOptions } from './call-options.ts'
import type { Operation } from './operation.ts'
import type { Method } from './proof.ts'
import type { Turn } from './rate-budget.ts'
import type { JsonBody, PanelAnswer } from './transport.ts'

/** One call about a server. */
type ServerCall = {
  readonly operation: Operation
  readonly method: Method
  /** The path below the server's own: `/backups`. */
  readonly below: string
  /** The server's full uuid, where it is called by that. */
  readonly uuid?: string | undefined
  /** Sent as JSON; bytes as plain text. */
  readonly body?: JsonBody | Uint8Array<ArrayBuffer>
  /** Given where several calls share their waits. */
  readonly turn?: Turn
}

/** Makes one call about a server; its error is told in the words of the catalogue. */
export type CallServer = (identifier: string, call: ServerCall, options: CallOptions) => Promise<Result<PanelAnswer>>

/** What was read, as JSON that nobody vouches for. */
type Read = Promise<Result<{ readonly answer: PanelAnswer; readonly json: unknown }>>

/** Reads what stands at a path below a server's own. */
export type ReadServer = (identifier: string, call: Omit<ServerCall, 'method' | 'body'>, options: CallOptions) => Read

/**
 * Reads what stands at a path below the panel's base address, such as `/account`; the token is hidden in all that `parse`
 * gives.
 */
export type ReadPath = <T>(
  operation: Operation,
  path: string,
  parse: (json: unknown) => T | null,
  options?: CallOptions,
) => Promise<Result<T>>

/**
 * The options of what reads first and then changes something, with how late that may come (`notAfter`). They are asked for
 * before the reading, since the computer may sleep while that waits.
 */
export type OfAct = (options: CallOptions) => CallOptions
