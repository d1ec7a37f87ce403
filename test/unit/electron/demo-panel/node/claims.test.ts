import { describe, expect, it } from 'vitest'
import { type Claims, holds, tokenTrouble } from '../../../../../electron/demo-panel/node/claims.ts'
import { claims, now, uuid } from './example-claims.ts'

describe('what makes a token no good', () => {
  const check = (changes: Partial<Claims>, at = now) =>
    tokenTrouble({ ...claims, ...changes }, { now: at, serverUuid: uuid, isDenied: ({ jti }) => jti === 'denied' })

  const table: readonly (readonly [string, Partial<Claims>, number, string | null])[] = [
    ['nothing', {}, now, null],
    ['nothing in the second of its end', {}, now + 600_999, null],
    ['its end', {}, now + 601_000, 'jwt: exp claim is invalid'],
    ['a denial', { jti: 'denied' }, now, 'jwt: created too far in past (denylist)'],
    ['no permission', { permissions: ['control.console'] }, now, 'jwt: missing connect permission'],
    ['no scope', { scope: undefined }, now, 'jwt: missing connect permission'],
    ['another scope', { scope: 'file' }, now, 'jwt: missing connect permission'],
    ['another server', { server_uuid: 'b' }, now, 'jwt: server uuid mismatch'],
    ['its end before all else', { jti: 'denied', server_uuid: 'b' }, now + 601_000, 'jwt: exp claim is invalid'],
  ]
  it.each(table)('%s', (_what, changes, at, expected) => expect(check(changes, at)).toBe(expected))

  it('a star stands for every permission but an administrator’s', () => {
    expect(holds(['*'], 'control.stop')).toBe(true)
    expect(holds(['*'], 'admin.websocket.install')).toBe(false)
    expect(holds(['*', 'admin.websocket.install'], 'admin.websocket.install')).toBe(true)
    expect(holds(claims.permissions, 'control.stop')).toBe(false)
  })
})
