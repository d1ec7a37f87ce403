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

/** Reads what stands at a path below a server's own, as JSON that nobody vouches for. */
export type ReadServer = (
  identifier: string,
  call: Omit<ServerCall, 'method' | 'body'>,
  options: CallOptions,
) => Promise<Result<{ readonly answer: PanelAnswer; readonly json: unknown }>>
