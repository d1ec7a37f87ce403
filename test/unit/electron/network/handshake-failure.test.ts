import { describe, expect, it } from 'vitest'
import { wordsOfHandshake } from '../../../../electron/network/handshake-failure.ts'

/** As Node makes an error of what BoringSSL says: the reason in the code, all of it in the message. */
function boringSsl(reason: string, number = '1000012e', library = 'SSL routines'): Error {
  const message = `error:${number}:${library}:OPENSSL_internal:${reason}`
  return Object.assign(new Error(message), { code: `ERR_SSL_${reason}`, reason, library })
}

describe('a connection that BoringSSL gives up in the handshake', () => {
  it.each([
    ['KEY_USAGE_BIT_INCORRECT', 'key usage “digital signature”'],
    ['CANNOT_PARSE_LEAF_CERT', 'a new certificate'],
    ['PEER_ERROR_UNSUPPORTED_CERTIFICATE_TYPE', 'RSA key of 2048 bits'],
    ['MODULUS_TOO_LARGE', 'RSA key of 2048 bits'],
    ['UNSUPPORTED_PROTOCOL', 'TLS 1.2'],
    ['TLSV1_ALERT_PROTOCOL_VERSION', 'TLS 1.2'],
    ['WRONG_VERSION_NUMBER', 'address and port'],
    ['HTTPS_PROXY_REQUEST', 'address and port'],
  ])('%s: what it means and the next step', (reason, hint) => {
    const words = wordsOfHandshake(boringSsl(reason))
    expect(words?.hint).toContain(hint)
    expect(words?.message).toContain('othing was sent')
    expect(words?.message).not.toContain('_')
    // Where the socket was written to first, only the message tells.
    const written = Object.assign(new Error(`write EPROTO ${boringSsl(reason).message}`), { code: 'EPROTO' })
    expect(wordsOfHandshake(written)).toEqual(words)
  })
})

it.each([
  ['a handshake that the other side refuses', boringSsl('SSLV3_ALERT_HANDSHAKE_FAILURE')],
  ['a broken record', boringSsl('BAD_DECRYPT', '1e000065', 'Cipher functions')],
  ['a connection that ends', Object.assign(new Error('closed before it was open'), { code: 'ECONNRESET' })],
  ['what is no error', 'KEY_USAGE_BIT_INCORRECT'],
])('%s has no words of its own', (_name, thrown) => {
  expect(wordsOfHandshake(thrown)).toBeNull()
})

it('OpenSSL’s own words are read as well', () => {
  const small = Object.assign(new Error('error:0A00018F:SSL routines::ee key too small'), {
    code: 'ERR_SSL_EE_KEY_TOO_SMALL',
  })
  expect(wordsOfHandshake(small)?.hint).toContain('2048 bits')
})
