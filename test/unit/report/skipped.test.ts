import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { describeSkipped, readSkipped, reportSkipped } from '../../report/skipped.ts'

const disk = { name: 'a real small disk', reason: 'only root can mount one' }
const tray = { name: 'a tray', reason: 'there is no dbus-daemon' }

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('what was skipped', () => {
  it('is one list, each once, and none where nothing was', () => {
    expect(describeSkipped([])).toBe(null)
    expect(describeSkipped([disk, tray, disk])).toBe(
      'Skipped:\n  a real small disk: only root can mount one\n  a tray: there is no dbus-daemon',
    )
  })

  it('is gathered in the file of the whole run, and printed by none of its parts', () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    const file = join(folder, 'skipped.jsonl')
    expect(readSkipped(file)).toEqual([])
    reportSkipped([disk], file)
    reportSkipped([], file)
    reportSkipped([tray], file)
    expect(readSkipped(file)).toEqual([disk, tray])
    expect(log).not.toHaveBeenCalled()
  })
})
