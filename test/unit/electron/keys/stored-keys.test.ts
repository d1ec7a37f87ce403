import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openProfile } from '../../../../electron/keys/profile.ts'
import { storedKeys } from '../../../../electron/keys/stored-keys.ts'
import { settingsPath } from '../../../../electron/settings/folder.ts'
import { defaultSettings } from '../../../../electron/settings/schema.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

let profile: string
beforeEach(() => {
  profile = temporaryFolder()
  vi.stubEnv('SERVERTRAY_HOME', profile)
})
afterEach(() => {
  vi.unstubAllEnvs()
})

it('has no key where the app never ran, and makes no file', async () => {
  expect(storedKeys(openProfile())).toMatchObject({ error: { code: 'no-key' } })
  expect(readdirSync(profile)).toEqual([])
})

it.each([
  ['settings-broken', '{"version": 1, '],
  ['settings-newer', '{"version":99,"panels":[],"keys":[]}'],
])('says that the settings cannot be read, and leaves them where they are: %s', async (code, text) => {
  writeFileSync(settingsPath(profile), text)
  expect(storedKeys(openProfile())).toMatchObject({ error: { code } })
  expect(readdirSync(profile)).toEqual(['settings.json'])
  expect(readFileSync(settingsPath(profile), 'utf8')).toBe(text)
})

it('lists the keys of the settings, and changes nothing', async () => {
  const panels = [{ id: 'demo', kind: 'demo', name: 'Demo panel', baseUrl: 'http://127.0.0.1:9/api/client' }]
  const keys = [
    { id: 'key-1', panelId: 'demo', label: 'Demo', tokenIn: 'memory', permissions: null },
    { id: 'key-2', panelId: 'gone', label: 'Without a panel', tokenIn: 'memory', permissions: null },
  ]
  const text = JSON.stringify({ ...defaultSettings, panels, keys })
  writeFileSync(settingsPath(profile), text)
  const loaded = storedKeys(openProfile())
  expect(loaded).toMatchObject({ ok: true, value: [{ id: 'key-1', panelName: 'Demo panel', isDemo: true }] })
  const [key] = loaded.ok ? loaded.value : []
  expect(await key?.readToken()).toMatchObject({ error: { code: 'token-unreadable' } })
  expect(readdirSync(profile)).toEqual(['settings.json'])
  expect(readFileSync(settingsPath(profile), 'utf8')).toBe(text)
})
