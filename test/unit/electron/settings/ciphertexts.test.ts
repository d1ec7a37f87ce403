import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openCiphertexts } from '../../../../electron/settings/ciphertexts.ts'
import { openSettings } from '../../../fixtures/settings.ts'
import { setUpFolder } from '../../../fixtures/temporary-folder.ts'

const account = '1c2b3a4d-0000-4000-8000-000000000001'
const sealed = 'djEwY2lwaGVydGV4dA=='

const folder = setUpFolder()

const file = (name: string) => join(folder(), name)
/** The files of the profile that hold a text. */
const holding = (text: string) =>
  readdirSync(folder()).filter((name) => readFileSync(file(name), 'utf8').includes(text))

describe('ciphertexts', () => {
  it('are in a file of their own, readable by its owner only, and gone with their key', async () => {
    const store = openCiphertexts(folder())
    await store.write(account, sealed)
    await store.write('other', 'b3RoZXI=')
    expect(store.read(account)).toBe(sealed)
    expect(holding(sealed)).toEqual(['ciphertexts.json'])
    if (process.platform !== 'win32') expect(statSync(file('ciphertexts.json')).mode & 0o777).toBe(0o600)
    const { settings } = openSettings(folder())
    settings.update((now) => ({ ...now, allowsMemory: true }))
    settings.backUp()
    await store.write(account, null)
    expect(store.read(account)).toBeNull()
    expect(store.read('other')).toBe('b3RoZXI=')
    expect(holding(sealed)).toEqual([])
  })

  it.each(['constructor', '__proto__', 'toString'])('know none of %s', async (name) => {
    const store = openCiphertexts(folder())
    expect(store.read(name)).toBeNull()
    await store.write(account, sealed)
    expect(store.read(name)).toBeNull()
  })

  it.each(['{', '[]', '{"version":2,"ciphertexts":{}}', 'null'])('survive a damaged file: %s', async (text) => {
    writeFileSync(file('ciphertexts.json'), text)
    const store = openCiphertexts(folder())
    expect(store.read(account)).toBeNull()
    await store.write(account, sealed)
    expect(store.read(account)).toBe(sealed)
  })
})
