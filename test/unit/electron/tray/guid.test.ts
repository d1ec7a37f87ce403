import { expect, it } from 'vitest'
import { guidOf } from '../../../../electron/tray/guid.ts'

const build = {
  platform: 'win32' as const,
  isSigned: true,
  program: 'C:\\Programs\\Servertray.exe',
  profile: 'C:\\Profile',
}

it('is a UUID, the same for a program and profile, and another one for any other', () => {
  const guids = [
    guidOf(build),
    guidOf({ ...build, program: 'D:\\Servertray.exe' }),
    guidOf({ ...build, profile: 'D:\\Profile' }),
  ]
  for (const guid of guids) expect(guid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(guids).size).toBe(3)
  expect(guidOf(build)).toBe(guids[0])
})

it.each([
  ['win32', true, true],
  ['win32', false, false],
  ['darwin', false, true],
  ['linux', true, false],
] as const)('is given on %s, where the build is signed: %s', (platform, isSigned, isGiven) => {
  expect(guidOf({ ...build, platform, isSigned }) !== null).toBe(isGiven)
})
