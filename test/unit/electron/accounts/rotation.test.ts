import { describe, expect, it } from 'vitest'
import { rotationList } from '../../../../electron/accounts/file.ts'
import {
  identifierOf,
  type Rotation,
  type RotationFacts,
  rotationStep,
} from '../../../../electron/accounts/rotation.ts'
import { parseKeptList } from '../../../../electron/lib/kept-list.ts'
import { keyIdSchema } from '../../../../shared/model/identifier-schema.ts'

const keyId = keyIdSchema.parse('home-key')
const rotation: Rotation = {
  keyId,
  marker: 'Servertray: Home (1234abcd)',
  oldId: 'ptlc_old',
  newId: 'ptlc_new',
  askedAt: 0,
  isAnswered: true,
}
const old = { identifier: 'ptlc_old', description: 'Laptop' }
const made = { identifier: 'ptlc_new', description: rotation.marker }
const other = { identifier: 'ptlc_other', description: 'Other' }
const unnamed: Partial<Rotation> = { newId: null, isAnswered: false }

describe('the next step of a rotation', () => {
  it.each<[string, Partial<Rotation>, Partial<RotationFacts>, object]>([
    ['nothing is held', {}, { held: null }, { kind: 'wait', for: 'vault' }],
    ['the keys cannot be read', {}, { keys: null }, { kind: 'wait', for: 'panel' }],
    [
      'the new token is stored',
      {},
      { held: 'ptlc_new', keys: [old, made, other] },
      { kind: 'delete', identifier: 'ptlc_old' },
    ],
    ['and the old key is gone', {}, { held: 'ptlc_new', keys: [made, other] }, { kind: 'end', as: 'rotated' }],
    ['the new token was not stored', {}, { keys: [old, made] }, { kind: 'delete', identifier: 'ptlc_new' }],
    ['and the new key is gone', {}, { keys: [old, other] }, { kind: 'end', as: 'abandoned' }],
    ['a key of which no answer came', unnamed, { keys: [old, made] }, { kind: 'delete', identifier: 'ptlc_new' }],
    ['it may still come', unnamed, { keys: [old], now: 119_999 }, { kind: 'wait', for: 'answer' }],
    ['it comes no more', unnamed, { keys: [old], now: 120_000 }, { kind: 'end', as: 'abandoned' }],
    ['a clock that was set back', unnamed, { keys: [old], now: -1_000_000 }, { kind: 'end', as: 'abandoned' }],
    [
      'a cut after the store, with no answer on disk',
      unnamed,
      { held: 'ptlc_new', keys: [old, made] },
      { kind: 'delete', identifier: 'ptlc_old' },
    ],
    [
      'the person pasted another token',
      {},
      { held: 'ptlc_other', keys: [old, made, other] },
      { kind: 'delete', identifier: 'ptlc_new' },
    ],
    [
      'which leaves the old key alone',
      {},
      { held: 'ptlc_other', keys: [old, other] },
      { kind: 'end', as: 'abandoned' },
    ],
    ['the key was removed here', {}, { isGone: true, held: null }, { kind: 'end', as: 'lost' }],
    [
      'the old key bears the marker',
      {},
      { held: 'ptlc_old', keys: [{ ...old, description: rotation.marker }] },
      { kind: 'end', as: 'abandoned' },
    ],
  ])('%s', (_what, more, facts, expected) => {
    const known: RotationFacts = { held: 'ptlc_old', isGone: false, keys: [old], now: 1, ...facts }
    expect(rotationStep({ ...rotation, ...more }, known)).toEqual(expected)
  })

  it('names a key by the beginning of its token', () => {
    expect(identifierOf(`ptlc_0123456789a${'s'.repeat(32)}`)).toBe('ptlc_0123456789a')
    expect(identifierOf('short')).toBeNull()
  })
})

describe('the file of rotations', () => {
  it.each<[string, string]>([
    ['no JSON', '{'],
    ['another version', '{"version":2,"rotations":[]}'],
    ['a token in place of a name', JSON.stringify({ version: 1, rotations: [{ ...rotation, newId: 'x'.repeat(48) }] })],
    ['no key', JSON.stringify({ version: 1, rotations: [{ ...rotation, keyId: '' }] })],
  ])('is not used: %s', (_what, text) => expect(parseKeptList(text, rotationList)).toBeNull())

  it('is read', () => {
    expect(parseKeptList(JSON.stringify({ version: 1, rotations: [rotation] }), rotationList)).toEqual([rotation])
  })
})
