import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { checkedSigning, isSigned, macSigning } from '../../../build/pack.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(fileURLToPath(new URL(path, root)), 'utf8')

const yml = read('electron-builder.yml')
/** A value of electron-builder.yml, by the name of its line. */
const stated = (name: string) => new RegExp(`^ +${name}: (.+)$`, 'm').exec(yml)?.[1]

/** What is asked of macOS for the app and for its helpers, each a list of entitlements. */
function entitlementsOf(signed: boolean): { identity: string | undefined; app: string[]; helpers: string[] } {
  const mac = {
    identity: stated('identity'),
    entitlements: stated('entitlements'),
    entitlementsInherit: stated('entitlementsInherit'),
    ...macSigning(signed),
  }
  const keysIn = (path: string) =>
    [...read(path).matchAll(/<key>([\w.-]+)<\/key>\s*<true\/>/g)].map(([, key]) => key ?? '')
  return {
    identity: mac.identity ?? undefined,
    app: keysIn(String(mac.entitlements)),
    helpers: keysIn(String(mac.entitlementsInherit)),
  }
}

const [jit, anyLibrary] = ['com.apple.security.cs.allow-jit', 'com.apple.security.cs.disable-library-validation']

describe('a build is signed', () => {
  it.each([
    ['darwin', 'CSC_LINK', true],
    ['darwin', 'CSC_NAME', true],
    ['darwin', 'WIN_CSC_LINK', false],
    ['win32', 'WIN_CSC_LINK', true],
    ['win32', 'CSC_LINK', true],
    ['win32', 'CSC_NAME', false],
    ['linux', 'CSC_LINK', false],
  ] as const)('on %s with %s: %s', (platform, variable, signed) => {
    expect(isSigned(platform, { [variable]: 'a certificate' })).toBe(signed)
    expect(isSigned(platform, { [variable]: '' })).toBe(false)
  })

  it('on Windows only with an updater that knows its publisher', async () => {
    const resources = temporaryFolder()
    const packed = { packager: { getResourcesDir: () => resources }, appOutDir: resources }
    const check = (platform: NodeJS.Platform) =>
      Reflect.apply(checkedSigning(platform).afterSign as () => Promise<void>, null, [packed])
    await expect(check('win32')).rejects.toThrow('names no publisher')
    await expect(check('darwin')).resolves.toBeUndefined()
    writeFileSync(join(resources, 'app-update.yml'), 'publisherName: CN=Example')
    await expect(check('win32')).resolves.toBeUndefined()
  })
})

describe('a build for macOS', () => {
  it('with a certificate lets in no library but its own', () => {
    expect(entitlementsOf(true)).toEqual({ identity: undefined, app: [jit], helpers: [jit] })
  })

  it('without one has an ad-hoc signature, which has no team that libraries could be of', () => {
    expect(entitlementsOf(false)).toEqual({ identity: '-', app: [jit, anyLibrary], helpers: [jit, anyLibrary] })
  })

  it('says what the app does in the local network, as macOS asks the person', () => {
    expect(stated('LSFileQuarantineEnabled')).toBe('true')
    expect(stated('NSLocalNetworkUsageDescription')).toMatch(/^Servertray connects to .*network.*\.$/)
  })
})
