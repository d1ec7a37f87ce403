import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type Claims, claimsSchema } from './claims.ts'
import { signJwt, verifyJwt } from './jwt.ts'

/** The one account of the demo panel. */
const accountUuid = '3f1d0c5a-8b7e-4a64-9a21-5d2c7be0f413'

type Grant = {
  /** The API key that asked for the token. */
  readonly keyId: string
  readonly serverUuid: string
  readonly permissions: readonly string[]
  /** The panel's and the node's own addresses. */
  readonly issuer: string
  readonly audience: string
}

type Deps = { readonly now: () => number; readonly lifetimeMs: number }

export type Tokens = ReturnType<typeof createTokens>

/** Issues console tokens and knows which are denied. They are valid for one run of the panel. */
export function createTokens({ now, lifetimeMs }: Deps) {
  const secret = randomBytes(32)
  /** By token id, until some time after expiry. */
  const issued = new Map<string, { readonly keyId: string; readonly endsAt: number }>()
  /** By `jti`, the time before which all tokens are denied. */
  const denied = new Map<string, number>()
  const counts = new Map<string, number>()
  let bootedAt = 0

  function forgetExpired() {
    for (const [id, { endsAt }] of issued) if (endsAt <= now()) issued.delete(id)
  }

  return {
    issue({ keyId, serverUuid, permissions, issuer, audience }: Grant): string {
      forgetExpired()
      const id = randomUUID()
      const exp = Math.floor((now() + lifetimeMs) / 1000)
      // A token is good to the end of the second in which it expires.
      issued.set(id, { keyId, endsAt: (exp + 1) * 1000 })
      counts.set(serverUuid, (counts.get(serverUuid) ?? 0) + 1)
      const iat = Math.floor(now() / 1000)
      const claims: Claims = {
        iss: issuer,
        aud: audience,
        jti: jtiOf(serverUuid),
        iat,
        nbf: iat - 300,
        exp,
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
    /** The API key that a token was given to; null once the token has long expired. */
    keyOf: (claims: Claims): string | null => issued.get(claims.unique_id)?.keyId ?? null,
    /**
     * Whether a token was issued before the node was booted, or before the tokens of its account and server were denied
     * (wings, `router/tokens/websocket.go`). `iat` has whole seconds, so a token issued later in the second of the
     * denial is denied too.
     */
    isDenied: ({ jti, iat }: Claims): boolean => iat * 1000 < Math.max(bootedAt, denied.get(jti) ?? 0),
    /** Denies the account's tokens for a server issued until now, as the panel does when its rights there change. */
    deny(serverUuid: string) {
      denied.set(jtiOf(serverUuid), now())
    },
    /** Denies every token issued until now, as a boot of the node does. */
    boot() {
      bootedAt = now()
    },
    /** How many were issued for a server. */
    count: (serverUuid: string): number => counts.get(serverUuid) ?? 0,
  }
}

function jtiOf(serverUuid: string): string {
  return createHash('sha256').update(`${accountUuid}${serverUuid}`).digest('hex')
}
