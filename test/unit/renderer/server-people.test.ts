import { describe, expect, test } from 'vitest'
import {
  factTexts,
  installationNews,
  limitFacts,
  placeFacts,
  wordsDifferences,
} from '../../../renderer/features/server-settings/settings-words.ts'
import {
  listText,
  mayText,
  userDifferences,
  factTexts as userFacts,
  whyNotUser,
} from '../../../renderer/features/users/user-words.ts'
import { namesIn, permissionGroups, permissionsOfPreset } from '../../../shared/users/permissions.ts'
import { serverSettings, serverUser } from '../../fixtures/server-people.ts'

describe('a user in words', () => {
  const offered = namesIn(permissionGroups(null))
  test.each<[readonly string[], string, string | null]>([
    [[], 'Looks at the console', null],
    [['file.read'], `1 of ${offered.length} permissions`, null],
    [permissionsOfPreset('Moderator', offered), 'Moderator', `4 of ${offered.length} permissions`],
    [offered, 'Everything', `${offered.length} of ${offered.length} permissions`],
    [['file.read', 'rocket.launch'], `2 of ${offered.length + 1} permissions`, null],
  ])('with %j', (permissions, words, more) => {
    expect(mayText(serverUser({ permissions: [...permissions] }), null)).toEqual({ words, more })
  })

  test('several of them', () => {
    const off = serverUser({ hasTwoFactor: false })
    expect(userFacts([])).toEqual(['0 users'])
    expect(userFacts([serverUser(), serverUser({ hasTwoFactor: null })])).toEqual(['2 users'])
    expect(userFacts([serverUser(), off])).toEqual(['2 users', '1 without a second factor'])
  })

  const mira = serverUser()
  test.each<['update' | 'delete', Parameters<typeof whyNotUser>[2], string | null]>([
    ['update', { denied: [], ownId: null }, null],
    ['delete', { denied: ['update'], ownId: null }, null],
    ['update', { denied: ['update'], ownId: null }, 'your account may not do it'],
    ['delete', { denied: ['delete'], ownId: 'b' }, 'your account may not do it'],
    ['update', { denied: ['update'], ownId: mira.id }, 'this is you'],
    ['delete', { denied: [], ownId: mira.id }, 'this is you'],
  ])('may not be %sd: %j', (act, facts, why) => {
    expect(whyNotUser(mira, act, facts, null)).toBe(why)
    expect(whyNotUser(mira, act, facts, 'installing')).toBe(why ?? 'installing')
  })

  test('what somebody else changed', () => {
    expect(userDifferences(['file.read', 'control.start'], ['control.start', 'backup.read'])).toEqual([
      { name: 'Files', theirs: 'See folders', mine: 'nothing' },
      { name: 'Backups', theirs: 'nothing', mine: 'See backups' },
    ])
  })

  test('names in a sentence', () => {
    expect(listText(['file.delete'])).toBe('Files: Delete')
    expect(listText(['file.delete', 'file.read', 'user.read', 'user.create', 'x.y'])).toBe(
      'Files: Delete, Files: See folders, Users: See users and 2 more',
    )
  })
})

describe('settings in words', () => {
  const settings = serverSettings()
  const valuesOf = (facts: ReturnType<typeof limitFacts>) =>
    Object.fromEntries(facts.flatMap(([name, value]) => (value === null ? [] : [[name, value]])))

  test('its limits', () => {
    expect(valuesOf(limitFacts(settings))).toEqual({
      Memory: '6.0 GB',
      Swap: 'none',
      Disk: '20 GB',
      Processor: '300 % (3 cores)',
      Backups: '5',
      Databases: '3',
      Addresses: '2',
    })
    const limits = {
      ...settings.limits,
      memoryBytes: 'unlimited',
      cpuPercent: 150,
      threads: '0-3',
      backups: null,
    } as const
    expect(valuesOf(limitFacts({ limits }))).toMatchObject({
      Memory: 'unlimited',
      Processor: '150 % (1.5 cores)',
      Cores: '0-3',
    })
    expect(valuesOf(limitFacts({ limits }))).not.toHaveProperty('Backups')
  })

  test('where it runs, as far as it is told', () => {
    const place = { node: null, address: null, sftp: null, image: null, uuid: null }
    expect(valuesOf(placeFacts({ place }, 'a1b2c3d4'))).toEqual({ Identifier: 'a1b2c3d4' })
    expect(Object.keys(valuesOf(placeFacts(settings, 'a1b2c3d4')))).toEqual([
      'Address',
      'File transfer',
      'Machine',
      'Image',
      'Identifier',
      'Long identifier',
    ])
  })

  test('in a line', () => {
    expect(factTexts(settings)).toEqual(['6.0 GB memory', '20 GB disk', '3 cores'])
  })

  test.each([
    ['none', null],
    ['installing', false],
    ['install-failed', true],
    ['reinstall-failed', true],
  ] as const)('an installation: %s', (installation, hasFailed) => {
    expect(installationNews({ installation }, 'Survival')?.hasFailed ?? null).toBe(hasFailed)
  })

  test('what somebody else changed', () => {
    const seen = { name: 'A', description: null }
    expect(wordsDifferences(seen, seen)).toEqual([])
    expect(wordsDifferences(seen, { name: 'B', description: 'x' })).toHaveLength(2)
  })
})
