import { expect, it } from 'vitest'
import { readEgg, readServerFacts, rightsOfToken } from '../../../../electron/panel/server-facts.ts'
import { ok } from '../../../../shared/result.ts'
import { atAnswer } from '../../../fixtures/at-answer.ts'

const answer = (limits: unknown, permissions?: unknown) => ({
  object: 'server',
  attributes: { identifier: 'a1b2c3d4', feature_limits: limits },
  ...(permissions !== undefined && { meta: { user_permissions: permissions } }),
})

it.each<[string, unknown, unknown]>([
  ['an owner', answer({ backups: 3 }, ['*']), { backupLimit: 3, image: null, permissions: ['*'] }],
  [
    'somebody who was invited',
    answer({ backups: 0 }, ['backup.read', 'control.start']),
    { backupLimit: 0, image: null, permissions: ['backup.read', 'control.start'] },
  ],
  ['no limit', answer({ backups: null }), { backupLimit: null, image: null, permissions: null }],
  ['a limit below zero', answer({ backups: -1 }), { backupLimit: null, image: null, permissions: null }],
  ['a limit as a text', answer({ backups: '5' }), { backupLimit: 5, image: null, permissions: null }],
  [
    'permissions that are none',
    answer({}, [1, '<b>', 'a b', 'backup.read']),
    { backupLimit: null, image: null, permissions: ['backup.read'] },
  ],
  ['no server', { data: [] }, null],
  ['nothing', null, null],
])('of %s', (_, told, facts) => {
  const read = readServerFacts(told)
  expect(read && { backupLimit: read.backupLimit, image: read.image, permissions: read.permissions }).toEqual(facts)
})

it.each<[string, unknown, string | null]>([
  ['one', 'ghcr.io/pterodactyl/yolks:java_21', 'ghcr.io/pterodactyl/yolks:java_21'],
  ['markup', '<b>', null],
  ['one of any length', 'a'.repeat(10_000), null],
])('tells the image: %s', (_, docker_image, image) => {
  expect(readServerFacts({ attributes: { docker_image } })?.image).toBe(image)
})

const tokenOf = (claims: unknown) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`
it.each<[string, string, unknown]>([
  ['an owner', tokenOf({ permissions: ['*'] }), ['*']],
  [
    'a guest',
    tokenOf({ permissions: ['websocket.connect', 7, 'control.stop'] }),
    ['websocket.connect', 'control.stop'],
  ],
  ['a token without rights', tokenOf({ exp: 1 }), null],
  ['claims that are none', tokenOf([1]), null],
  ['another kind of token', 'opaque', null],
])('reads what a console’s token allows: %s', (_, token, rights) => expect(rightsOfToken(token)).toEqual(rights))

it('reads so many permissions and no more', () => {
  const many = Array.from({ length: 10_000 }, (_, n) => `p.${n}`)
  expect(readServerFacts(answer({}, many))?.permissions).toHaveLength(500)
})

const uuid = 'a1b2c3d4-0000-4000-8000-00000000000a'
const filed = (attributes: unknown) => readServerFacts({ attributes })

it.each<[string, unknown, unknown]>([
  ['Pterodactyl', { uuid, sftp_details: { ip: '198.51.100.7', port: 2022 } }, { host: '198.51.100.7', port: 2022 }],
  [
    'an alias',
    { uuid, sftp_details: { ip: '10.0.0.1', alias: 'n.example', port: 22 } },
    { host: 'n.example', port: 22 },
  ],
  ['IPv6', { uuid, sftp_details: { ip: '[2001:db8::7]', port: '2022' } }, { host: '[2001:db8::7]', port: 2022 }],
  ['a host that leads elsewhere', { uuid, sftp_details: { ip: 'a@evil.example/', port: 2022 } }, null],
  ['a port that is none', { uuid, sftp_details: { ip: '10.0.0.1', port: 70_000 } }, null],
  ['nothing', { uuid }, null],
])('where SFTP is: %s', (_, attributes, sftp) => {
  expect(filed(attributes)).toMatchObject({ uuid, sftp })
})

it.each([
  ['not told', undefined],
  ['a path', '../../account'],
  ['in capitals', uuid.toUpperCase()],
])('takes no uuid that is %s', (_, told) => {
  expect(filed({ uuid: told })?.uuid).toBeNull()
})

it('knows a panel that converts text by what only Pelican tells', () => {
  expect(filed({ sftp_details: { ip: 'a', port: 1, alias: null } })?.convertsText).toBe(true)
  expect(filed({ limits: { memory: 1, oom_killer: true } })?.convertsText).toBe(true)
  expect(filed({ limits: { memory: 1, oom_disabled: true }, sftp_details: { ip: 'a', port: 1 } })?.convertsText).toBe(
    false,
  )
})

it.each<[string, unknown, string | null]>([
  ['its name', { egg: { object: 'egg', attributes: { uuid: 'x', name: 'Paper' } } }, 'Paper'],
  ['an egg that the key may not see', { egg: { object: 'null_resource', attributes: null } }, null],
  ['no egg', {}, null],
])('of the egg reads %s', async (_, relationships, egg) => {
  expect(await readEgg(atAnswer({ object: 'server', attributes: { relationships } }))).toEqual(ok(egg))
})
