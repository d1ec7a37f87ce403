import { expect, it } from 'vitest'
import { keyPageUrl, schedulesPageUrl } from '../../../../electron/panel/web-pages.ts'
import { serverIdentifierSchema } from '../../../../shared/model/identifier-schema.ts'
import { ok } from '../../../../shared/result.ts'

it.each([
  ['https://panel.example.com/api/client', 'pterodactyl', false, 'https://panel.example.com/account/api'],
  ['https://example.com/panel/api/client', 'pterodactyl', false, 'https://example.com/panel/account/api'],
  ['https://panel.example.com/api/client', 'pterodactyl', true, 'https://panel.example.com/profile'],
  ['https://example.com/panel/api/client', 'core', false, 'https://example.com/panel/'],
  ['https://api.example.com/v1/games', 'core', false, 'https://api.example.com/'],
] as const)('%s, which speaks %s (Pelican: %s): %s', (typed, dialect, isPelican, page) => {
  expect(keyPageUrl(typed, { dialect, isPelican })).toEqual(ok(page))
})

it.each([
  ['panel.example.com', 'https://panel.example.com/'],
  ['https://panel.example.com/server/a1b2c3d4', 'https://panel.example.com/'],
])('%s, of which nothing is known: %s', (typed, page) => {
  expect(keyPageUrl(typed, null)).toEqual(ok(page))
})

it('opens nothing for what is no address', () => {
  const refused = { error: { code: 'invalid-address' } }
  expect(keyPageUrl('javascript:alert(1)', null)).toMatchObject(refused)
  expect(schedulesPageUrl('javascript:alert(1)', serverIdentifierSchema.parse('a1b2c3d4'))).toMatchObject(refused)
})

it.each([
  ['https://example.com/panel/api/client', 'a1b2c3d4', 'https://example.com/panel/server/a1b2c3d4/schedules'],
  ['https://api.example.com/v1/games', 'a?b#c %d', 'https://api.example.com/server/a%3Fb%23c%20%25d/schedules'],
])('%s has the schedules of %j at %s', (baseUrl, identifier, page) => {
  expect(schedulesPageUrl(baseUrl, serverIdentifierSchema.parse(identifier))).toEqual(ok(page))
})
