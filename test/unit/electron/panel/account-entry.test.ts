import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAccount, readAccountKeys, readCreatedKey, readSshKeys } from '../../../../electron/panel/account-entry.ts'
import { isPrivateKey, isPublicKey } from '../../../../shared/model/account.ts'

const hide = (text: string) => text.replaceAll('secret', '•')
const item = (attributes: object, meta?: object) => ({ object: 'x', attributes, meta })
const half = 'k'.repeat(32)

describe('an account', () => {
  const none = { username: null, uuid: null, email: null, isPelican: false }
  it.each<[string, object, object]>([
    ['Pterodactyl', { id: 1, username: 'demo', email: 'a@b.example' }, { username: 'demo', email: 'a@b.example' }],
    ['Pelican', { uuid: 'x', username: 'demo', root_admin: false }, { username: 'demo', uuid: 'x', isPelican: true }],
    ['no name', { id: 1 }, {}],
    ['a name with a blank', { username: 'a b' }, {}],
    ['a name of an address', { username: 'a@b:c/' }, {}],
    ['what is no text', { username: 7, email: {} }, {}],
  ])('%s', (_what, attributes, expected) =>
    expect(readAccount(item(attributes), hide)).toEqual({ ...none, ...expected }),
  )

  it('is nothing else', () => expect(readAccount([], hide)).toBeNull())
})

describe('a new key', () => {
  it.each<[string, object, object, unknown]>([
    ['its two halves', { identifier: 'ptlc_0123456789a' }, { secret_token: half }, `ptlc_0123456789a${half}`],
    [
      'a whole token',
      { identifier: 'ptlc_0123456789a' },
      { secret_token: `ptlc_0123456789a${half}` },
      `ptlc_0123456789a${half}`,
    ],
    ['no secret', { identifier: 'ptlc_0123456789a' }, {}, undefined],
    ['a secret that cannot be sent', { identifier: 'ptlc_0123456789a' }, { secret_token: `${half}\n` }, undefined],
    ['an identifier that is none', { identifier: 'a b' }, { secret_token: half }, undefined],
  ])('is read: %s', (_what, attributes, meta, token) => {
    expect(readCreatedKey(item(attributes, meta))?.token).toBe(token)
  })
})

describe('lists of keys', () => {
  it('are read, safe and bounded', () => {
    const data = [
      item({
        identifier: 'ptlc_0123456789a',
        description: 'a secret\u202e',
        allowed_ips: ['1.2.3.4', 5],
        created_at: '2026-01-15T04:00:00Z',
      }),
      item({ identifier: `ptlc_0123456789a${half}`, description: 'a whole token for a name' }),
      { object: 'api_key' },
    ]
    expect(readAccountKeys({ data }, hide)).toEqual([
      {
        identifier: 'ptlc_0123456789a',
        description: 'a •',
        allowedIps: ['1.2.3.4'],
        lastUsedAt: null,
        createdAt: Date.UTC(2026, 0, 15, 4),
      },
    ])
    expect(readAccountKeys({ data: Array(500).fill(data[0]) }, hide)).toHaveLength(200)
    const ssh = [item({ name: '', fingerprint: 'SHA256:abc/def+ghi=' }), item({ name: 'x', fingerprint: 'no such' })]
    expect(readSshKeys({ data: ssh }, hide)).toEqual([
      { name: 'Unnamed key', fingerprint: 'SHA256:abc/def+ghi=', createdAt: null },
    ])
  })

  it('may be any answer', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        readAccount(json, hide)
        readAccountKeys(json, hide)
        readCreatedKey(json)
        readSshKeys(json, hide)
      }),
    )
  })
})

describe('a pasted key for SSH', () => {
  it.each<[string, boolean]>([
    [`ssh-ed25519 ${'A'.repeat(68)} me@here`, true],
    [`ssh-rsa ${'A'.repeat(372)}`, true],
    [`ecdsa-sha2-nistp256 ${'A'.repeat(140)}`, true],
    ['-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----', true],
    ['-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA', false],
    ['PuTTY-User-Key-File-3: ssh-ed25519', false],
    ['ssh-ed25519 short', false],
    ['hello', false],
  ])('%s', (text, expected) => {
    expect(isPublicKey(text)).toBe(expected)
    expect(isPrivateKey(text)).toBe(/PRIVATE|PuTTY/.test(text))
  })
})
