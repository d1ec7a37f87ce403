import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { createDesk } from './desk.ts'
import { createDialog } from './dialog.ts'

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
})

function open() {
  const desk = createDesk()
  desk.isWatched = true
  const press = (label: string) => {
    const [box] = desk.boxes.values()
    box?.answer(box.view.buttons.indexOf(label))
  }
  return { desk, dialog: createDialog(desk, folder), press }
}

const filters = [{ name: 'JSON', extensions: ['json'] }]

describe('showSaveDialog', () => {
  it('gives the path in its folder, or says that it was cancelled', async () => {
    const { desk, dialog, press } = open()
    const saved = dialog.showSaveDialog({ title: 'Export', defaultPath: 'a.json', filters })
    expect([...desk.boxes.values()][0]?.view.isOverWindow).toBe(false)
    press('Save')
    expect(await saved).toEqual({ canceled: false, filePath: join(folder, 'a.json') })
    const cancelled = dialog.showSaveDialog({}, { defaultPath: 'a.json' })
    expect([...desk.boxes.values()][0]?.view.isOverWindow).toBe(true)
    press('Cancel')
    expect(await cancelled).toEqual({ canceled: true, filePath: '' })
  })
})

describe('showOpenDialog', () => {
  it('offers the files that fit', async () => {
    for (const name of ['b.json', 'a.json', 'c.txt']) writeFileSync(join(folder, name), '')
    mkdirSync(join(folder, 'd.json'))
    const { desk, dialog, press } = open()
    const chosen = dialog.showOpenDialog({ filters })
    expect([...desk.boxes.values()][0]?.view.buttons).toEqual(['Cancel', 'a.json', 'b.json'])
    press('b.json')
    expect(await chosen).toEqual({ canceled: false, filePaths: [join(folder, 'b.json')] })
    const cancelled = dialog.showOpenDialog({}, { filters })
    press('Cancel')
    expect(await cancelled).toEqual({ canceled: true, filePaths: [] })
  })

  it('offers its folder where one is chosen', async () => {
    const { desk, dialog, press } = open()
    const options = {
      title: 'Download backup to',
      buttonLabel: 'Choose folder',
      properties: ['openDirectory' as const],
    }
    const chosen = dialog.showOpenDialog(options)
    expect([...desk.boxes.values()][0]?.view.buttons).toEqual(['Cancel', 'Choose folder'])
    press('Choose folder')
    expect(await chosen).toEqual({ canceled: false, filePaths: [folder] })
    const cancelled = dialog.showOpenDialog(options)
    press('Cancel')
    expect(await cancelled).toEqual({ canceled: true, filePaths: [] })
  })
})
