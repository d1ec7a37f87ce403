import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createJournal, journalFolder, openEntry } from '../../../../electron/jobs/journal.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { openJob } from '../../../fixtures/open-job.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'

let profile: string
let log: ReturnType<typeof createTestLog>
const clock = createFakeClock()
beforeEach(() => {
  profile = temporaryFolder()
  log = createTestLog()
})

/** No process has so high an id. */
const ended = 2 ** 30
const open = (pid = process.pid) => createJournal({ profile, clock, log, pid })
const put = (text: string, name = 'job-1.json') => {
  mkdirSync(journalFolder(profile), { recursive: true })
  writeFileSync(join(journalFolder(profile), name), text)
}
const entry = (pid: number, job: object = openJob({ startedAt: clock.now() })) =>
  JSON.stringify({ version: 1, pid, job })

describe('the journal of jobs', () => {
  it('has a file for each open job, for its owner only', () => {
    open().write(openJob())
    open().write(openJob({ id: 'job-2' }))
    const files = readdirSync(journalFolder(profile)).sort()
    expect(files).toEqual(['job-1.json', 'job-2.json'])
    expect(statSync(join(journalFolder(profile), 'job-1.json')).mode & 0o777).toBe(0o600)
  })

  it('gives what an ended process left, the oldest first, until it is removed', () => {
    open(ended).write(openJob({ id: 'late', startedAt: 2 }))
    open(ended).write(openJob({ id: 'early', startedAt: 1 }))
    const journal = open()
    expect(journal.left().map(({ id }) => id)).toEqual(['early', 'late'])
    expect(journal.left()).toHaveLength(2)
    journal.remove('early')
    journal.remove('another')
    expect(open().left()).toMatchObject([{ id: 'late' }])
  })

  it('gives nothing of its own, and what an earlier process of its id left', () => {
    const journal = open()
    journal.write(openJob())
    expect(journal.left()).toEqual([])
    expect(open().left()).toEqual([openJob()])
  })

  it('leaves to a living process what it began, but not for longer than any job lasts', () => {
    put(entry(process.ppid))
    expect(open().left()).toEqual([])
    put(entry(process.ppid, openJob({ startedAt: clock.now() - 3 * 24 * 3_600_000 })))
    expect(open().left()).toHaveLength(1)
  })

  it.each([
    '',
    '[]',
    '{"version":2}',
    entry(0),
    entry(ended, openJob({ id: '../x' })),
    entry(ended, { ...openJob(), kind: 'other' }),
    entry(ended, openJob({ undo: Array.from({ length: 11 }, () => 'save-on') })),
    entry(ended, openJob({ what: 'x'.repeat(1_001) })),
    ' '.repeat(1_000_001),
  ])('takes nothing from a damaged file', (text) => {
    put(text)
    put(entry(ended, openJob({ id: 'good' })), 'good.json')
    expect(open().left()).toMatchObject([{ id: 'good' }])
    expect(log.lines).toHaveLength(1)
  })

  it('goes on where the disk fails', () => {
    writeFileSync(journalFolder(profile), 'no folder')
    const journal = open()
    expect(journal.write(openJob())).toBe(false)
    expect(journal.left()).toEqual([])
    journal.remove('job-1')
    expect(log.lines.length).toBeGreaterThan(1)
  })
})

describe('an entry', () => {
  const { undo: _, deleted: __, hasEnded: ___, ...about } = openJob()
  const onDisk = () => JSON.parse(readFileSync(join(journalFolder(profile), 'job-1.json'), 'utf8')).job

  it('stands there from before its job begins until its end, with what it deleted', () => {
    const one = openEntry(open(), about)
    expect(onDisk()).toEqual(openJob())
    one.noteDeleted('Old 1')
    one.noteDeleted('Old 2')
    expect(onDisk()).toMatchObject({ deleted: ['Old 1', 'Old 2'] })
    expect(one.close()).toBeNull()
    expect(readdirSync(journalFolder(profile))).toEqual([])
  })

  it('keeps each undo until that is over, the last one first', () => {
    const one = openEntry(open(), about)
    expect(['save-on', 'save resume'].map(one.addUndo)).toEqual([true, true])
    expect(onDisk()).toMatchObject({ undo: ['save resume', 'save-on'] })
    one.dropUndo('save resume')
    expect(onDisk()).toMatchObject({ undo: ['save-on'], hasEnded: false })
    expect(one.close()).toMatchObject({ undo: ['save-on'], hasEnded: true })
    expect(onDisk()).toMatchObject({ hasEnded: true })
  })
})
