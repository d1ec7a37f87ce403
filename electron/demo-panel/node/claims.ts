import { z } from 'zod'

/** What a console token says (the panel's API, *GET /servers/{id}/websocket*). Times are whole unix seconds. */
export const claimsSchema = z.object({
  iss: z.string(),
  aud: z.string(),
  jti: z.string(),
  iat: z.number().int(),
  nbf: z.number().int(),
  exp: z.number().int(),
  server_uuid: z.string(),
  permissions: z.array(z.string()),
  user_uuid: z.string(),
  unique_id: z.string(),
  scope: z.string().optional(),
})
export type Claims = z.infer<typeof claimsSchema>

type Circumstances = {
  /** Unix milliseconds. */
  readonly now: number
  readonly serverUuid: string
  readonly isDenied: (claims: Claims) => boolean
}

export const noToken = 'jwt: no jwt present'

/** Why a token that the panel signed is not good for this server now, in the node's words; null when it is. */
export function tokenTrouble(claims: Claims, { now, serverUuid, isDenied }: Circumstances): string | null {
  if (secondsLeft(claims, now) < 0) return 'jwt: exp claim is invalid'
  if (isDenied(claims)) return 'jwt: created too far in past (denylist)'
  if (claims.scope !== 'websocket' || !holds(claims.permissions, 'websocket.connect')) {
    return 'jwt: missing connect permission'
  }
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

/** The permission that a client needs to be sent an event (wings, `router/websocket/websocket.go`); null for none. */
export function eventPermission(event: string): string | null {
  if (event === 'install output') return 'admin.websocket.install'
  if (event === 'transfer logs') return 'admin.websocket.transfer'
  return event.startsWith('backup completed') ? 'backup.read' : null
}
