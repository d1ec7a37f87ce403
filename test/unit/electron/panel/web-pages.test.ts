import { expect, it } from 'vitest'
import { keyPageUrl, schedulesPageUrl } from '../../../../electron/panel/web-pages.ts'
import { serverIdentifierSchema } from '../../../../shared/model/identifier-schema.ts'
import { ok } from '../../../../shared/result.ts'

it.each([
  ['https://panel.example.com/api/client', 'pterodactyl', 'https://panel.example.com/account/api'],
  ['https://example.com/panel/api/client', 'pterodactyl', 'https://example.com/panel/account/api'],
  ['https://panel.example.com/api/client', 'core', 'https://panel.example.com/'],
  ['https://example.com/panel/api/client', 'core', 'https://example.com/panel/'],
  ['https://api.example.com/v1/games', 'core', 'https://api.example.com/'],
  ['panel.example.com', null, 'https://panel.example.com/'],
  ['https://panel.example.com/server/a1b2c3d4', null, 'https://panel.example.com/'],
] as const)('%s, which speaks %s: %s', (typed, dialect, page) => {
  expect(keyPageUrl(typed, dialect)).toEqual(ok(page))
})

it('opens nothing for what is no address', () => {
  const refused = { error: { code: 'invalid-address' } }
  expect(keyPageUrl('javascript:alert(1)', null)).toMatchObject(refused)
  expect(schedulesPageUrl('javascript:alert(1)', serverIdentifierSchema.parse('a1b2c3d4'))).toMatchObject(refused)
})

it.each([
  ['https://panel.example.com/api/client', 'a1b2c3d4', 'https://panel.example.com/server/a1b2c3d4/schedules'],
  ['https://example.com/panel/api/client', 'a1b2c3d4', 'https://example.com/panel/server/a1b2c3d4/schedules'],
  ['https://api.example.com/v1/games', 'a?b#c %d', 'https://api.example.com/server/a%3Fb%23c%20%25d/schedules'],
])('%s has the schedules of %j at %s', (baseUrl, identifier, page) => {
  expect(schedulesPageUrl(baseUrl, serverIdentifierSchema.parse(identifier))).toEqual(ok(page))
})
