import { expect, test } from 'vitest'
import { isLog } from '../../../../../../renderer/features/files/entries/file-words.ts'
import { filePath } from '../../../../../fixtures/file-entry.ts'

test.each([
  ['/logs/latest.log', true],
  ['/logs/2026-01-02-1.log.gz', false],
  ['/logs/telemetry/events.json', true],
  ['/crash-reports/crash-server.txt', true],
  ['/debug.log', true],
  ['/plugins/a/server.log.3', true],
  ['/logs.txt', false],
  ['/logs', false],
  ['/world/level.dat', false],
  ['/', false],
])('%s is a log: %j', (path, expected) => {
  expect(isLog(filePath(path))).toBe(expected)
})
