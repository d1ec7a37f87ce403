import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { appId, keychainService, profileFolder } from '../../../electron/profile.ts'

describe.runIf(process.platform !== 'win32')('the profile folder', () => {
  const usual = join(homedir(), '.config', 'Servertray')

  it.each([
    ['nothing set', {}, usual],
    ['an XDG folder', { XDG_CONFIG_HOME: '/var/config' }, '/var/config/Servertray'],
    ['an empty XDG folder, which counts as none', { XDG_CONFIG_HOME: '' }, usual],
    ['a relative XDG folder, which counts as none', { XDG_CONFIG_HOME: 'config' }, usual],
    ['an own profile', { SERVERTRAY_PROFILE: '/srv/profile' }, '/srv/profile'],
    ['a relative own profile, which Electron would refuse', { SERVERTRAY_PROFILE: 'mine' }, resolve('mine')],
    ['an empty own profile, which counts as none', { SERVERTRAY_PROFILE: '' }, usual],
  ])('with %s', (_, env, folder) => {
    expect(profileFolder(env, 'linux')).toBe(folder)
  })

  it('keeps the tokens of each profile apart, however its folder is written', () => {
    expect(keychainService({ SERVERTRAY_PROFILE: '' })).toBe('Servertray')
    expect(keychainService({ SERVERTRAY_PROFILE: 'a' })).not.toBe(keychainService({ SERVERTRAY_PROFILE: 'b' }))
    expect(keychainService({ SERVERTRAY_PROFILE: 'a' })).toBe(keychainService({ SERVERTRAY_PROFILE: resolve('a') }))
  })
})

it('goes by the name that the installers give the app', () => {
  const builder = readFileSync(new URL('../../../electron-builder.yml', import.meta.url), 'utf8')
  expect(builder).toContain(`appId: ${appId}\n`)
})
