import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { type OpenFile, settingsPath } from '../../../../electron/settings/folder.ts'
import { openPlainFile } from '../../../../electron/settings/plain-file.ts'
import { currentVersion, defaultSettings, type Settings } from '../../../../electron/settings/schema.ts'
import { oneKey, openSettings } from '../../../fixtures/settings.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'
import { unless, whyNoUnix } from '../../../report/unless.ts'

let folder: string
const path = () => settingsPath(folder)
const backupPath = () => join(folder, 'settings.backup.json')
const store = (settings: unknown, at = path()) => writeFileSync(at, JSON.stringify(settings))
const read = (at = path()): unknown => JSON.parse(readFileSync(at, 'utf8'))
const asideFiles = () => readdirSync(folder).filter((name) => name.startsWith('settings.damaged-'))
const moveTo = (x: number) => (now: Settings) => ({
  ...now,
  windowBounds: { x, y: 2, width: 3, height: 4, isMaximized: false },
})

/** An adapter whose every write fails as the system would. */
const failing =
  (code: string): OpenFile =>
  () => ({
    get store() {
      return {}
    },
    set store(_: unknown) {
      throw Object.assign(new Error(`${code}: no`), { code })
    },
  })

const damaged: [string, string][] = [
  ['broken JSON', '{"version": 2, '],
  ['another shape', '{"version":2,"panels":"none"}'],
  ['a version that is none', '{"version":"2"}'],
  ['version zero', '{"version":0}'],
  ['nothing', ''],
  ['a prototype', '{"__proto__":{"version":2}}'],
  ['great depth', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
]

beforeEach(() => {
  folder = temporaryFolder()
})

describe('a good file', () => {
  it('starts with defaults, makes its folder with the first write, and reads back what was written', () => {
    const deep = join(folder, 'not', 'there')
    const { settings, notices } = openSettings(deep)
    expect(settings.get()).toEqual(defaultSettings)
    expect(readdirSync(folder)).toEqual([])
    expect(settings.update(moveTo(1))).toMatchObject({ ok: true })
    expect(openSettings(deep).settings.get().windowBounds).toMatchObject({ x: 1 })
    expect(notices.all()).toEqual({})
  })

  it('is readable by its owner only, and so is its backup', unless(whyNoUnix()), () => {
    const { settings } = openSettings(folder)
    settings.update(moveTo(1))
    settings.backUp()
    for (const file of [path(), backupPath()]) expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).sort()).toEqual(['settings.backup.json', 'settings.json'])
  })

  it('is opened by a guest without a trace', () => {
    store(oneKey)
    const before = statSync(path()).mtimeMs
    expect(openSettings(folder, { role: 'guest' }).settings.get()).toEqual(oneKey)
    expect(readdirSync(folder)).toEqual(['settings.json'])
    expect(statSync(path()).mtimeMs).toBe(before)
  })

  it('loses what a killed write left behind', () => {
    store(oneKey)
    writeFileSync(join(folder, 'settings.json.tmp-1234567890abcdef'), '{')
    openSettings(folder)
    expect(readdirSync(folder)).toEqual(['settings.json'])
  })
})

describe('an older file', () => {
  it.each(['app', 'guest'] as const)(
    'is read by the %s with what it lacks, and rewritten with the next change',
    (role) => {
      const { schedules: _, ...rest } = defaultSettings
      const old = { ...rest, version: 1 }
      store(old)
      const { settings } = openSettings(folder, { role })
      expect(settings.get()).toEqual(defaultSettings)
      expect(read()).toEqual(old)
      settings.update(moveTo(1))
      expect(read()).toMatchObject({ version: currentVersion, schedules: [] })
    },
  )
})

describe('a newer file', () => {
  it.each(['app', 'guest'] as const)('is left alone by the %s, which runs on defaults', (role) => {
    const text = '{"version":99,"panels":[],"of":"the future"}'
    writeFileSync(path(), text)
    const { settings, notices } = openSettings(folder, { role })
    expect(settings.get()).toEqual(defaultSettings)
    expect(settings.blocked()).toBe('settings-newer')
    expect(settings.update(moveTo(1))).toMatchObject({ error: { code: 'settings-newer' } })
    settings.backUp()
    settings.reload()
    expect(readFileSync(path(), 'utf8')).toBe(text)
    expect(readdirSync(folder)).toEqual(['settings.json'])
    expect(notices.all()).toHaveProperty('settings-newer.level', 'warning')
  })

  it('is left alone also when it comes while the app runs', () => {
    store(oneKey)
    const { settings } = openSettings(folder)
    const text = '{"version":99}'
    writeFileSync(path(), text)
    expect(settings.update(moveTo(1))).toMatchObject({ error: { code: 'settings-newer' } })
    expect(readFileSync(path(), 'utf8')).toBe(text)
  })
})

describe('a damaged file', () => {
  it.each(damaged)('is set aside, loses nothing, and its backup is used: %s', (_, text) => {
    store(oneKey, backupPath())
    writeFileSync(path(), text)
    const { settings, notices } = openSettings(folder)
    expect(settings.get()).toEqual(oneKey)
    expect(read()).toEqual(oneKey)
    const [aside = ''] = asideFiles()
    expect(aside).toBe('settings.damaged-2026-01-01T12-00-00.000Z.json')
    expect(readFileSync(join(folder, aside), 'utf8')).toBe(text)
    expect(notices.all()).toHaveProperty('settings-restored.hint', expect.stringContaining(aside))
  })

  it('without a backup means to start afresh, and to say so', () => {
    writeFileSync(path(), '{')
    const { settings, notices } = openSettings(folder)
    expect(settings.get()).toEqual(defaultSettings)
    expect(asideFiles()).toHaveLength(1)
    expect(notices.all()).toHaveProperty('settings-lost.level', 'error')
    expect(settings.update(moveTo(1))).toMatchObject({ ok: true })
  })

  it('is left alone by a guest', () => {
    writeFileSync(path(), '{')
    const { settings } = openSettings(folder, { role: 'guest' })
    expect(settings.update(moveTo(1))).toMatchObject({ error: { code: 'settings-broken' } })
    expect(readFileSync(path(), 'utf8')).toBe('{')
    expect(readdirSync(folder)).toEqual(['settings.json'])
  })

  it('never overwrites one set aside before, nor fails over a damaged backup', () => {
    for (const text of ['{1', '{2']) {
      writeFileSync(path(), text)
      writeFileSync(backupPath(), '{')
      const { settings } = openSettings(folder)
      settings.update(moveTo(1))
      settings.backUp()
      expect(read(backupPath())).toEqual(settings.get())
    }
    expect(
      asideFiles()
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .sort(),
    ).toEqual(['{1', '{2'])
  })

  it('that was damaged while the app runs is replaced by what the app knows', () => {
    store(oneKey)
    const { settings } = openSettings(folder)
    writeFileSync(path(), '{')
    expect(settings.update(moveTo(1))).toMatchObject({ ok: true })
    expect(read()).toEqual(moveTo(1)(oneKey))
    expect(asideFiles()).toHaveLength(1)
  })
})

describe('a missing file', () => {
  it.each(['app', 'guest'] as const)('comes from the backup for the %s', (role) => {
    store(oneKey, backupPath())
    const { settings } = openSettings(folder, { role })
    expect(settings.get()).toEqual(oneKey)
    settings.update(moveTo(1))
    expect(read()).toEqual(moveTo(1)(oneKey))
  })
})

describe('a folder that refuses', () => {
  it.each([
    ['ENOSPC', 'The disk is full'],
    ['EROFS', 'The profile folder is read-only'],
    ['EACCES', 'The profile folder may not be written to'],
    ['EIO', 'The settings could not be saved'],
  ])('%s changes nothing, in memory either, and the person is told until it is over', (code, words) => {
    store(oneKey)
    let isFull = true
    const open: OpenFile = (name) => {
      const works = openPlainFile(folder)(name)
      const fails = failing(code)(name)
      return {
        get store(): unknown {
          return works.store
        },
        set store(value: Settings) {
          const file = isFull ? fails : works
          file.store = value
        },
      }
    }
    const { settings, notices } = openSettings(folder, { open })
    const loaded = settings.get()
    expect(settings.update(moveTo(1))).toMatchObject({ error: { code: 'storage-failed' } })
    expect(settings.get()).toBe(loaded)
    expect(read()).toEqual(oneKey)
    expect(notices.all()).toHaveProperty('settings-unwritable.message', expect.stringContaining(words))
    isFull = false
    expect(settings.update(moveTo(2))).toMatchObject({ ok: true })
    expect(notices.all()).toEqual({})
    expect(read()).toEqual(moveTo(2)(oneKey))
  })

  it('keeps a damaged file where it is when nothing can be written', () => {
    writeFileSync(path(), '{')
    store(oneKey, backupPath())
    const { settings, notices } = openSettings(folder, { open: failing('EROFS') })
    expect(settings.get()).toEqual(oneKey)
    expect(notices.all()).toHaveProperty('settings-unwritable')
  })

  it('does not take a file that may not be opened for a damaged one', () => {
    mkdirSync(path())
    const { settings, notices } = openSettings(folder)
    expect(settings.update(moveTo(1))).toMatchObject({ error: { code: 'storage-failed' } })
    expect(readdirSync(folder)).toEqual(['settings.json'])
    expect(notices.all()).toHaveProperty('settings-inaccessible')
  })
})

describe('two writers', () => {
  it('lose nothing of each other, and hear of it', () => {
    store(oneKey)
    const app = openSettings(folder).settings
    const guest = openSettings(folder, { role: 'guest' }).settings
    let heard = 0
    app.onForeignChange(() => {
      heard += 1
    })
    guest.update((now) => ({ ...now, keys: [] }))
    expect(app.get().keys).toHaveLength(1)
    app.update(moveTo(1))
    expect(read()).toEqual({ ...moveTo(1)(oneKey), keys: [] })
    expect(heard).toBe(1)
    guest.update(moveTo(5))
    app.reload()
    app.reload()
    expect(app.get().windowBounds).toMatchObject({ x: 5 })
    expect(heard).toBe(2)
  })

  const lock = () => join(folder, 'settings.lock')
  it('wait for a lock, and say so when it stays', () => {
    const { settings, notices } = openSettings(folder)
    writeFileSync(lock(), `${process.pid} other`)
    expect(settings.update(moveTo(1))).toMatchObject({ error: { code: 'settings-busy' } })
    expect(readFileSync(lock(), 'utf8')).toBe(`${process.pid} other`)
    rmSync(lock())
    expect(settings.update(moveTo(1))).toMatchObject({ ok: true })
    expect(notices.all()).toEqual({})
  })

  it.each([
    ['of a program that has gone', '999999999 x', 0],
    ['of a program that was killed before it wrote its name', '', 5],
    ['that is older than any write takes', `${process.pid} x`, 60],
    ['that lies ahead, since the clock was set back', `${process.pid} x`, -3_600],
  ])('take over a lock %s', (_, owner, ageS) => {
    const { settings } = openSettings(folder)
    writeFileSync(lock(), owner)
    const then = Date.now() / 1_000 - ageS
    utimesSync(lock(), then, then)
    expect(settings.update(moveTo(1))).toMatchObject({ ok: true })
    expect(readdirSync(folder)).toEqual(['settings.json'])
  })
})
