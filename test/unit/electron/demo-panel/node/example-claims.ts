import type { Claims } from '../../../../../electron/demo-panel/node/claims.ts'

export const uuid = 'a1b2c3d4-7d1c-4a52-9f3b-0c86e4d2a917'
/** When the claims were issued, in unix milliseconds. */
export const now = 1_700_000_000_000
export const claims: Claims = {
  iss: 'http://127.0.0.1:1',
  aud: 'http://127.0.0.1:2',
  jti: 'x',
  iat: now / 1000,
  nbf: now / 1000 - 300,
  exp: now / 1000 + 600,
  server_uuid: uuid,
  permissions: ['websocket.connect'],
  user_uuid: 'u',
  unique_id: 'one',
  scope: 'websocket',
}
