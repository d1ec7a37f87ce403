/** An answer before it is written to the socket. */
export type Reply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
  /** The connection breaks in place of this answer. */
  readonly isCut?: true
}

/** An empty answer, as after a power signal. */
export const noContent: Reply = { status: 204, headers: {}, body: null }

/** A JSON answer. */
export function json(value: unknown, status = 200): Reply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

/** The same answer with more headers. */
export function withHeaders(reply: Reply, headers: Readonly<Record<string, string>>): Reply {
  return { ...reply, headers: { ...reply.headers, ...headers } }
}
