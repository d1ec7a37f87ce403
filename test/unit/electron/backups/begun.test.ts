import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  type BegunBackup,
  type BegunDownload,
  begunList,
  begunPath,
  createBegun,
  createBegunFile,
} from '../../../../electron/backups/begun.ts'
import { parseKeptList } from '../../../../electron/lib/kept-list.ts'
import { backupId, backupRun, downloadView } from '../../../fixtures/backup-view.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'begun-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (log = createTestLog()) => createBegun(createBegunFile({ path: begunPath(folder), log }))

const backup = (more: Partial<BegunBackup> = {}): BegunBackup => ({
  kind: 'backup',
  id: 'run-1',
  run: backupRun(),
  asked: 'Before 1.21',
  askedAt: null,
  ...more,
})
const download = (more: Partial<BegunDownload> = {}): BegunDownload => ({
  kind: 'download',
  id: 'download-1',
  server: 'Survival',
  view: downloadView(),
  part: null,
  ...more,
})
const deletion = {
  kind: 'delete',
  id: 'delete-1',
  ref: backupRun().ref,
  server: 'Survival',
  backup: { id: backupId(), name: 'Old', isLocked: true },
} as const

const keep = {
  kind: 'keep',
  id: 'keep',
  run: { ref: backupRun().ref, name: 'Survival', startedAt: 1, endedAt: null, deleted: ['Old'], error: null },
} as const

it('keeps what was begun until it is dropped, for its owner only', () => {
  const begun = open()
  const run = { ...keep.run, deleted: ['Old'] }
  for (const one of [backup(), download(), deletion, { ...keep, run }]) begun.put(one)
  expect(open().all()).toEqual([backup(), download(), deletion, keep])
  expect(statSync(begunPath(folder)).mode & 0o777).toBe(0o600)
  begun.drop('download-1')
  begun.drop('another')
  expect(open().all()).toEqual([backup(), deletion, keep])
})

it('brings what it keeps to how it stands now, and begins nothing by that', () => {
  const begun = open()
  begun.put(backup())
  begun.put(download())
  begun.change('backup', 'run-1', { run: backupRun({ phase: 'asking' }), askedAt: 5 })
  begun.change('download', 'download-1', { part: '/home/x/world.tar.gz.part' })
  begun.change('download', 'run-1', { part: '/no' })
  begun.change('backup', 'run-2', { askedAt: 7 })
  expect(open().all()).toEqual([
    backup({ run: backupRun({ phase: 'asking' }), askedAt: 5 }),
    download({ part: '/home/x/world.tar.gz.part' }),
  ])
})

it.each([
  '',
  '[]',
  '{"version":2,"begun":[]}',
  '{"version":1,"begun":[{}]}',
  JSON.stringify({ version: 1, begun: [{ ...backup(), kind: 'other' }] }),
  JSON.stringify({ version: 1, begun: [backup({ id: '' })] }),
  JSON.stringify({ version: 1, begun: [backup({ asked: 'x'.repeat(501) })] }),
  JSON.stringify({ version: 1, begun: [download({ part: 'x'.repeat(40_001) })] }),
  JSON.stringify({ version: 1, begun: [{ ...deletion, backup: { ...deletion.backup, id: '../x' } }] }),
  JSON.stringify({ version: 1, begun: Array.from({ length: 201 }, () => backup()) }),
])('takes nothing from %j', (text) => {
  expect(parseKeptList(text, begunList)).toBeNull()
  writeFileSync(begunPath(folder), text)
  const log = createTestLog()
  expect(open(log).all()).toEqual([])
  expect(log.lines).toHaveLength(1)
})

it('writes no more than it reads', () => {
  const file = createBegunFile({ path: begunPath(folder), log: createTestLog() })
  file.set(Array.from({ length: 210 }, (_, i) => backup({ id: `run-${i}` })))
  expect(open().all()).toHaveLength(200)
  expect(open().all().at(-1)?.id).toBe('run-209')
})

it('goes on where the disk fails', () => {
  mkdirSync(begunPath(folder))
  const log = createTestLog()
  const begun = open(log)
  begun.put(backup())
  expect(begun.all()).toHaveLength(1)
  begun.drop('run-1')
  expect(begun.all()).toEqual([])
  expect(log.lines.length).toBeGreaterThan(1)
})

it('holds no file after all is done', () => {
  const begun = open()
  begun.put(backup())
  begun.drop('run-1')
  expect(JSON.parse(readFileSync(begunPath(folder), 'utf8'))).toEqual({ version: 1, begun: [] })
})
