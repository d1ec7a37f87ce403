import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRestoresFile, restoreList, restoresPath } from '../../../../electron/backups/restore-file.ts'
import { parseKeptList } from '../../../../electron/lib/kept-list.ts'
import type { RestoreView } from '../../../../shared/backups/contract.ts'
import { backupId } from '../../../fixtures/backup-made.ts'
import { server } from '../../../fixtures/plan-rig.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'restores-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (log = createTestLog()) => createRestoresFile({ path: restoresPath(folder), log })

const restore = (more: Partial<RestoreView> = {}): RestoreView => ({
  id: 'restore-1',
  ref: server.ref,
  name: 'Survival',
  backup: { id: backupId(1), name: 'nightly', createdAt: 5 },
  deletesFiles: true,
  phase: 'following',
  startedAt: 10,
  endedAt: null,
  sent: { backup: null, stop: 11, restore: 12 },
  isAccepted: true,
  wasSeen: false,
  mark: { at: 9, ids: ['entry-1'] },
  error: null,
  ...more,
})

it('keeps restores, for its owner only', () => {
  open().set([restore()])
  expect(open().get()).toEqual([restore()])
  expect(statSync(restoresPath(folder)).mode & 0o777).toBe(0o600)
})

it.each([
  '',
  '[]',
  '{"version":2,"restores":[]}',
  '{"version":1,"restores":[{}]}',
  JSON.stringify({ version: 1, restores: [restore({ startedAt: 1e300 })] }),
  JSON.stringify({ version: 1, restores: Array.from({ length: 201 }, () => restore()) }),
  JSON.stringify({ version: 1, restores: [{ ...restore(), backup: { id: '../x', name: '', createdAt: null } }] }),
])('takes nothing from %j', (text) => {
  expect(parseKeptList(text, restoreList)).toBeNull()
  writeFileSync(restoresPath(folder), text)
  const log = createTestLog()
  expect(open(log).get()).toEqual([])
  expect(log.lines).toHaveLength(1)
})

it('writes no more than it reads', () => {
  open().set(Array.from({ length: 300 }, (_, i) => restore({ id: `restore-${i}` })))
  expect(open().get()).toHaveLength(200)
  expect(open().get().at(-1)?.id).toBe('restore-299')
})

it('goes on where the disk fails', () => {
  mkdirSync(restoresPath(folder))
  const log = createTestLog()
  const file = open(log)
  file.set([restore()])
  expect(file.get()).toHaveLength(1)
  expect(log.lines).toHaveLength(2)
})

it('writes only what has changed', () => {
  const file = open()
  file.set([restore()])
  writeFileSync(restoresPath(folder), 'theirs')
  file.set([restore()])
  expect(readFileSync(restoresPath(folder), 'utf8')).toBe('theirs')
})
