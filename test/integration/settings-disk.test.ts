import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { settingsPath } from '../../electron/settings/folder.ts'
import type { Settings } from '../../electron/settings/schema.ts'
import { oneKey, openSettings } from '../fixtures/settings.ts'
import { unless } from '../report/unless.ts'

const mount = (...argv: string[]) => execFileSync('mount', argv, { stdio: 'ignore' })
const unmount = (folder: string) => execFileSync('umount', [folder], { stdio: 'ignore' })

/** Why no small disk can be made here; null where it can. */
function whyNot(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux can mount a small disk'
  const folder = mkdtempSync(join(tmpdir(), 'mount-'))
  try {
    mount('-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder)
    unmount(folder)
    return null
  } catch {
    return 'this machine lets nothing be mounted'
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const reason = whyNot()

describe('a real small disk', unless(reason), () => {
  let disk: string
  beforeEach(() => {
    disk = mkdtempSync(join(tmpdir(), 'settings-disk-'))
    mount('-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk)
  })
  afterEach(() => {
    unmount(disk)
    rmSync(disk, { recursive: true })
  })

  const larger = (now: Settings): Settings => ({
    ...now,
    panels: now.panels.map((panel) => ({ ...panel, name: 'x'.repeat(3_000) })),
  })
  const read = (): unknown => JSON.parse(readFileSync(settingsPath(disk), 'utf8'))

  it('that is full loses nothing, leaves nothing half written, and is used again once there is room', () => {
    const { settings, notices } = openSettings(disk)
    settings.update(() => oneKey)
    settings.backUp()
    const filler = join(disk, 'filler')
    expect(() => writeFileSync(filler, 'x'.repeat(200_000))).toThrow('ENOSPC')
    expect(settings.update(larger)).toMatchObject({ error: { code: 'storage-failed' } })
    expect(notices.all()).toHaveProperty('settings-unwritable.message', expect.stringContaining('disk is full'))
    expect(readdirSync(disk).sort()).toEqual(['filler', 'settings.backup.json', 'settings.json'])
    expect(read()).toEqual(oneKey)
    expect(openSettings(disk).settings.get()).toEqual(oneKey)
    rmSync(filler)
    expect(settings.update(larger)).toMatchObject({ ok: true })
    expect(notices.all()).toEqual({})
    expect(read()).toEqual(larger(oneKey))
  })

  it('that is read-only is read all the same, and the person is told', () => {
    openSettings(disk).settings.update(() => oneKey)
    mount('-o', 'remount,ro', disk)
    const { settings, notices } = openSettings(disk)
    expect(settings.get()).toEqual(oneKey)
    expect(settings.update(larger)).toMatchObject({ error: { code: 'storage-failed' } })
    expect(notices.all()).toHaveProperty('settings-unwritable.message', expect.stringContaining('read-only'))
    mount('-o', 'remount,rw', disk)
    expect(settings.update(larger)).toMatchObject({ ok: true })
    expect(notices.all()).toEqual({})
  })

  it('that is read-only keeps a damaged file where it is, and the backup is used', () => {
    const { settings } = openSettings(disk)
    settings.update(() => oneKey)
    settings.backUp()
    writeFileSync(settingsPath(disk), '{')
    mount('-o', 'remount,ro', disk)
    expect(openSettings(disk).settings.get()).toEqual(oneKey)
    expect(readFileSync(settingsPath(disk), 'utf8')).toBe('{')
    mount('-o', 'remount,rw', disk)
    expect(openSettings(disk).settings.get()).toEqual(oneKey)
    expect(read()).toEqual(oneKey)
  })
})
