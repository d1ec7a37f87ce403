import { describe, expect, it } from 'vitest'
import { otherKey, reach } from '../../../../electron/servers/reach.ts'
import { appError } from '../../../../shared/errors.ts'
import type { KeyView } from '../../../../shared/keys/contract.ts'
import { chooseKey } from '../../../../shared/keys/server-keys.ts'
import { createFakeClient } from '../../../fixtures/fake-client.ts'
import { aKey, aServer, aState, keyId } from '../../../fixtures/state.ts'

const purpose = { permission: 'power', now: 0 } as const
const failing = { kind: 'failing', since: 0, error: appError('timeout') } as const
const dead = { kind: 'failing', since: 0, error: appError('token-refused') } as const
const refused = (at: number) => ({ learned: [{ permission: 'power' as const, has: false, at }] })
const has = { declared: ['power'] } as const
const lacks = { declared: [] } as const
const client = createFakeClient()

function setUp(...keys: Partial<Omit<KeyView, 'declared'> & { declared: readonly 'power'[] }>[]) {
  const views = keys.map(({ declared, ...key }, i) =>
    aKey({ ...key, ...(declared && { declared: [...declared] }), id: keyId(`key-${i + 1}`) }),
  )
  const server = aServer({ keyIds: views.map((key) => key.id) })
  return { server, state: aState({ keys: views, servers: [server] }) }
}

describe('the key to act with', () => {
  it.each([
    ['one that nothing is known of', [{}], 'key-1'],
    ['one known to have it before one not known', [{}, has], 'key-2'],
    ['one not known before one that lacks it', [lacks, {}], 'key-2'],
    ['one that works before one in trouble', [{ health: failing }, {}], 'key-2'],
    ['one in trouble that has it before one in trouble', [{ health: failing }, { ...has, health: failing }], 'key-2'],
    ['none where all lack it', [lacks, lacks], undefined],
    ['one that was refused, where there is no other', [refused(5)], 'key-1'],
    ['one not known before one that was refused', [refused(5), {}], 'key-2'],
    ['the one refused longest ago', [refused(5), refused(3), refused(4)], 'key-2'],
    ['one that was refused before one that the panel does not take', [{ health: dead }, refused(5)], 'key-2'],
    ['one that is not taken where there is no other', [{ health: dead }], 'key-1'],
  ] as const)('is %s', (_, keys, expected) => {
    const { server, state } = setUp(...keys)
    expect(chooseKey(state, server, purpose)).toBe(expected)
  })

  it('is any that works where no permission is needed', () => {
    const { server, state } = setUp({ ...lacks, health: failing }, lacks)
    expect(chooseKey(state, server)).toBe('key-2')
  })

  it('is refused before sending where every key is known to lack the permission', () => {
    const { server, state } = setUp(lacks, lacks)
    const asked: string[] = []
    const reached = reach(
      state,
      server.ref,
      (id) => {
        asked.push(id)
        return client
      },
      purpose,
    )
    expect(reached).toMatchObject({ ok: false, error: { code: 'permission-lacking' } })
    expect(reached.ok ? '' : reached.error.message).toBe('Nothing was sent: keys lack Power.')
    expect(asked).toEqual([])
    expect(reach(state, server.ref, () => client, { ...purpose, permission: 'all' })).toMatchObject({
      error: { code: 'all-permissions-needed' },
    })
  })

  it('is exactly the one a person chose, even where it is known to lack the permission', () => {
    const { server, state } = setUp(has, lacks)
    const chosen = { ...purpose, keyId: keyId('key-2') }
    expect(reach(state, server.ref, () => client, chosen)).toMatchObject({ value: { keyId: 'key-2' } })
  })

  it('is none that the panel does not take, unless a person asks for this very thing', () => {
    const automatic = { ...purpose, isAutomatic: true }
    const alone = setUp({ health: dead, label: 'Old' })
    const refused = { error: { code: 'token-refused', message: expect.stringMatching(/^Old: The panel refused/) } }
    expect(reach(alone.state, alone.server.ref, () => client, automatic)).toMatchObject(refused)
    expect(reach(alone.state, alone.server.ref, () => client, purpose)).toMatchObject({ value: { keyId: 'key-1' } })
    const two = setUp({ health: dead }, {})
    expect(reach(two.state, two.server.ref, () => client, automatic)).toMatchObject({ value: { keyId: 'key-2' } })
    const away = setUp({ health: failing })
    expect(reach(away.state, away.server.ref, () => client, automatic)).toMatchObject({ value: { keyId: 'key-1' } })
  })

  it('is never one that does not reach the server', () => {
    const { server, state } = setUp(has)
    const chosen = { ...purpose, keyId: keyId('stranger') }
    expect(reach(state, server.ref, () => client, chosen)).toMatchObject({ error: { code: 'unknown-key' } })
  })
})

it.each([
  ['another that may', [has, {}], 'key-2'],
  ['none where the others lack it', [has, lacks], null],
  ['none where there is no other', [has], null],
] as const)('the key to offer is %s', (_, keys, expected) => {
  const { server, state } = setUp(...keys)
  expect(otherKey(state, server.ref, keyId('key-1'), purpose)).toBe(expected)
})
