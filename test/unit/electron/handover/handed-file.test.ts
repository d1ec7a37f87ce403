import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createHandedFile, handedList, handedPath } from '../../../../electron/handover/handed-file.ts'
import { parseKeptList } from '../../../../electron/lib/kept-list.ts'
import type { Handed } from '../../../../shared/model/handed.ts'
import { handedTo } from '../../../fixtures/handed.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'handed-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (log = createTestLog()) => createHandedFile({ path: handedPath(folder), log })
const written = (more: Partial<Handed>) => JSON.stringify({ version: 1, handovers: [{ ...handedTo(), ...more }] })

it('keeps what is on panels, for its owner only', () => {
  open().set([handedTo()])
  expect(open().get()).toEqual([handedTo()])
  expect(statSync(handedPath(folder)).mode & 0o777).toBe(0o600)
})

it.each([
  '',
  '[]',
  '{"version":2,"handovers":[]}',
  '{"version":1,"handovers":[{}]}',
  written({ phase: 'flying' as Handed['phase'] }),
  written({ parts: Array.from({ length: 201 }, () => handedTo().parts).flat() }),
  JSON.stringify({ version: 1, handovers: Array.from({ length: 101 }, () => handedTo()) }),
])('takes nothing from %.60j', (text) => {
  expect(parseKeptList(text, handedList)).toBeNull()
  writeFileSync(handedPath(folder), text)
  const log = createTestLog()
  expect(open(log).get()).toEqual([])
  expect(log.lines).toHaveLength(1)
})
