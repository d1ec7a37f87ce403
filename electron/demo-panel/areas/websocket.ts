import { refusal } from '../http/envelope.ts'
import type { RateLimitVerdict } from '../http/rate-limit.ts'
import { json, withHeaders } from '../http/reply.ts'
import type { LiveServer } from '../machine/live-server.ts'
import type { StoredKey } from '../panel/api-keys.ts'
import { on } from './operation.ts'

export type ConsoleAccess = {
  /** Counts one request for a server's credentials, whichever key asks. */
  takeRate(server: LiveServer): RateLimitVerdict
  /** A token for the server's socket, and the socket's address. */
  credentials(key: StoredKey, server: LiveServer): { readonly token: string; readonly socket: string }
}

/** The way to a server's live console. The permissions of key and account bound what they may do there. */
export const websocketRows = (access: ConsoleAccess) => [
  on('GET', '/websocket', 'websocket.connect', ({ key, server }) => {
    const rate = access.takeRate(server)
    const reply = rate.passed ? json({ data: access.credentials(key, server) }) : refusal.tooManyRequests()
    return withHeaders(reply, rate.headers)
  }),
]
