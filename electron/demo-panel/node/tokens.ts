import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { account } from '../panel/fleet.ts'

/** What a console token says (the panel's API, *GET /servers/{id}/websocket*). Times are whole unix seconds. */
export type Claims = {
  readonly iss: string
  readonly aud: string
  readonly jti: string
  readonly iat: number
  readonly nbf: number
  readonly exp: number
  readonly server_uuid: string
  readonly permissions: readonly string[]
  readonly user_uuid: string
  readonly unique_id: string
  readonly scope: 'websocket'
}

type Grant = Pick<Claims, 'iss' | 'aud' | 'server_uuid' | 'permissions'> & {
  /** The API key that asked for the token. */
  readonly keyId: string
}

/** A token is known for this long after its end, so that whoever still uses it is told why it is refused. */
const forgetMs = 3_600_000

export type Tokens = ReturnType<typeof createTokens>

/** Issues console tokens and knows which are denied. They are valid for one run of the panel. */
export function createTokens(now: () => number, lifetimeMs: number) {
  const issued = new Map<string, Claims>()
  /** The API key that each token was given to. */
  const keyIds = new WeakMap<Claims, string>()
  let bootedAt = 0

  return {
    /** A token in the form of a JSON Web Token, whose signature is a random text. */
    issue({ keyId, ...granted }: Grant): string {
      for (const [token, { exp }] of issued) if (exp * 1000 + forgetMs <= now()) issued.delete(token)
      const iat = Math.floor(now() / 1000)
      const claims: Claims = {
        ...granted,
        jti: jtiOf(granted.server_uuid),
        iat,
        nbf: iat - 300,
        exp: Math.floor((now() + lifetimeMs) / 1000),
        user_uuid: account.uuid,
        unique_id: randomUUID(),
        scope: 'websocket',
      }
      const token = `${encoded({ typ: 'JWT', alg: 'HS256' })}.${encoded(claims)}.${randomBytes(32).toString('base64url')}`
      issued.set(token, claims)
      keyIds.set(claims, keyId)
      return token
    },
    /** The claims of a token of this panel, whether or not they are good now; null for any other text. */
    read: (token: string): Claims | null => issued.get(token) ?? null,
    /** The API key that a token with these claims was given to. */
    keyOf: (claims: Claims): string | null => keyIds.get(claims) ?? null,
    /**
     * Whether a token was issued before the node was booted (wings, `router/tokens/websocket.go`). `iat` has whole seconds,
     * so a token issued later in the second of the boot is denied too.
     */
    isDenied: ({ iat }: Claims): boolean => iat * 1000 < bootedAt,
    /** Denies every token issued until now, as a boot of the node does. */
    boot() {
      bootedAt = now()
    },
  }
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function jtiOf(serverUuid: string): string {
  return createHash('sha256').update(`${account.uuid}${serverUuid}`).digest('hex')
}

/**
 * Why a token that the panel issued is not good for this server now, in the node's words; null when it is.
 * @param now unix milliseconds
 */
export function tokenTrouble(claims: Claims, serverUuid: string, now: number, isDenied: boolean): string | null {
  if (secondsLeft(claims, now) < 0) return 'jwt: exp claim is invalid'
  if (isDenied) return 'jwt: created too far in past (denylist)'
  if (!holds(claims.permissions, 'websocket.connect')) return 'jwt: missing connect permission'
  return claims.server_uuid === serverUuid ? null : 'jwt: server uuid mismatch'
}

/**
 * Whole seconds until the token expires, as the node counts them: it is still good in the second in which it expires.
 */
export function secondsLeft(claims: Claims, now: number): number {
  return claims.exp - Math.floor(now / 1000)
}

/** True when the permission is among these; `*` stands for all but an administrator's. */
export function holds(permissions: readonly string[], permission: string): boolean {
  return permissions.includes(permission) || (permissions.includes('*') && !permission.startsWith('admin.'))
}
