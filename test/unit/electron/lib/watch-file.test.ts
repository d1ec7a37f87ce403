import { expect, it, vi } from 'vitest'
import { systemClock } from '../../../../electron/lib/clock.ts'
import { watchFile } from '../../../../electron/lib/watch-file.ts'
import { settingsPath } from '../../../../electron/settings/folder.ts'
import { openSettings } from '../../../fixtures/settings.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

/** As long as a crowded machine may take to tell of a change. */
const patience = { timeout: 30_000 }

it('hears of a file that another program replaced, also for the first time, and no more once disposed', async () => {
  const folder = temporaryFolder()
  const watching = () => {
    const onChange = vi.fn()
    return {
      onChange,
      ...watchFile({ path: settingsPath(folder), clock: systemClock, onChange, onFailure: vi.fn() }),
    }
  }
  const [one, other] = [watching(), watching()]
  const { settings } = openSettings(folder, { role: 'guest' })
  /** Changes the file and waits until this is heard; the system may tell of one change more than once. */
  const changeIsHeardBy = async (...heard: readonly { onChange: ReturnType<typeof vi.fn> }[]) => {
    for (const { onChange } of heard) onChange.mockClear()
    settings.update((now) => ({ ...now }))
    await vi.waitFor(() => {
      for (const { onChange } of heard) expect(onChange).toHaveBeenCalled()
    }, patience)
  }
  await changeIsHeardBy(one, other)
  await changeIsHeardBy(one, other)
  one.dispose()
  one.onChange.mockClear()
  await changeIsHeardBy(other)
  expect(one.onChange).not.toHaveBeenCalled()
  other.dispose()
})

it('goes on without where nothing can be watched', () => {
  const onFailure = vi.fn()
  const path = '/dev/null/not/a/folder/settings.json'
  watchFile({ path, clock: systemClock, onChange: () => undefined, onFailure }).dispose()
  expect(onFailure).toHaveBeenCalledTimes(1)
})
