import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { keychainService, profileFolder } from '../../../electron/profile.ts'

describe('profileFolder', () => {
  it.each([
    ['linux', {}, join(homedir(), '.config', 'Servertray')],
    ['linux', { XDG_CONFIG_HOME: '/x' }, join('/x', 'Servertray')],
    ['win32', { APPDATA: 'C:\\x' }, join('C:\\x', 'Servertray')],
    ['darwin', {}, join(homedir(), 'Library', 'Application Support', 'Servertray')],
    ['linux', { SERVERTRAY_HOME: '/own', XDG_CONFIG_HOME: '/x' }, resolve('/own')],
    ['linux', { SERVERTRAY_HOME: 'own/' }, resolve('own')],
    ['linux', { SERVERTRAY_HOME: '' }, join(homedir(), '.config', 'Servertray')],
  ] as const)('%s %o: %s', (platform, env, folder) => expect(profileFolder(env, platform)).toBe(folder))
})

describe('keychainService', () => {
  it('has one name for each profile, however its folder is written', () => {
    const own = keychainService({ SERVERTRAY_HOME: '/own' })
    expect(keychainService({})).toBe('Servertray')
    expect(keychainService({ SERVERTRAY_HOME: '' })).toBe('Servertray')
    expect(own).toMatch(/^Servertray [0-9a-f]{12}$/)
    expect(keychainService({ SERVERTRAY_HOME: '/own/' })).toBe(own)
    expect(keychainService({ SERVERTRAY_HOME: '/other' })).not.toBe(own)
  })
})
