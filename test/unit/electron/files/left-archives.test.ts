import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { archivesPath, createArchivesFile } from '../../../../electron/files/left-archives.ts'
import { fileName, filePath } from '../../../fixtures/file-entry.ts'
import { serverView } from '../../../fixtures/server-view.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'

let profile: string
beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'archives-'))
})
afterEach(() => rmSync(profile, { recursive: true, force: true }))

const open = (log = createTestLog()) => createArchivesFile({ path: archivesPath(profile), log })
const archive = (id = 'one') => ({
  id,
  ref: serverView({ name: 'Survival' }).ref,
  folder: filePath('/'),
  what: 'world',
  name: fileName('archive-2026.tar.gz'),
})

it('keeps archives, for its owner only, and no more than it reads', () => {
  open().set([archive(), { ...archive('two'), name: null }])
  expect(open().get()).toEqual([archive(), { ...archive('two'), name: null }])
  expect(statSync(archivesPath(profile)).mode & 0o777).toBe(0o600)
  open().set(Array.from({ length: 60 }, (_, i) => archive(`${i}`)))
  expect(open().get()).toHaveLength(50)
})

it.each([
  '',
  '[]',
  '{"version":2,"archives":[]}',
  '{"version":1,"archives":[{}]}',
  JSON.stringify({ version: 1, archives: [{ ...archive(), ref: '../x' }] }),
  JSON.stringify({ version: 1, archives: [{ ...archive(), folder: 'world' }] }),
  JSON.stringify({ version: 1, archives: [{ ...archive(), name: '../ops.json' }] }),
  JSON.stringify({ version: 1, archives: Array.from({ length: 51 }, () => archive()) }),
  'x'.repeat(1_000_001),
])('takes nothing from %.60j', (text) => {
  writeFileSync(archivesPath(profile), text)
  const log = createTestLog()
  expect(open(log).get()).toEqual([])
  expect(log.lines).toHaveLength(1)
})

it('makes what it shows safe', () => {
  writeFileSync(archivesPath(profile), JSON.stringify({ version: 1, archives: [{ ...archive(), what: 'a\u202eb\n' }] }))
  expect(open().get()).toMatchObject([{ what: expect.not.stringMatching(/[\u202e\n]/) }])
})
