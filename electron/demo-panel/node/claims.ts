import { z } from 'zod'
import type { PowerSignal } from '../../../shared/model/power.ts'

/** What a console token says (the panel's API, *GET /servers/{id}/websocket*). Times are unix seconds. */
export const claimsSchema = z.object({
  iss: z.string(),
  aud: z.string(),
  jti: z.string(),
  iat: z.number(),
  nbf: z.number(),
  exp: z.number(),
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
  readonly isDenied: (tokenId: string) => boolean
}

export const noToken = 'jwt: no jwt present'

/** Why a token that the panel signed is not good for this server now, in the node's words; null when it is. */
export function tokenTrouble(claims: Claims, { now, serverUuid, isDenied }: Circumstances): string | null {
  if (now >= claims.exp * 1000) return 'jwt: exp claim is invalid'
  if (isDenied(claims.unique_id)) return 'jwt: created too far in past (denylist)'
  if (claims.scope !== 'websocket' || !holds(claims, 'websocket.connect')) return 'jwt: missing connect permission'
  return claims.server_uuid === serverUuid ? null : 'jwt: server uuid mismatch'
}

/** True when the token carries the permission; `*` stands for all. */
export function holds(claims: Claims, permission: string): boolean {
  return claims.permissions.includes('*') || claims.permissions.includes(permission)
}

/** The panel's permission for a signal: who may stop a server may kill it. */
export const signalPermission: Record<PowerSignal, string> = {
  start: 'control.start',
  stop: 'control.stop',
  restart: 'control.restart',
  kill: 'control.stop',
}
