import { chmodSync, mkdtempSync, readFileSync, rmdirSync, statSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { appId, appImageOf, keychainService, makeProfile, profileFolder } from '../../../../electron/lib/profile.ts'
import { unless, whyNoUnix } from '../../../report/unless.ts'

describe('the profile folder', unless(whyNoUnix()), () => {
  const usual = join(homedir(), '.config', 'Servertray')

  it.each([
    ['nothing set', {}, usual],
    ['an XDG folder', { XDG_CONFIG_HOME: '/var/config' }, '/var/config/Servertray'],
    ['a relative XDG folder, which counts as none', { XDG_CONFIG_HOME: 'config' }, usual],
    ['an own profile', { SERVERTRAY_HOME: '/srv/profile' }, '/srv/profile'],
    ['a relative own profile, which Electron would refuse', { SERVERTRAY_HOME: 'mine' }, resolve('mine')],
  ])('with %s', (_, env, folder) => {
    expect(profileFolder(env, 'linux')).toBe(folder)
  })

  it('keeps the tokens of each profile apart, however its folder is written', () => {
    expect(keychainService({ SERVERTRAY_HOME: '' })).toBe('Servertray')
    expect(keychainService({ SERVERTRAY_HOME: 'a' })).not.toBe(keychainService({ SERVERTRAY_HOME: 'b' }))
    expect(keychainService({ SERVERTRAY_HOME: 'a' })).toBe(keychainService({ SERVERTRAY_HOME: resolve('a') }))
  })
})

it('is its owner’s alone, also where it was there before', unless(whyNoUnix()), () => {
  const folder = mkdtempSync(join(tmpdir(), 'profile-'))
  chmodSync(folder, 0o755)
  makeProfile(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  rmdirSync(folder)
})

it('goes by the name that the installers give the app', () => {
  const builder = readFileSync(new URL('../../../../electron-builder.yml', import.meta.url), 'utf8')
  expect(builder).toContain(`appId: ${appId}\n`)
})

it.each([
  ['none', {}, '/opt/Servertray/servertray', null],
  ['ours', { APPIMAGE: '/a/S.AppImage', APPDIR: '/tmp/.mount_S' }, '/tmp/.mount_S/servertray', '/a/S.AppImage'],
  ['inherited', { APPIMAGE: '/a/Editor.AppImage', APPDIR: '/tmp/.mount_E' }, '/opt/Servertray/servertray', null],
  ['a neighbour', { APPIMAGE: '/a/S.AppImage', APPDIR: '/tmp/.mount_S' }, '/tmp/.mount_Sx/servertray', null],
  ['relative', { APPIMAGE: 'S.AppImage', APPDIR: '/tmp/.mount_S' }, '/tmp/.mount_S/servertray', null],
] as const)('the AppImage: %s', (_, env, execPath, expected) => expect(appImageOf(env, execPath)).toBe(expected))
