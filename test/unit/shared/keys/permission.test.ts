import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LearnedFact } from '../../../../shared/keys/contract.ts'
import {
  allows,
  isAll,
  type KeyKnowledge,
  knows,
  type NeededPermission,
  type Permission,
  permissions,
  readOnlyPermissions,
  refusedForMs,
  ticked,
  withFact,
  withoutExpired,
  workedForMs,
} from '../../../../shared/keys/permission.ts'
import { missingPermissionOfServer } from '../../../../shared/keys/server-keys.ts'
import { appState, keyView } from '../../../fixtures/app-state.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const now = 1_000_000_000
const fact = (permission: Permission, has: boolean, age = 0): LearnedFact => ({ permission, has, at: now - age })
const key = (declared: KeyKnowledge['declared'], ...learned: LearnedFact[]): KeyKnowledge => ({ declared, learned })

/** The same for a server that these keys reach. */
function missingPermissionOf(keys: readonly KeyKnowledge[], permission: NeededPermission) {
  const all = keys.map(({ declared, learned }, i) =>
    keyView({ id: `key-${i}`, declared: declared && [...declared], learned: [...learned] }),
  )
  const server = serverView({ keyIds: all.map(({ id }) => id) })
  return missingPermissionOfServer(appState({ keys: all, servers: [server] }), server, permission, now)
}

const anyPermission = fc.constantFrom(...permissions)
const anyDeclared = fc.option(fc.uniqueArray(anyPermission))
const anyFact = fc.record({
  permission: anyPermission,
  has: fc.boolean(),
  at: fc.integer({ min: now - 2 * workedForMs, max: now }),
})
const anyLearned = fc.array(anyFact).map((facts) => facts.reduce<LearnedFact[]>(withFact, []))

describe('what is known of a key', () => {
  it.each<[string, KeyKnowledge, NeededPermission, string]>([
    ['declared with all', key([...permissions]), 'all', 'has'],
    ['declared with some', key(permissions.slice(1)), 'all', 'lacks'],
    ['not declared, and refused something', key(null, fact('power', false)), 'all', 'unknown'],
    ['nothing', key(null), 'power', 'unknown'],
    ['declared with it', key(['power']), 'power', 'has'],
    ['declared without it', key(['console']), 'power', 'lacks'],
    ['declared with none', key([]), 'power', 'lacks'],
    ['declared with the wider one', key(['files-write']), 'files-read', 'has'],
    ['declared with the narrower one', key(['files-read']), 'files-write', 'lacks'],
    ['learned against a declaration', key(['power'], fact('power', false)), 'power', 'refused'],
    ['learned beyond a declaration', key([], fact('power', true)), 'power', 'has'],
    ['learned of another', key(null, fact('console', false)), 'power', 'unknown'],
    ['learned of the wider one', key(null, fact('backups-full', true)), 'backups-view', 'has'],
    ['refused what its owner says it lacks', key([], fact('power', false)), 'power', 'lacks'],
    ['refused the narrower one', key(null, fact('backups-view', false)), 'backups-full', 'refused'],
    ['lacking the wider one', key(null, fact('backups-full', false)), 'backups-view', 'unknown'],
    [
      'the newer of two that disagree',
      key(null, fact('files-read', false, 5), fact('files-write', true)),
      'files-read',
      'has',
    ],
    ['refused minutes ago', key(null, fact('power', false, refusedForMs - 1)), 'power', 'refused'],
    ['refused longer ago', key(null, fact('power', false, refusedForMs)), 'power', 'unknown'],
    ['refused longer ago, and declared', key(['power'], fact('power', false, refusedForMs)), 'power', 'has'],
    ['worked almost a day ago', key(null, fact('power', true, workedForMs - 1)), 'power', 'has'],
    ['worked a day ago', key(null, fact('power', true, workedForMs)), 'power', 'unknown'],
    [
      'refused in a future that a clock set back left',
      key(null, fact('power', false, -workedForMs)),
      'power',
      'unknown',
    ],
  ])('%s', (_, knowledge, permission, expected) => {
    expect(knows(knowledge, permission, now)).toBe(expected)
  })

  it('is what was seen last, whatever was learned before; a refusal only where its owner does not say so', () => {
    fc.assert(
      fc.property(anyDeclared, anyLearned, anyPermission, fc.boolean(), (declared, learned, permission, has) => {
        const after = withFact(learned, { permission, has, at: now })
        const isLacking = declared !== null && !allows(declared, permission)
        expect(knows({ declared, learned: after }, permission, now)).toBe(has ? 'has' : isLacking ? 'lacks' : 'refused')
        expect(after.length).toBeLessThanOrEqual(permissions.length)
      }),
    )
  })

  it('is the owner’s word again once everything learned has expired', () => {
    fc.assert(
      fc.property(anyDeclared, anyLearned, anyPermission, (declared, learned, permission) => {
        const later = now + workedForMs
        const expected = declared === null ? 'unknown' : allows(declared, permission) ? 'has' : 'lacks'
        expect(knows({ declared, learned }, permission, later)).toBe(expected)
        expect(withoutExpired(learned, later)).toEqual([])
      }),
    )
  })

  it('is the same before and after expired facts are dropped', () => {
    fc.assert(
      fc.property(anyDeclared, anyLearned, anyPermission, (declared, learned, permission) => {
        const left = { declared, learned: withoutExpired(learned, now) }
        expect(knows(left, permission, now)).toBe(knows({ declared, learned }, permission, now))
      }),
    )
  })

  it('keeps what it has when nothing expired', () => {
    const learned = [fact('power', true)]
    expect(withoutExpired(learned, now)).toEqual(learned)
  })
})

describe('why nothing can be sent', () => {
  it('says that all permissions are needed', () => {
    const missing = missingPermissionOf([key(['power']), key([])], 'all')
    expect(missing).toEqual({
      reason: 'it needs a key with all permissions',
      hint: 'If the key has All in the panel, say so under “What this key may do”.',
    })
    expect(missingPermissionOf([key(['power']), key([...permissions])], 'all')).toBeNull()
  })

  it.each([
    ['no key at all', [], null],
    ['a key that may have it', [key(null)], null],
    ['one that has it beside one that lacks it', [key([]), key(['power'])], null],
    ['one that may have it beside one that lacks it', [key([]), key(null)], null],
    ['a key declared without it', [key([])], ['key lacks Power', 'say so']],
    ['a key that was refused, which is a hint only', [key(null, fact('power', false))], null],
    ['one of them was refused', [key([]), key(null, fact('power', false))], null],
    ['several', [key([]), key([])], ['keys lack Power', 'say so']],
  ] as const)('%s', (_, keys, expected) => {
    const missing = missingPermissionOf(keys, 'power')
    if (expected === null) return expect(missing).toBeNull()
    expect(missing?.reason).toBe(expected[0])
    expect(missing?.hint).toContain(expected[1])
  })
})

describe('boxes', () => {
  it('tick the narrower with the wider, and clear the wider with the narrower', () => {
    expect(ticked([], 'files-write', true)).toEqual(['files-read', 'files-write'])
    expect(ticked(['files-read', 'files-write', 'power'], 'files-read', false)).toEqual(['power'])
    expect(ticked(['files-read', 'files-write'], 'files-write', false)).toEqual(['files-read'])
  })

  it('come to All when all are ticked, in any order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...permissions], { minLength: permissions.length }), (order) => {
        const held = order.reduce<Permission[]>((before, one) => ticked(before, one, true), [])
        expect(isAll(held)).toBe(true)
        expect(held).toEqual(permissions)
      }),
    )
  })
})

const wider = {
  'files-read': 'files-write',
  'backups-view': 'backups-full',
  'databases-view': 'databases-full',
} as const

describe('allows', () => {
  it('what is held, and the narrower one of a pair', () => {
    for (const held of permissions)
      for (const needed of permissions) {
        const isWider = Object.entries(wider).some(([narrow, wide]) => narrow === needed && wide === held)
        expect(allows([held], needed), `${held} for ${needed}`).toBe(held === needed || isWider)
      }
  })

  it('all where every permission is held', () => {
    expect(allows(permissions, 'all')).toBe(true)
    for (const one of permissions)
      expect(
        allows(
          [...permissions].filter((other) => other !== one),
          'all',
        ),
      ).toBe(false)
    expect(isAll(readOnlyPermissions)).toBe(false)
  })
})
