import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createKeptVersions, stillKept, versionsPath } from '../../../../electron/files/versions.ts'
import { must } from '../../../fixtures/demo.ts'
import { createFakeClock, type FakeClock } from '../../../fixtures/fake-clock.ts'
import { filePath } from '../../../fixtures/file-entry.ts'
import { serverView } from '../../../fixtures/server-view.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'

const { ref } = serverView()
const path = filePath('/config/server.properties')
const other = filePath('/eula.txt')
const day = 24 * 60 * 60_000
const bytes = (text: string) => new TextEncoder().encode(text)

let profile: string
let clock: FakeClock
let log: ReturnType<typeof createTestLog>
beforeEach(() => {
  profile = temporaryFolder()
  clock = createFakeClock()
  log = createTestLog()
})

const open = () => createKeptVersions({ profile, clock, log })
const inFolder = (name: string) => join(versionsPath(profile), name)
/** The files in the folder of versions. */
const files = () =>
  readdirSync(versionsPath(profile), { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(inFolder(name)).isFile())
    .sort()

describe('kept versions', () => {
  it('come back byte for byte, newest first, in this run and the next', async () => {
    const versions = open()
    const odd = Uint8Array.from([0xff, 0xfe, 0, 13, 10, 0xd8, 0])
    must(versions.keep(ref, path, odd))
    await clock.advance(1_000)
    must(versions.keep(ref, path, bytes('motd=b\n')))
    must(versions.keep(ref, other, bytes('eula=true\n')))
    const list = must(open().list(ref, path))
    expect(list).toMatchObject([{ bytes: 7, keptAt: clock.now() }, { bytes: 7 }])
    expect([...must(await open().read(ref, path, list[1]?.id ?? ''))]).toEqual([...odd])
  })

  it('are not kept twice in a row, but again after another one', async () => {
    const versions = open()
    for (const text of ['a', 'a', 'b', 'a']) {
      await clock.advance(1_000)
      must(versions.keep(ref, path, bytes(text)))
    }
    expect(must(versions.list(ref, path))).toHaveLength(3)
  })

  it('are for their owner only, and their names tell no path', () => {
    must(open().keep(ref, path, bytes('rcon.password=hunter2')))
    const all = readdirSync(profile, { recursive: true, encoding: 'utf8' })
    expect(all.map((name) => statSync(join(profile, name)).mode & 0o077)).toEqual([0, 0, 0])
    expect(all.join()).not.toContain('server.properties')
  })

  it('go after 30 days, with their bytes', async () => {
    const versions = open()
    must(versions.keep(ref, path, bytes('old')))
    await clock.advance(30 * day + 1)
    expect(must(versions.list(ref, path))).toEqual([])
    versions.sweep()
    expect(readdirSync(versionsPath(profile))).toEqual([])
  })

  it('are no more than 50 of a file on the disk too, with no look at them in between', async () => {
    const versions = open()
    for (let n = 0; n < 51; n += 1) {
      await clock.advance(1_000)
      must(versions.keep(ref, path, bytes(`${n}`)))
    }
    expect(files()).toHaveLength(50)
    expect(files().map((name) => readFileSync(inFolder(name), 'utf8'))).not.toContain('0')
  })

  it('are not given where the file, the place or the content is another one', async () => {
    const versions = open()
    must(versions.keep(ref, path, bytes('secret')))
    const id = must(versions.list(ref, path))[0]?.id ?? ''
    const gone = { error: { code: 'version-gone' } }
    expect(await versions.read(ref, other, id)).toMatchObject(gone)
    expect(await versions.read(ref, path, '../../settings.json')).toMatchObject(gone)
    const [file = ''] = files()
    writeFileSync(inFolder(file), 'SECRET')
    expect(await versions.read(ref, path, id)).toMatchObject(gone)
    rmSync(inFolder(file))
    expect(await versions.read(ref, path, id)).toMatchObject(gone)
  })

  it('are kept also where the clock was put back since, as the newest', async () => {
    const versions = open()
    for (let n = 0; n < 50; n += 1) {
      await clock.advance(1_000)
      must(versions.keep(ref, path, bytes(`${n}`)))
    }
    clock.set(clock.now() - day)
    must(versions.keep(ref, path, bytes('before the save')))
    expect(files().map((name) => readFileSync(inFolder(name), 'utf8'))).toContain('before the save')
  })

  it('leave nothing of what a crash cut off, once that is as old as any that is kept', () => {
    must(open().keep(ref, path, bytes('a')))
    const [kept = ''] = files()
    for (const [name, ms] of [
      ['recent.new', 30 * day],
      ['old.new', 30 * day + 1_000],
    ] as const) {
      writeFileSync(inFolder(name), 'x')
      const seconds = (clock.now() - ms) / 1_000
      utimesSync(inFolder(name), seconds, seconds)
    }
    open().sweep()
    expect(files()).toEqual([kept, 'recent.new'].sort())
  })

  it('that cannot be written or read are said, so that nothing is saved over them', () => {
    writeFileSync(versionsPath(profile), 'no folder')
    const versions = open()
    expect(versions.keep(ref, path, bytes('a'))).toMatchObject({ error: { code: 'version-not-kept' } })
    const where = { code: 'storage-failed', hint: expect.stringMatching(/the folder file-versions in the profile/) }
    expect(versions.list(ref, path)).toMatchObject({ error: where })
    expect(log.lines.join()).not.toContain('server.properties')
  })
})

describe('what stays', () => {
  const entry = (n: number, more: object = {}) => ({ path: `a/${n}`, keptAt: 1_000_000 - n, bytes: 10, ...more })

  it.each([
    ['50 of one file', Array.from({ length: 60 }, (_, n) => entry(n)), 50],
    ['1,000 in all', Array.from({ length: 1_100 }, (_, n) => entry(n, { path: `${n}/a` })), 1_000],
    ['256 MiB', Array.from({ length: 10 }, (_, n) => entry(n, { bytes: 64 * 1024 * 1024 })), 4],
  ])('is at most %s, the newest', (_, entries, most) => {
    expect(stillKept(entries, 1_000_000)).toEqual(entries.slice(0, most))
  })
})
