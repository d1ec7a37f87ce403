import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withoutCiphertexts } from '../../../../electron/settings/ciphertexts.ts'
import { openCiphertexts, settingsPath } from '../../../../electron/settings/folder.ts'
import { openSettings } from '../../../fixtures/settings.ts'

const account = '1c2b3a4d-0000-4000-8000-000000000001'
const old = readFileSync(new URL('../../../fixtures/settings-versions/v5.json', import.meta.url), 'utf8')
const sealed = 'djEwY2lwaGVydGV4dA=='
const gone = 'djEwcmVtb3ZlZC1rZXktY2lwaGVydGV4dC1vZi1sb25nLWFnbw=='

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ciphertexts-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const file = (name: string) => join(folder, name)
/** The files of the profile that hold a text. */
const holding = (text: string) => readdirSync(folder).filter((name) => readFileSync(file(name), 'utf8').includes(text))

describe('ciphertexts', () => {
  it('are in a file of their own, readable by its owner only, and gone with their key', async () => {
    const store = openCiphertexts(folder)
    await store.write(account, sealed)
    await store.write('other', 'b3RoZXI=')
    expect(store.read(account)).toBe(sealed)
    expect(holding(sealed)).toEqual(['ciphertexts.json'])
    if (process.platform !== 'win32') expect(statSync(file('ciphertexts.json')).mode & 0o777).toBe(0o600)
    const { settings } = openSettings(folder)
    settings.update((now) => ({ ...now, allowsMemory: true }))
    settings.backUp()
    await store.write(account, null)
    expect(store.read(account)).toBeNull()
    expect(store.read('other')).toBe('b3RoZXI=')
    expect(holding(sealed)).toEqual([])
  })

  it.each(['constructor', '__proto__', 'toString'])('know none of %s', async (name) => {
    const store = openCiphertexts(folder)
    expect(store.read(name)).toBeNull()
    await store.write(account, sealed)
    expect(store.read(name)).toBeNull()
  })

  it.each(['{', '[]', '{"version":2,"ciphertexts":{}}', 'null'])('survive a damaged file: %s', async (text) => {
    writeFileSync(file('ciphertexts.json'), text)
    const store = openCiphertexts(folder)
    expect(store.read(account)).toBeNull()
    await store.write(account, sealed)
    expect(store.read(account)).toBe(sealed)
  })

  it('move out of the settings of an older version; a removed key’s stay in no copy', async () => {
    const copies = { [account]: sealed, removed: gone }
    writeFileSync(settingsPath(folder), old)
    writeFileSync(file('settings.backup.json'), JSON.stringify({ ...JSON.parse(old), ciphertexts: copies }))
    writeFileSync(file('settings.damaged-1.json'), `{"ciphertexts": {"removed": "${gone}"`)
    writeFileSync(file('settings.damaged-2.json'), `xx "removed": "${gone}" }, "keys": [`)
    writeFileSync(file('settings.json.tmp-1'), `"${gone}"`)
    writeFileSync(file('ciphertexts.json.new'), `"${gone}"`)
    const { settings, notices } = openSettings(folder)
    expect(notices.all()).toEqual({})
    expect(openCiphertexts(folder).read(account)).toBe(sealed)
    expect(holding(sealed)).toEqual(['ciphertexts.json'])
    expect(holding(gone.slice(0, 20))).toEqual([])
    expect(settings.get().keys).toHaveLength(2)
    expect(JSON.parse(readFileSync(file('settings.backup.json'), 'utf8'))).toEqual({
      ...JSON.parse(old),
      ciphertexts: {},
    })
    await openCiphertexts(folder).write(account, null)
    expect(holding(sealed)).toEqual([])
  })

  it('are taken from the backup where the settings of an older version are damaged', () => {
    writeFileSync(settingsPath(folder), old.slice(0, -20))
    writeFileSync(file('settings.backup.json'), old)
    openSettings(folder)
    expect(openCiphertexts(folder).read(account)).toBe(sealed)
    expect(holding(sealed)).toEqual(['ciphertexts.json'])
  })

  it('are read where an older version left them as long as nothing may be moved', () => {
    writeFileSync(settingsPath(folder), old)
    expect(openCiphertexts(folder).read(account)).toBe(sealed)
    openSettings(folder, { role: 'guest' })
    expect(existsSync(file('ciphertexts.json'))).toBe(false)
  })

  it('move with the first change that the command line makes', () => {
    writeFileSync(settingsPath(folder), old)
    openSettings(folder, { role: 'guest' }).settings.update((now) => ({ ...now, allowsMemory: true }))
    expect(holding(sealed)).toEqual(['ciphertexts.json'])
    expect(openCiphertexts(folder).read(account)).toBe(sealed)
  })
})

describe('withoutCiphertexts', () => {
  it.each([
    ['settings of today', '{"version":6,"keys":[]}'],
    ['settings without any', '{"version":5,"ciphertexts":{}}'],
    ['what is no JSON and has none', '{"version":5,"keys":[{"label":"Home'],
  ])('leaves %s as they are', (_, text) => expect(withoutCiphertexts(text)).toBe(text))

  it('leaves nothing of a ciphertext, wherever a file was damaged', () => {
    const text = old.replace(sealed, gone)
    const pieces = Array.from({ length: gone.length - 20 }, (_, at) => gone.slice(at, at + 20))
    for (let at = 0; at < text.length; at += 1) {
      for (const hurt of [text.slice(0, at), text.slice(at), `${text.slice(0, at)}\u0000${text.slice(at + 1)}`]) {
        const clean = withoutCiphertexts(hurt)
        for (const piece of pieces) expect(clean).not.toContain(piece)
        expect(withoutCiphertexts(clean)).toBe(clean)
      }
    }
  })
})
