import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { allPermissions } from '../../../../electron/demo-panel/panel/rights.ts'
import {
  areSamePermissions,
  everybodyMay,
  isAccountPermission,
  mayGive,
  namesIn,
  permissionGroups,
  permissionName,
  permissionsOfPreset,
  presetOf,
  type UserPreset,
  userPresets,
} from '../../../../shared/users/permissions.ts'

const pterodactyl = allPermissions('pterodactyl')
const pelican = allPermissions('pelican')
const offeredOn = (told: readonly string[] | null) => namesIn(permissionGroups(told))

describe('the permissions that can be given', () => {
  test.each([
    ['one kind of panel', pterodactyl],
    ['the other', pelican],
  ])('are all that %s knows, but what everybody may, each with words of ours', (_kind, told) => {
    const offered = offeredOn(told)
    expect([...offered].sort()).toEqual(told.filter((name) => name !== everybodyMay).sort())
    for (const name of offered) expect(permissionName(name), name).toMatch(/^[A-Z].*: /)
  })

  it('are those of both kinds where a panel does not tell', () => {
    expect([...offeredOn(null)].sort()).toEqual(
      pterodactyl.filter((name) => name !== everybodyMay && pelican.includes(name)).sort(),
    )
  })

  it('are also those that a user has, and those of a newer panel under its names', () => {
    const groups = permissionGroups(['control.start', 'rocket.launch'], ['mount.read'])
    expect(groups.map(({ name, permissions }) => [name, permissions.map((one) => one.label)])).toEqual([
      ['Console and power', ['Start']],
      ['Mounts', ['See mounts']],
      ['Other', ['rocket.launch']],
    ])
    expect(permissionName('rocket.launch')).toBe('rocket.launch')
  })
})

test.each<[readonly string[] | null, string, boolean]>([
  [null, 'file.delete', true],
  [['*'], 'file.delete', true],
  [['file.delete'], 'file.delete', true],
  [['file.read'], 'file.delete', false],
  [[], everybodyMay, true],
])('an account with %j may give %s: %j', (own, name, expected) => {
  expect(mayGive(own, name)).toBe(expected)
})

describe('presets', () => {
  const offered = offeredOn(pterodactyl)
  const of = (preset: UserPreset) => permissionsOfPreset(preset, offered)

  it('give what they say', () => {
    expect(of('Moderator')).toEqual(['control.console', 'control.start', 'control.stop', 'control.restart'])
    expect(of('Files')).toHaveLength(7)
    expect(of('Read only')).toEqual([
      'file.read',
      'file.read-content',
      'backup.read',
      'schedule.read',
      'database.read',
      'startup.read',
      'allocation.read',
      'activity.read',
    ])
    expect(offered.filter((name) => !of('Everything but users').includes(name))).toEqual([
      'user.read',
      'user.create',
      'user.update',
      'user.delete',
    ])
  })

  it('are known again by what they give, in any order', () => {
    for (const preset of userPresets) expect(presetOf(of(preset).toReversed(), offered)).toBe(preset)
    expect(presetOf([...of('Moderator'), everybodyMay], offered)).toBe('Moderator')
    expect(presetOf(of('Moderator').slice(1), offered)).toBeNull()
    expect(presetOf([], offered)).toBeNull()
  })
})

test('two lists are the same whatever their order, and whatever everybody may', () => {
  const list = fc.uniqueArray(fc.constantFrom(...pterodactyl))
  fc.assert(
    fc.property(list, list, (a, b) => {
      const without = (names: readonly string[]) => names.filter((name) => name !== everybodyMay).sort()
      expect(areSamePermissions(a, b)).toBe(JSON.stringify(without(a)) === JSON.stringify(without(b)))
      expect(areSamePermissions(a, [...a.toReversed(), everybodyMay])).toBe(true)
    }),
  )
})

test.each([
  ['file.read', true],
  ['database.view_password', true],
  ['*', false],
  ['', false],
  ['a b', false],
  ['x'.repeat(65), false],
])('%j can be the name of one: %j', (name, expected) => {
  expect(isAccountPermission(name)).toBe(expected)
})
