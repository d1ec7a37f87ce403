import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signJwt, verifyJwt } from '../../../../../electron/demo-panel/node/jwt.ts'

describe('json web tokens', () => {
  const secret = Buffer.from('a secret of this test')
  const token = signJwt({ a: 1 }, secret)
  const [head = '', payload = '', signature = ''] = token.split('.')
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signedAs = (header: unknown, body = payload) => {
    const signed = `${typeof header === 'string' ? header : part(header)}.${body}`
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
  }

  it('carry their claims to whoever has the secret', () => {
    expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({ typ: 'JWT', alg: 'HS256' })
    expect(verifyJwt(token, secret)).toEqual({ a: 1 })
    // The example of RFC 7515, A.1, so that this is the standard's signature and not only our own.
    const key = Buffer.from(
      'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow',
      'base64url',
    )
    const standard =
      'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
    expect(verifyJwt(standard, key)).toMatchObject({ iss: 'joe', exp: 1_300_819_380 })
  })

  it.each([
    ['another secret', signJwt({ a: 1 }, Buffer.from('other'))],
    ['no signature', `${head}.${payload}.`],
    ['a cut signature', `${head}.${payload}.${signature.slice(0, -1)}`],
    ['a longer signature', `${token}A`],
    ['a padded signature', `${token}=`],
    ['other claims', `${head}.${part({ a: 2 })}.${signature}`],
    ['a fourth part', `${token}.x`],
    ['a fifth part', `${token}.x.y`],
    ['no algorithm', signedAs({ alg: 'none' })],
    ['another algorithm', signedAs({ alg: 'HS512' })],
    ['a header that is null', signedAs(null)],
    ['a header that is no JSON', signedAs('@@@')],
    ['claims that are no JSON', signedAs({ alg: 'HS256' }, 'e30x@')],
    ['nothing', ''],
    ['dots', '...'],
    ['one word', 'token'],
  ])('mean nothing with %s', (_what, text) => expect(verifyJwt(text, secret)).toBeNull())

  it('mean nothing in any other text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => verifyJwt(text, secret) === null))
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, letter) => {
        const changed = token.slice(0, at) + letter + token.slice(at + 1)
        return changed === token || verifyJwt(changed, secret) === null
      }),
    )
  })
})
