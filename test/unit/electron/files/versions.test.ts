import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createKeptVersions, stillKept, versionsPath } from '../../../../electron/files/versions.ts'
import { versionList } from '../../../../electron/files/versions-file.ts'
import { parseKeptList } from '../../../../electron/lib/kept-list.ts'
import { filePathSchema } from '../../../../shared/model/file-schema.ts'
import { must } from '../../../fixtures/demo.ts'
import { createFakeClock, type FakeClock } from '../../../fixtures/fake-clock.ts'
import { serverView } from '../../../fixtures/server-view.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'

const { ref } = serverView()
const path = filePathSchema.parse('/config/server.properties')
const other = filePathSchema.parse('/eula.txt')
const day = 24 * 60 * 60_000
const bytes = (text: string) => new TextEncoder().encode(text)

let profile: string
let clock: FakeClock
let log: ReturnType<typeof createTestLog>
beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'versions-'))
  clock = createFakeClock()
  log = createTestLog()
})
afterEach(() => rmSync(profile, { recursive: true, force: true }))

const open = () => createKeptVersions({ profile, clock, log })
const files = () => readdirSync(versionsPath(profile)).sort()

describe('kept versions', () => {
  it('come back byte for byte, newest first, in this run and the next', async () => {
    const versions = open()
    const odd = Uint8Array.from([0xff, 0xfe, 0, 13, 10, 0xd8, 0])
    must(versions.keep(ref, path, odd))
    await clock.advance(1_000)
    must(versions.keep(ref, path, bytes('motd=b\n')))
    must(versions.keep(ref, other, bytes('eula=true\n')))
    for (const one of [versions, open()]) {
      const list = one.list(ref, path)
      expect(list.map((version) => version.bytes)).toEqual([7, 7])
      expect((list[0]?.keptAt ?? 0) - (list[1]?.keptAt ?? 0)).toBe(1_000)
      expect([...must(await one.read(ref, path, list[1]?.id ?? ''))]).toEqual([...odd])
    }
  })

  it('are not kept twice in a row, but again after another one', () => {
    const versions = open()
    for (const text of ['a', 'a', 'b', 'a']) must(versions.keep(ref, path, bytes(text)))
    expect(versions.list(ref, path)).toHaveLength(3)
  })

  it('are for their owner only', () => {
    must(open().keep(ref, path, bytes('rcon.password=hunter2')))
    expect(statSync(versionsPath(profile)).mode & 0o077).toBe(0)
    for (const name of files()) expect(statSync(join(versionsPath(profile), name)).mode & 0o077).toBe(0)
  })

  it('go after 30 days, with their bytes', async () => {
    const versions = open()
    must(versions.keep(ref, path, bytes('old')))
    await clock.advance(30 * day + 1)
    expect(versions.list(ref, path)).toEqual([])
    must(versions.keep(ref, path, bytes('new')))
    expect(files()).toHaveLength(2)
  })

  it('are not given where the file, the place or the content is another one', async () => {
    const versions = open()
    must(versions.keep(ref, path, bytes('secret')))
    const id = versions.list(ref, path)[0]?.id ?? ''
    const gone = { error: { code: 'version-gone' } }
    expect(await versions.read(ref, other, id)).toMatchObject(gone)
    expect(await versions.read(ref, path, '../../settings.json')).toMatchObject(gone)
    writeFileSync(join(versionsPath(profile), id), 'SECRET')
    expect(await versions.read(ref, path, id)).toMatchObject(gone)
    rmSync(join(versionsPath(profile), id))
    expect(await versions.read(ref, path, id)).toMatchObject(gone)
  })

  it('leave nothing that the list does not tell of', () => {
    const versions = open()
    must(versions.keep(ref, path, bytes('a')))
    writeFileSync(join(versionsPath(profile), 'left-by-a-crash'), 'x')
    open().sweep()
    expect(files()).toEqual([versions.list(ref, path)[0]?.id ?? '', 'versions.json'].sort())
  })

  it('that cannot be written are said, so that nothing is saved over them', () => {
    writeFileSync(versionsPath(profile), 'no folder')
    expect(open().keep(ref, path, bytes('a'))).toMatchObject({ error: { code: 'version-not-kept' } })
    expect(log.lines.join()).not.toContain('server.properties')
    chmodSync(versionsPath(profile), 0o600)
  })
})

describe('what stays', () => {
  const entry = (n: number, more: object = {}) => ({
    id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    ref,
    path,
    keptAt: 1_000_000 - n,
    bytes: 10,
    sha256: 'a'.repeat(64),
    ...more,
  })
  const kept = (entries: ReturnType<typeof entry>[], now = 1_000_000) => stillKept(entries, now).length

  it.each([
    ['50 of one file', Array.from({ length: 60 }, (_, n) => entry(n)), 50],
    ['1,000 in all', Array.from({ length: 1_100 }, (_, n) => entry(n, { path: filePathSchema.parse(`/${n}`) })), 1_000],
    ['256 MiB', Array.from({ length: 10 }, (_, n) => entry(n, { bytes: 64 * 1024 * 1024 })), 4],
    ['none', [], 0],
  ])('is at most %s', (_, entries, most) => {
    expect(kept(entries)).toBe(most)
  })

  it('is what is newest', () => {
    expect(stillKept([entry(1), ...Array.from({ length: 60 }, (_, n) => entry(n + 2))], 1_000_000)[0]).toEqual(entry(1))
  })
})

it.each([
  ['no JSON', 'no'],
  ['another version', '{"version":2,"versions":[]}'],
  ['a path that leads out', JSON.stringify({ version: 1, versions: [{ id: '../x' }] })],
])('takes %s for no list', (_, text) => {
  expect(parseKeptList(text, versionList)).toBeNull()
})
