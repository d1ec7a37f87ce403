import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../../electron/settings/document.ts'
import { currentVersion } from '../../../../electron/settings/schema.ts'
import { migrateV1 } from '../../../../electron/settings/versions/v1.ts'
import { migrateV2 } from '../../../../electron/settings/versions/v2.ts'
import { migrateV3 } from '../../../../electron/settings/versions/v3.ts'
import { migrateV4 } from '../../../../electron/settings/versions/v4.ts'
import { migrateV5 } from '../../../../electron/settings/versions/v5.ts'
import { migrateV6 } from '../../../../electron/settings/versions/v6.ts'
import { migrateV7 } from '../../../../electron/settings/versions/v7.ts'
import { oneKey } from '../../../fixtures/settings.ts'

/** A file as a version wrote it. Frozen: files of people do not change either. */
const frozen = (version: number) =>
  readFileSync(new URL(`../../../fixtures/settings-versions/v${version}.json`, import.meta.url), 'utf8')

describe('migrateV1', () => {
  it('adds what the owner declared of each key, and keeps all else', () => {
    const old = JSON.parse(frozen(1))
    expect(migrateV1(old)).toEqual({
      ...old,
      version: 2,
      keys: old.keys.map((key: object) => ({ ...key, permissions: null })),
    })
  })
})

describe('migrateV2', () => {
  it('adds the default preferences, and keeps all else', () => {
    const old = JSON.parse(frozen(2))
    const stallMinutes = { start: 3, stop: 10, restart: 10 }
    const preferences = { pinned: [], quiet: [], muted: null, stallMinutes }
    expect(migrateV2(old)).toEqual({ ...old, version: 3, preferences })
  })
})

describe('migrateV3', () => {
  it('adds the look of consoles and no saved commands, and keeps all else', () => {
    const old = JSON.parse(frozen(3))
    const console = { timestamps: true, wraps: true, screenReader: false }
    const preferences = { ...old.preferences, console, savedCommands: [] }
    expect(migrateV3(old)).toEqual({ ...old, version: 4, preferences })
  })

  it('leaves preferences that are none to the schema', () => {
    expect(migrateV3({ version: 3, preferences: [] })).toEqual({ version: 4, preferences: [] })
  })
})

describe('migrateV4', () => {
  it('adds the defaults for restarts with warnings, and keeps all else', () => {
    const old = JSON.parse(frozen(4))
    const migrated = migrateV4(old)
    const { restart, confirm, globalShortcut, ...preferences } = migrated.preferences as Record<string, unknown>
    expect({ ...migrated, preferences }).toEqual({ ...old, version: 5, schedules: [] })
    expect({ restart, confirm, globalShortcut }).toEqual({
      restart: { all: expect.objectContaining({ text: 'say Server restarts in {time}' }), servers: {} },
      confirm: { start: 'never', stop: 'never', restart: 'never', asked: false },
      globalShortcut: null,
    })
  })

  it('leaves preferences that are none to the schema', () => {
    expect(migrateV4({ version: 4, preferences: [] })).toEqual({ version: 5, preferences: [], schedules: [] })
  })
})

describe('migrateV5', () => {
  it('takes the ciphertexts out, and keeps all else', () => {
    const { ciphertexts, ...old } = JSON.parse(frozen(5))
    expect(Object.keys(ciphertexts)).toHaveLength(1)
    expect(migrateV5({ ciphertexts, ...old })).toEqual({ ...old, version: 6 })
  })
})

describe('migrateV6', () => {
  it('keeps what is to be deleted, under its new name', () => {
    const { leftovers, ...old } = JSON.parse(frozen(6))
    expect(leftovers).toHaveLength(1)
    expect(migrateV6({ leftovers, ...old })).toEqual({ ...old, version: 7, pendingDeletions: leftovers })
  })

  it('leaves a file that named nothing to the schema', () => {
    expect(migrateV6({ version: 6, keys: [] })).toEqual({ version: 7, keys: [] })
  })
})

describe('migrateV7', () => {
  it('tells of no players until that is chosen, and keeps all else', () => {
    const old = JSON.parse(frozen(7))
    const preferences = { ...old.preferences, quietKinds: ['return', 'joined', 'left'] }
    expect(migrateV7(old)).toEqual({ ...old, version: 8, preferences })
    const read = readDocument(frozen(7))
    expect(read).toMatchObject({ settings: { preferences: { quietKinds: ['return', 'joined', 'left'] } } })
  })

  it('does so too where nothing was quiet', () => {
    expect(migrateV7({ version: 7, preferences: {} })).toEqual({
      version: 8,
      preferences: { quietKinds: ['joined', 'left'] },
    })
  })

  it.each([[[]], [null], ['x'], [{ quietKinds: 'x' }]])(
    'leaves preferences that are none to the schema: %j',
    (preferences) => {
      expect(migrateV7({ version: 7, preferences })).toEqual({ version: 8, preferences })
    },
  )
})

describe('readDocument', () => {
  it.each(Array.from({ length: currentVersion - 1 }, (_, i) => i + 1))('reads a file of version %i', (version) => {
    const read = readDocument(frozen(version))
    // From version 6 on they have a file of their own.
    const ciphertexts = version < 6 ? { '1c2b3a4d-0000-4000-8000-000000000001': 'djEwY2lwaGVydGV4dA==' } : {}
    expect(read).toMatchObject({ kind: 'settings', version, settings: { version: currentVersion }, ciphertexts })
    expect(read).not.toHaveProperty('settings.ciphertexts')
  })

  it('reads its own', () => {
    expect(readDocument(JSON.stringify(oneKey))).toEqual({
      kind: 'settings',
      settings: oneKey,
      version: currentVersion,
      ciphertexts: {},
    })
  })

  it.each([
    ['no', {}],
    ['no', { backupFirst: 'no' }],
    ['anyway', { backupFirst: 'anyway' }],
  ])('reads restarts that back up first: %s of %j', (backupFirst, kept) => {
    // A field of its own within a version: files from before it have none, and mean no.
    const { backupFirst: _, ...all } = oneKey.preferences.restart.all
    const preferences = { ...oneKey.preferences, restart: { all: { ...all, ...kept }, servers: {} } }
    const read = readDocument(JSON.stringify({ ...oneKey, preferences }))
    expect(read).toMatchObject({ settings: { preferences: { restart: { all: { backupFirst } } } } })
  })

  it.each([currentVersion + 1, 99, Number.MAX_SAFE_INTEGER])('knows version %d as newer', (version) => {
    expect(readDocument(JSON.stringify({ version }))).toEqual({ kind: 'newer' })
  })

  it('says where a value is wrong, never what it is', () => {
    const secret = 'ptlc_0123456789a'
    const read = readDocument(JSON.stringify({ ...oneKey, keys: [{ ...oneKey.keys[0], label: { secret } }] }))
    expect(read).toEqual({ kind: 'broken', reason: 'unexpected values at keys.0.label' })
  })

  it('never throws, however a good file was damaged', () => {
    const good = [frozen(1), frozen(2), frozen(3), JSON.stringify(oneKey)]
    const hurt = fc
      .tuple(fc.constantFrom(...good), fc.nat(2_000), fc.nat(50), fc.string())
      .map(([text, at, cut, more]) => text.slice(0, at) + more + text.slice(at + cut))
    fc.assert(
      fc.property(fc.oneof(hurt, fc.json(), fc.string()), (text) => {
        const read = readDocument(text)
        expect(['settings', 'newer', 'broken']).toContain(read.kind)
        if (read.kind === 'settings') expect(read.settings.version).toBe(currentVersion)
      }),
      { numRuns: 2_000 },
    )
  })
})
