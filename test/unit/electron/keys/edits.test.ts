import { describe, expect, it } from 'vitest'
import { createKeyEdits } from '../../../../electron/keys/edits.ts'
import { defaultSettings, type Settings } from '../../../../electron/settings/schema.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { aKey, aServer, aState, keyId } from '../../../fixtures/state.ts'

const ids = ['a', 'b', 'c', 'd'].map(keyId)

function setUp() {
  const keys = ids.map((id) => aKey({ id }))
  const store = createStore(
    aState({ keys, servers: [aServer({ keyIds: ids }), aServer({ id: 'bbbbbbbb', keyIds: ids.slice(1, 3) })] }),
  )
  let written: Result<void> = ok()
  let kept: Settings = {
    ...defaultSettings,
    keys: keys.map(({ id, panelId, label, tokenIn }) => ({ id, panelId, label, tokenIn, permissions: null })),
  }
  const edits = createKeyEdits({
    store,
    settings: {
      get: () => kept,
      update(change) {
        if (written.ok) kept = change(kept)
        return written
      },
    },
  })
  return {
    store,
    edits,
    order: () => Object.keys(store.get().keys),
    kept: () => kept,
    failWrites() {
      written = fail('storage-failed')
    },
  }
}

describe('the order of keys', () => {
  it.each([
    ['a', 1, 'bacd'],
    ['a', 99, 'bcda'],
    ['d', 0, 'dabc'],
    ['b', 1, 'abcd'],
  ])('%s goes to %i: %s', (id, to, expected) => {
    const part = setUp()
    expect(part.edits.move(keyId(id), to)).toEqual(ok())
    expect(part.order().join('')).toBe(expected)
    expect(
      part
        .kept()
        .keys.map((key) => key.id)
        .join(''),
    ).toBe(expected)
    expect(Object.values(part.store.get().servers)[0]?.keyIds.join('')).toBe(expected)
  })

  it('stays where it cannot be written', () => {
    const part = setUp()
    part.failWrites()
    expect(part.edits.move(keyId('a'), 2)).toMatchObject({ error: { code: 'storage-failed' } })
    expect(part.order().join('')).toBe('abcd')
  })

  it('knows no key that is not in the list', () => {
    expect(setUp().edits.move(keyId('x'), 0)).toMatchObject({ error: { code: 'unknown-key' } })
  })
})

describe('what the owner says of a key', () => {
  it('is kept and shown, each permission once', () => {
    const part = setUp()
    part.edits.setPermissions(keyId('b'), ['power', 'power', 'console'])
    expect(part.store.get().keys[keyId('b')]?.declared).toEqual(['power', 'console'])
    expect(part.kept().keys[1]?.permissions).toEqual(['power', 'console'])
    part.edits.setPermissions(keyId('b'), null)
    expect(part.store.get().keys[keyId('b')]?.declared).toBeNull()
  })

  it('is not shown where it cannot be written', () => {
    const part = setUp()
    part.failWrites()
    expect(part.edits.setPermissions(keyId('b'), [])).toMatchObject({ ok: false })
    expect(part.store.get().keys[keyId('b')]?.declared).toBeNull()
    expect(part.edits.setPermissions(keyId('x'), [])).toMatchObject({ error: { code: 'unknown-key' } })
  })
})
