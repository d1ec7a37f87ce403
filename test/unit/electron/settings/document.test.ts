import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currentVersion, readDocument } from '../../../../electron/settings/schema.ts'
import { sizeOf } from '../../../fixtures/run.ts'
import { oneKey } from '../../../fixtures/settings.ts'

describe('readDocument', () => {
  it('reads a file of an older version: what that has no field for gets its default, what it has too much is left out', () => {
    const { version, preferences, schedules, ...rest } = oneKey
    const keys = oneKey.keys.map(({ permissions: _, ...key }) => key)
    const older = { ...rest, keys, version: version - 1, ciphertexts: { home: 'djEw' } }
    expect(readDocument(JSON.stringify(older))).toEqual({ kind: 'settings', settings: oneKey })
  })

  it.each([
    ['no', {}],
    ['anyway', { backupFirst: 'anyway' }],
  ])('reads restarts that back up first: %s of %j', (backupFirst, kept) => {
    // A field of its own within a version: files from before it have none, and mean no.
    const { backupFirst: _, ...all } = oneKey.preferences.restart.all
    const preferences = { ...oneKey.preferences, restart: { all: { ...all, ...kept }, servers: {} } }
    const read = readDocument(JSON.stringify({ ...oneKey, preferences }))
    expect(read).toMatchObject({ settings: { preferences: { restart: { all: { backupFirst } } } } })
  })

  it.each([currentVersion + 1, Number.MAX_SAFE_INTEGER])('knows version %d as newer', (version) => {
    expect(readDocument(JSON.stringify({ version }))).toEqual({ kind: 'newer' })
  })

  it('says where a value is wrong, never what it is', () => {
    const secret = 'ptlc_0123456789a'
    const read = readDocument(JSON.stringify({ ...oneKey, keys: [{ ...oneKey.keys[0], label: { secret } }] }))
    expect(read).toEqual({ kind: 'broken', reason: 'unexpected values at keys.0.label' })
  })

  it('never throws, however a good file was damaged', () => {
    const good = [JSON.stringify(oneKey), JSON.stringify({ ...oneKey, version: 1 })]
    const hurt = fc
      .tuple(fc.constantFrom(...good), fc.nat(2_000), fc.nat(50), fc.string())
      .map(([text, at, cut, more]) => text.slice(0, at) + more + text.slice(at + cut))
    fc.assert(
      fc.property(fc.oneof(hurt, fc.json(), fc.string()), (text) => {
        const read = readDocument(text)
        expect(['settings', 'newer', 'broken']).toContain(read.kind)
        if (read.kind === 'settings') expect(read.settings.version).toBe(currentVersion)
      }),
      { numRuns: sizeOf({ short: 300, long: 2_000 }) },
    )
  })
})
