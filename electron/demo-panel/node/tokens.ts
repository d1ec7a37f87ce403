import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type Claims, claimsSchema } from './claims.ts'
import { signJwt, verifyJwt } from './jwt.ts'

/** The one account of the demo panel. */
const accountUuid = '3f1d0c5a-8b7e-4a64-9a21-5d2c7be0f413'

type Grant = {
  readonly serverUuid: string
  readonly permissions: readonly string[]
  /** The panel's and the node's own addresses. */
  readonly issuer: string
  readonly audience: string
}

type Deps = { readonly now: () => number; readonly lifetimeMs: number }

export type Tokens = ReturnType<typeof createTokens>

/** Issues console tokens and knows which of them are denied. They are good for one run of the panel. */
export function createTokens({ now, lifetimeMs }: Deps) {
  const secret = randomBytes(32)
  /** By token id, when each expires; those expired may be forgotten. */
  const issued = new Map<string, number>()
  const denied = new Map<string, number>()
  const counts = new Map<string, number>()

  function forgetExpired() {
    for (const known of [issued, denied]) {
      for (const [id, expiresAt] of known) if (expiresAt <= now()) known.delete(id)
    }
  }

  return {
    issue({ serverUuid, permissions, issuer, audience }: Grant): string {
      forgetExpired()
      const id = randomUUID()
      issued.set(id, now() + lifetimeMs)
      counts.set(serverUuid, (counts.get(serverUuid) ?? 0) + 1)
      const seconds = now() / 1000
      const claims: Claims = {
        iss: issuer,
        aud: audience,
        jti: createHash('sha256').update(`${accountUuid}${serverUuid}`).digest('hex'),
        iat: seconds,
        nbf: seconds - 300,
        exp: (now() + lifetimeMs) / 1000,
        server_uuid: serverUuid,
        permissions: [...permissions],
        user_uuid: accountUuid,
        unique_id: id,
        scope: 'websocket',
      }
      return signJwt(claims, secret)
    },
    /** The claims of a token of this panel, whether or not they are good now; null for any other text. */
    read(token: string): Claims | null {
      const claims = claimsSchema.safeParse(verifyJwt(token, secret))
      return claims.success ? claims.data : null
    },
    isDenied: (id: string): boolean => denied.has(id),
    /** Denies every token issued until now. */
    denyAll() {
      for (const [id, expiresAt] of issued) denied.set(id, expiresAt)
      issued.clear()
    },
    /** How many were issued for a server. */
    count: (serverUuid: string): number => counts.get(serverUuid) ?? 0,
  }
}
