import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { systemClock } from '../../../../electron/clock.ts'
import { settingsPath } from '../../../../electron/settings/folder.ts'
import { watchFile } from '../../../../electron/settings/watch.ts'
import { openSettings } from '../../../fixtures/settings.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'

it('hears of a file that another program replaced, also for the first time, and no more once disposed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'watch-'))
  const onChange = vi.fn()
  const watching = watchFile({ path: settingsPath(folder), clock: systemClock, log: createTestLog(), onChange })
  const { settings } = openSettings(folder, { role: 'guest' })
  settings.update((now) => ({ ...now }))
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1))
  settings.update((now) => ({ ...now }))
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(2))
  watching.dispose()
  rmSync(folder, { recursive: true })
})

it('goes on without where nothing can be watched', () => {
  const log = createTestLog()
  const path = '/dev/null/not/a/folder/settings.json'
  watchFile({ path, clock: systemClock, log, onChange: () => undefined }).dispose()
  expect(log.lines).toHaveLength(1)
})
