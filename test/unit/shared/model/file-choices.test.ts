import { describe, expect, test } from 'vitest'
import { whyNoFileChange, whyNoFiles } from '../../../../shared/model/file-choices.ts'
import type { Permission } from '../../../../shared/model/permission.ts'
import { permissions } from '../../../../shared/model/permission.ts'
import { appState, keyView, panelView } from '../../../fixtures/app-state.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const server = serverView()
const now = 1_000
const state = (declared: readonly Permission[] | undefined, dialect: 'core' | 'pterodactyl' = 'pterodactyl') =>
  appState({
    panels: [panelView({ dialect })],
    keys: [keyView(declared === undefined ? {} : { declared: [...declared] })],
    servers: [server],
  })

describe('files', () => {
  test.each([
    ['files-read', null, 'this key lacks Files: read & write'],
    ['files-write', null, null],
    ['power', 'this key lacks Files: read', 'this key lacks Files: read & write'],
    ['settings', 'this key lacks Files: read', 'this key lacks Files: read & write'],
  ] as const)('with a key that has %s alone', (permission, look, change) => {
    const given = state([permission])
    expect(whyNoFiles(given, server, now)).toBe(look)
    expect(whyNoFileChange(given, server, now)).toBe(change)
  })

  test('with a key of which nothing is known, or all', () => {
    for (const given of [state(undefined), state(permissions)])
      expect([whyNoFiles(given, server, now), whyNoFileChange(given, server, now)]).toEqual([null, null])
  })

  test('are not on a panel of the core document', () => {
    expect(whyNoFiles(state(permissions, 'core'), server, now)).toBe('not on this panel')
    expect(whyNoFileChange(state(permissions, 'core'), server, now)).toBe('not on this panel')
  })
})
