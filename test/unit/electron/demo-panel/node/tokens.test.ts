import { describe, expect, it } from 'vitest'
import type { Claims } from '../../../../../electron/demo-panel/node/claims.ts'
import { createTokens } from '../../../../../electron/demo-panel/node/tokens.ts'
import { claims, now, uuid } from './example-claims.ts'

describe('console tokens', () => {
  let at = now
  const tokens = createTokens({ now: () => at, lifetimeMs: 600_000 })
  const issue = (serverUuid = uuid) =>
    tokens.issue({ keyId: 'k', serverUuid, permissions: ['*'], issuer: 'http://p', audience: 'http://n' })
  const read = (token: string): Claims => {
    const found = tokens.read(token)
    if (found === null) throw new Error('not a token of this panel')
    return found
  }

  it('say what the panel’s API says they do', () => {
    const one = tokens.read(issue())
    expect(one).toEqual({
      ...claims,
      iss: 'http://p',
      aud: 'http://n',
      jti: expect.stringMatching(/^[0-9a-f]{64}$/),
      permissions: ['*'],
      user_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      unique_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(tokens.read(issue())?.unique_id).not.toBe(one?.unique_id)
    expect(tokens.read(issue())?.jti).toBe(one?.jti)
  })

  it('tell the key that asked for them, while they may be good', () => {
    const token = read(issue())
    expect(tokens.keyOf(token)).toBe('k')
    at += 600_999
    issue()
    expect(tokens.keyOf(token)).toBe('k')
    at += 1
    issue()
    expect(tokens.keyOf(token), 'forgotten once expired').toBeNull()
  })

  // By milliseconds into a second: when a token was issued, when all were denied, whether that token is.
  const denials: readonly (readonly [string, number, number, boolean])[] = [
    ['before it', 100, 500, true],
    ['later in the same second', 900, 500, true],
    ['as the second began', 0, 0, false],
    ['in the next second', 1_000, 999, false],
    ['a second before', 0, 1_000, true],
  ]
  it.each(denials)('issued %s are denied, or not', (_what, issuedAt, deniedAt, expected) => {
    const start = Math.ceil(at / 1000) * 1000 + 5_000
    for (const deny of [() => tokens.deny(uuid), tokens.boot]) {
      at = start + issuedAt
      const [token, other] = [read(issue()), read(issue('other'))]
      at = start + deniedAt
      deny()
      expect(tokens.isDenied(token)).toBe(expected)
      // A boot denies those of every server, a denial only those of the account's token id for one.
      expect(tokens.isDenied(other)).toBe(deny === tokens.boot && expected)
    }
  })

  it('are counted by server, and of another panel mean nothing', () => {
    expect(tokens.count('unknown')).toBe(0)
    expect(tokens.count(uuid)).toBeGreaterThan(0)
    const other = createTokens({ now: () => at, lifetimeMs: 1 })
    expect(other.read(issue())).toBeNull()
  })
})
