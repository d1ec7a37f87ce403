import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { withoutToken } from '../../../../electron/panel/token-echo.ts'
import { asShown, readSettingsAnswer } from '../../../../electron/server-settings/panel.ts'

const hide = (text: string) => text.replaceAll('secret', '[token]')
/** As the client reads it. */
function readSettings(answer: unknown) {
  const read = readSettingsAnswer(answer)
  return read && asShown(withoutToken(read, hide))
}
const MiB = 1_024 ** 2
const allocation = (more: object = {}) => ({
  object: 'allocation',
  attributes: { id: 1, ip: '203.0.113.7', ip_alias: null, port: 25_565, notes: null, is_default: true, ...more },
})
const told = (more: object = {}, meta: unknown = { is_server_owner: true, user_permissions: ['*'] }) => ({
  object: 'server',
  attributes: {
    identifier: 'a1b2c3d4',
    uuid: 'a1b2c3d4-7d1c-4a52-9f3b-0c86e4d2a917',
    name: 'Survival',
    node: 'Falkenstein 3',
    sftp_details: { ip: 'node3.example.com', port: 2022 },
    description: 'Main world\r\nsince 2021',
    limits: { memory: 6144, swap: 0, disk: 20_480, io: 500, cpu: 300, threads: null, oom_disabled: true },
    docker_image: 'ghcr.io/pterodactyl/yolks:java_21',
    feature_limits: { databases: 3, allocations: 2, backups: null },
    status: null,
    is_installing: false,
    relationships: { allocations: { object: 'list', data: [allocation()] } },
    ...more,
  },
  meta,
})
const whole = {
  rawName: 'Survival',
  name: 'Survival',
  description: 'Main world\nsince 2021',
  isDescriptionWhole: true,
  describesApart: false,
  isOwner: true,
  permissions: ['*'],
  installation: 'none',
  limits: {
    memoryBytes: 6144 * MiB,
    swapBytes: 0,
    diskBytes: 20_480 * MiB,
    cpuPercent: 300,
    threads: null,
    databases: 3,
    backups: null,
    allocations: 2,
  },
  place: {
    node: 'Falkenstein 3',
    address: '203.0.113.7:25565',
    sftp: 'node3.example.com:2022',
    image: 'ghcr.io/pterodactyl/yolks:java_21',
    uuid: 'a1b2c3d4-7d1c-4a52-9f3b-0c86e4d2a917',
  },
}
const { limits, place } = whole

describe('what a panel tells of a server’s settings', () => {
  test.each<[string, object, object]>([
    ['no description', { description: undefined }, { description: null }],
    ['an empty one', { description: null }, { description: '', isDescriptionWhole: true }],
    [
      'blanks as they are, but not around it',
      { description: ' a   b\n\n\n  c ' },
      { description: 'a   b\n\n\n  c', isDescriptionWhole: true },
    ],
    [
      'one as long as is read',
      { description: 'x'.repeat(1_000) },
      { description: 'x'.repeat(1_000), isDescriptionWhole: true },
    ],
    [
      'one that is longer',
      { description: 'x'.repeat(1_001) },
      { description: 'x'.repeat(1_000), isDescriptionWhole: false },
    ],
    ['a sign that can’t be shown', { description: 'a\u202eb' }, { description: 'ab', isDescriptionWhole: false }],
    ['a tab', { description: 'a\tb' }, { isDescriptionWhole: false }],
    [
      'no limits at all',
      { limits: { memory: 0, swap: -1, disk: 0, cpu: 0, threads: '0-3,6' } },
      {
        limits: {
          ...limits,
          memoryBytes: 'unlimited',
          swapBytes: 'unlimited',
          diskBytes: 'unlimited',
          cpuPercent: 'unlimited',
          threads: '0-3,6',
        },
      },
    ],
    [
      'limits that make no sense',
      { limits: { memory: -7, swap: 'x', disk: {}, cpu: null }, feature_limits: [] },
      {
        limits: {
          ...limits,
          memoryBytes: null,
          swapBytes: null,
          diskBytes: null,
          cpuPercent: null,
          databases: null,
          allocations: null,
        },
      },
    ],
    ['an installation', { status: 'installing' }, { installation: 'installing' }],
    ['an older word for it', { is_installing: true }, { installation: 'installing' }],
    ['a failed one', { status: 'install_failed', is_installing: true }, { installation: 'install-failed' }],
    ['a failed reinstall', { status: 'reinstall_failed' }, { installation: 'reinstall-failed' }],
    ['another status', { status: 'suspended' }, {}],
    ['the other kind of panel by its limits', { limits: { oom_killer: false } }, { describesApart: true }],
    [
      'the other kind by its file transfer',
      { sftp_details: { ip: '10.0.0.1', alias: 'files.example.com', port: 2022 } },
      { describesApart: true, place: { ...place, sftp: 'files.example.com:2022' } },
    ],
    [
      'an address of the newer kind',
      { sftp_details: { ip: '::1', port: 2022 } },
      { place: { ...place, sftp: '[::1]:2022' } },
    ],
    ['no port', { sftp_details: { ip: 'node3', port: 0 } }, { place: { ...place, sftp: null } }],
    [
      'a name for its address',
      { relationships: { allocations: { data: [allocation({ ip_alias: 'play.example.com' })] } } },
      { place: { ...place, address: 'play.example.com:25565' } },
    ],
    ['no address', { relationships: {} }, { place: { ...place, address: null } }],
    [
      'the token',
      { name: 'a secret', description: 'secret', node: 'secret' },
      {
        rawName: 'a [token]',
        name: 'a [token]',
        description: '[token]',
        isDescriptionWhole: false,
        place: { ...place, node: '[token]' },
      },
    ],
    ['a name that reads backwards', { name: 'a\u202eb' }, { rawName: 'a\u202eb', name: 'ab' }],
  ])('%s', (_what, more, expected) => {
    expect(readSettings(told(more))).toMatchObject(expected)
  })

  it('is all of it', () => {
    expect(readSettings(told())).toEqual(whole)
  })

  it('is nothing without a name', () => {
    for (const name of [undefined, '', 7]) expect(readSettings(told({ name }))).toBeNull()
    expect(readSettings([])).toBeNull()
  })

  it('tells who asks', () => {
    expect(readSettings(told({}, { is_server_owner: false, user_permissions: ['settings.rename'] }))).toMatchObject({
      isOwner: false,
      permissions: ['settings.rename'],
    })
    expect(readSettings(told({}, 'x'))).toMatchObject({ isOwner: null, permissions: null })
  })

  it('is bounded and never fails', () => {
    expect(readSettings(told({ description: 'x'.repeat(100_000) }))?.description?.length).toBeLessThanOrEqual(1_000)
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(told().attributes)), fc.jsonValue()), (more) => {
        readSettings(told(more))
      }),
    )
  })
})
