import { expect, it } from 'vitest'
import { keyPageUrl } from '../../../../electron/panel/key-page.ts'
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
  expect(keyPageUrl('javascript:alert(1)', null)).toMatchObject({ error: { code: 'invalid-address' } })
})
