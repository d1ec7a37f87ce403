import { afterAll, expect, it, vi } from 'vitest'

const system = vi.hoisted(() => ({ focused: null as object | null, given: [] as unknown[][] }))

vi.mock('electron', () => {
  const show = async (...given: unknown[]) => {
    system.given.push(given)
    return { canceled: true, filePath: '', filePaths: [] }
  }
  const BrowserWindow = { getFocusedWindow: () => system.focused }
  return { BrowserWindow, dialog: { showSaveDialog: show, showOpenDialog: show } }
})

// Other files have another system in Electron's place.
vi.resetModules()
const { filePicker } = await import('../../../../electron/windows/pick-file.ts')
afterAll(() => void vi.resetModules())

it.each([
  ['the window that has the focus', {}],
  ['no window where none has it', null],
])('each dialog stands over %s', async (_what, focused) => {
  system.focused = focused
  system.given.length = 0
  await filePicker.save({ title: 'Export', name: 'a.json', filter: { name: 'JSON', extensions: ['json'] } })
  await filePicker.open()
  await filePicker.folder('Download to')
  await filePicker.uploads('files')
  const options = expect.objectContaining({ title: expect.any(String) })
  expect(system.given).toEqual(Array.from({ length: 4 }, () => (focused === null ? [options] : [focused, options])))
})
