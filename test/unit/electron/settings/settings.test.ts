import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Conf from 'conf'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultSettings } from '../../../../electron/settings/schema.ts'
import {
  createSettings,
  settingsFileName,
  settingsFileOptions,
  settingsPath,
} from '../../../../electron/settings/settings.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'

let folder: string
const path = () => settingsPath(folder)

function open() {
  const openFile = () =>
    new Conf({ ...settingsFileOptions, cwd: folder, configName: settingsFileName, projectName: 'test' })
  return createSettings({ open: openFile, path: path(), clock: createFakeClock(), log: createTestLog() })
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'settings-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('settings', () => {
  it('starts with defaults and reads back what was written', () => {
    expect(open().get()).toEqual(defaultSettings)
    const bounds = { x: 1, y: 2, width: 3, height: 4 }
    expect(open().update((now) => ({ ...now, windowBounds: bounds })).ok).toBe(true)
    expect(open().get().windowBounds).toEqual(bounds)
  })

  it.runIf(process.platform !== 'win32')('is readable by its owner only', () => {
    open().update((now) => ({ ...now, lastUsed: null }))
    expect(statSync(path()).mode & 0o777).toBe(0o600)
  })

  it.each([
    ['broken JSON', '{"version": 1, '],
    ['another shape', '{"version":1,"panels":"none"}'],
    ['a newer version', '{"version":99,"panels":[],"keys":[]}'],
    ['binary', '\u0000\u0001\u0002'],
  ])('sets a file aside that it cannot read, and loses nothing of it: %s', (_, text) => {
    writeFileSync(path(), text)
    expect(open().get()).toEqual(defaultSettings)
    const aside = readdirSync(folder).filter((name) => name.includes('unreadable'))
    expect(aside).toHaveLength(1)
    expect(readFileSync(join(folder, aside[0] ?? ''), 'utf8')).toBe(text)
  })

  it('leaves a file alone that it cannot open for now', () => {
    writeFileSync(path(), '{}')
    const openFile = () => {
      throw Object.assign(new Error('busy'), { code: 'EBUSY' })
    }
    const deps = { open: openFile, path: path(), clock: createFakeClock(), log: createTestLog() }
    expect(() => createSettings(deps)).toThrow('busy')
    expect(readdirSync(folder)).toEqual(['settings.json'])
  })

  it('changes nothing, in memory either, when the file cannot be written', () => {
    const file = {
      get store() {
        return {}
      },
      set store(_) {
        throw new Error('disk full')
      },
    }
    const settings = createSettings({ open: () => file, path: path(), clock: createFakeClock(), log: createTestLog() })
    const written = settings.update((now) => ({ ...now, lastUsed: null, panels: [] }))
    expect(written).toMatchObject({ error: { code: 'storage-failed' } })
    expect(settings.get()).toBe(defaultSettings)
  })
})
