import { randomBytes, randomUUID } from 'node:crypto'

/** What a console token was given for, by the panel's own names, and to which API key. */
type Grant = { readonly keyId: string; readonly serverUuid: string; readonly permissions: readonly string[] }

/** A token of this panel. Times are whole unix seconds. */
export type ConsoleToken = Grant & { readonly iat: number; readonly exp: number }

/** How long a token is good, in seconds. */
const lifetimeSeconds = 600
/** A token is known for this long after its end, so that whoever still uses it is told why it is refused. Seconds. */
const forgetSeconds = 3_600

export type Tokens = ReturnType<typeof createTokens>

/**
 * Issues console tokens, in the form of a JSON Web Token whose signature is a random text (the panel's API,
 * *GET /servers/{id}/websocket*). They are valid for one run of the panel.
 */
export function createTokens(now: () => number) {
  const issued = new Map<string, ConsoleToken>()
  const seconds = () => Math.floor(now() / 1000)
  let bootedAt = 0

  /** Whole seconds until it expires, as the node counts them: it is still good in the second in which it expires. */
  const secondsLeft = ({ exp }: ConsoleToken): number => exp - seconds()

  return {
    secondsLeft,
    issue(grant: Grant): string {
      for (const [text, token] of issued) if (secondsLeft(token) <= -forgetSeconds) issued.delete(text)
      const iat = seconds()
      const { serverUuid: server_uuid, permissions } = grant
      const exp = iat + lifetimeSeconds
      const claims = { iat, nbf: iat - 300, exp, server_uuid, permissions, unique_id: randomUUID() }
      const text = `${encoded({ typ: 'JWT', alg: 'HS256' })}.${encoded(claims)}.${randomBytes(32).toString('base64url')}`
      issued.set(text, { ...grant, iat, exp })
      return text
    },
    /** A token of this panel, whether or not it is good now; null for any other text. */
    read: (text: string): ConsoleToken | null => issued.get(text) ?? null,
    /**
     * Why a token is not good for this server now, in the node's words; null when it is. One that was issued before the
     * node was booted is denied (wings, `router/tokens/websocket.go`), by whole seconds.
     * @param isGranted whether the API key behind it still allows all that it says
     */
    trouble(token: ConsoleToken, serverUuid: string, isGranted: boolean): string | null {
      if (secondsLeft(token) < 0) return 'jwt: exp claim is invalid'
      if (token.iat * 1000 < bootedAt || !isGranted) return 'jwt: created too far in past (denylist)'
      return token.serverUuid === serverUuid ? null : 'jwt: server uuid mismatch'
    },
    /** Denies every token issued until now, as a boot of the node does. */
    boot() {
      bootedAt = now()
    },
  }
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** True when the permission is among these; `*` stands for all but an administrator's. */
export function holds(permissions: readonly string[], permission: string): boolean {
  return permissions.includes(permission) || (permissions.includes('*') && !permission.startsWith('admin.'))
}
