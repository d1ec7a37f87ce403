import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createKeptVersions, stillKept, versionList, versionsPath } from '../../../../electron/files/versions.ts'
import { parseKeptList } from '../../../../electron/lib/kept-file.ts'
import { filePathSchema } from '../../../../shared/files/contract.ts'
import { must } from '../../../fixtures/demo.ts'
import { createFakeClock, type FakeClock } from '../../../fixtures/fake-clock.ts'
import { serverView } from '../../../fixtures/server-view.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'
import { makeUnreadable } from '../../../fixtures/unreadable.ts'

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
const list = () => join(versionsPath(profile), 'versions.json')
/** Has a file be written so many milliseconds ago, by the clock. */
const age = (name: string, ms: number) => {
  const seconds = (clock.now() - ms) / 1_000
  utimesSync(join(versionsPath(profile), name), seconds, seconds)
}
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
      const list = must(one.list(ref, path))
      expect(list.map((version) => version.bytes)).toEqual([7, 7])
      expect((list[0]?.keptAt ?? 0) - (list[1]?.keptAt ?? 0)).toBe(1_000)
      expect([...must(await one.read(ref, path, list[1]?.id ?? ''))]).toEqual([...odd])
    }
  })

  it('are not kept twice in a row, but again after another one', () => {
    const versions = open()
    for (const text of ['a', 'a', 'b', 'a']) must(versions.keep(ref, path, bytes(text)))
    expect(must(versions.list(ref, path))).toHaveLength(3)
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
    expect(must(versions.list(ref, path))).toEqual([])
    must(versions.keep(ref, path, bytes('new')))
    expect(files()).toHaveLength(2)
  })

  it('are not given where the file, the place or the content is another one', async () => {
    const versions = open()
    must(versions.keep(ref, path, bytes('secret')))
    const id = must(versions.list(ref, path))[0]?.id ?? ''
    const gone = { error: { code: 'version-gone' } }
    expect(await versions.read(ref, other, id)).toMatchObject(gone)
    expect(await versions.read(ref, path, '../../settings.json')).toMatchObject(gone)
    writeFileSync(join(versionsPath(profile), id), 'SECRET')
    expect(await versions.read(ref, path, id)).toMatchObject(gone)
    rmSync(join(versionsPath(profile), id))
    expect(await versions.read(ref, path, id)).toMatchObject(gone)
  })

  it('go where nothing tells of them, once they are as old as any that is kept', () => {
    const versions = open()
    must(versions.keep(ref, path, bytes('a')))
    for (const name of ['left-by-a-crash', 'left-long-ago']) writeFileSync(join(versionsPath(profile), name), 'x')
    age('left-by-a-crash', 30 * day)
    age('left-long-ago', 30 * day + 1_000)
    age('versions.json', 300 * day)
    open().sweep()
    expect(files()).toEqual([must(versions.list(ref, path))[0]?.id ?? '', 'left-by-a-crash', 'versions.json'].sort())
  })

  it('stay where their list cannot be read at a start, and are there again once it can', async () => {
    must(open().keep(ref, path, bytes('a')))
    const [first = ''] = files()
    age(first, 0)
    const show = makeUnreadable(list())
    const versions = open()
    versions.sweep()
    expect(versions.list(ref, path)).toMatchObject({ error: { code: 'storage-failed' } })
    // Nothing is saved over a file whose version the list cannot take.
    const where = { hint: expect.stringMatching(/Try again in a moment.*the folder file-versions in the profile/) }
    expect(versions.list(ref, path)).toMatchObject({ error: where })
    expect(versions.keep(ref, path, bytes('b'))).toMatchObject({ error: { code: 'version-not-kept', ...where } })
    show()
    expect(files()).toEqual([first, 'versions.json'].sort())
    must(versions.keep(ref, path, bytes('b')))
    expect(must(versions.list(ref, path))).toHaveLength(2)
    expect([...must(await open().read(ref, path, first))]).toEqual([...bytes('a')])
  })

  it.each([
    ['no JSON', '{"version":1,"versions":['],
    ['an entry that no longer fits', '{"version":1,"versions":[{"id":"x"}]}'],
  ])('stay where their list is %s, which is put aside for a person', (_, text) => {
    must(open().keep(ref, path, bytes('a')))
    const [first = ''] = files()
    age(first, 29 * day)
    writeFileSync(list(), text)
    age('versions.json', 0)
    const versions = open()
    versions.sweep()
    must(versions.keep(ref, path, bytes('b')))
    open().sweep()
    expect(files()).toHaveLength(4)
    expect(files()).toEqual(expect.arrayContaining([first, 'versions.damaged.json']))
  })

  it('do not count as kept where their list cannot be written', () => {
    const versions = open()
    must(versions.keep(ref, path, bytes('a')))
    // Something stands in the way of the list's next text.
    mkdirSync(join(versionsPath(profile), 'versions.json.new', 'x'), { recursive: true })
    const isHeld = {
      code: 'version-not-kept',
      hint: expect.stringMatching(/^Another program .* or the disk is full\./),
    }
    for (const text of ['b', 'b']) expect(versions.keep(ref, path, bytes(text))).toMatchObject({ error: isHeld })
    expect(must(versions.list(ref, path))).toHaveLength(1)
    expect(files()).toHaveLength(3)
    rmSync(join(versionsPath(profile), 'versions.json.new'), { recursive: true })
    must(versions.keep(ref, path, bytes('b')))
    expect(must(versions.list(ref, path))).toHaveLength(2)
    expect(must(open().list(ref, path))).toEqual(must(versions.list(ref, path)))
  })

  it('that are too old stay on disk as long as the list tells of them', async () => {
    must(open().keep(ref, path, bytes('a')))
    await clock.advance(30 * day + 1)
    mkdirSync(join(versionsPath(profile), 'versions.json.new', 'x'), { recursive: true })
    open().sweep()
    expect(files()).toHaveLength(3)
    rmSync(join(versionsPath(profile), 'versions.json.new'), { recursive: true })
    open().sweep()
    expect(files()).toEqual(['versions.json'])
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
