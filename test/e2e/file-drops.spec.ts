import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Page } from 'playwright-core'
import { demoServers } from '../fixtures/demo.ts'
import { diskOf, whyNoSmallDisk, withSmallDisk } from '../fixtures/small-disk.ts'
import type { App } from './app.ts'
import { fileRow, filesOn, filesView, openFiles } from './files-page.ts'
import { expect, test } from './fixture.ts'
import { answerQuestion, questionOf } from './question.ts'
import { addKey, serverRow } from './window.ts'

const { survival } = demoServers

let folder: string
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'servertray-drop-'))
})
test.afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

/** A file to drop, with its path as its text. */
function local(path: string, text = path): string {
  const full = join(folder, path)
  mkdirSync(join(full, '..'), { recursive: true })
  writeFileSync(full, text)
  return full
}

/** Drops files on the middle of the list, and says yes to what is asked about them. */
async function drop(app: App, page: Page, paths: readonly string[]): Promise<void> {
  const box = await filesView(page).getByRole('grid', { name: 'Files' }).boundingBox()
  if (box === null) throw new Error('the list is not in sight')
  await app.drop([...paths], { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) })
  await expect(await questionOf(app)).toContainText(`From ${folder}:\n${basename(paths[0] ?? '')}`)
  await answerQuestion(app, 'Upload')
}

test('dropped files and folders are uploaded, with one question about all names that are there', {
  tag: '@long',
}, async ({ panel, ready: { app, page } }) => {
  const files = filesOn(panel)
  mkdirSync(join(folder, 'pack', 'empty'), { recursive: true })
  local('pack/b.txt')
  const paths = [local('a.txt'), local('eula.txt', 'mine'), local('server.properties', 'mine'), join(folder, 'pack')]
  await openFiles(page)
  await drop(app, page, paths)
  const question = page.getByRole('dialog', { name: 'Upload files' })
  await expect(question).toContainText('The server has 2 of these 4 files already.')
  await question.getByText('Keep both').click()
  await question.getByRole('button', { name: 'Upload 4 files' }).click()
  await expect(fileRow(page, 'eula (2).txt')).toBeVisible()
  expect(await files.read('/a.txt')).toBe('a.txt')
  expect(await files.read('/eula.txt')).toBe('eula=true\n')
  expect(await files.read('/eula (2).txt')).toBe('mine')
  expect(await files.read('/pack/b.txt')).toBe('pack/b.txt')
  await fileRow(page, 'pack').click()
  await expect(fileRow(page, 'empty')).toBeVisible()
})

test('an upload for which the server has no room says so, and one whose link was used up goes on', {
  tag: '@long',
}, async ({ panel, ready: { app, page } }) => {
  const files = filesOn(panel)
  await openFiles(page)
  const onTheWay = filesView(page).getByRole('list', { name: 'Files on their way' })
  panel.panel.files.setTrap(survival, 'disk-full')
  await drop(app, page, [local('a.txt')])
  await expect(onTheWay.getByRole('listitem').filter({ hasText: 'a.txt' })).toContainText(
    'There is not enough free space on the server.',
  )
  await expect(onTheWay.getByText(/^Delete what is no longer needed there/)).toBeVisible()
  panel.panel.files.setTrap(survival, null)
  panel.panel.transfers.spend(1)
  await drop(app, page, [local('b.txt')])
  await expect(onTheWay.getByRole('listitem').filter({ hasText: 'b.txt' })).toContainText('uploaded')
  expect(await files.read('/b.txt')).toBe('b.txt')
  expect(await files.names()).not.toContain('a.txt')
})

test('an upload that breaks is no success: what is there shows in the list, and the rest can be sent again', {
  tag: '@long',
}, async ({ panel, ready: { app, page } }) => {
  const { files, transfers } = panel.panel
  const paths = [local('a.txt', 'aaaa'), local('b.txt', 'bbbb')]
  const sent = () => panel.panel.requests().filter(({ path }) => path === '/upload/file').length
  await openFiles(page)
  const moves = filesView(page).getByRole('list', { name: 'Files on their way' }).getByRole('listitem')
  transfers.breakUploads('in-last-file')
  await drop(app, page, paths)
  await expect(moves).toContainText('The connection broke before the upload was complete.')
  await expect(moves).toContainText('Look at the folder: the last files may be missing or incomplete.')
  await expect(moves).not.toContainText('uploaded')
  // The list is the panel's by then: one file whole, of the other one half.
  await expect(fileRow(page, 'a.txt')).toContainText('4 B')
  await expect(fileRow(page, 'b.txt')).toContainText('2 B')
  expect(sent()).toBe(1)
  await moves.getByRole('button', { name: 'Dismiss 2 files' }).click()

  transfers.breakUploads(null)
  await drop(app, page, paths)
  const question = page.getByRole('dialog', { name: 'Upload files' })
  await expect(question).toContainText('The server has all of these 2 files already.')
  await question.getByText('Overwrite').click()
  await question.getByRole('button', { name: 'Upload 2 files' }).click()
  await expect(moves).toContainText('uploaded')
  await expect(fileRow(page, 'b.txt')).toContainText('4 B')
  expect(Buffer.from(files.read(survival, '/b.txt') ?? []).toString()).toBe('bbbb')
})

const noSmallDisk = whyNoSmallDisk()
const megabyte = 1024 * 1024

test('a download for which this computer has no room leaves nothing, and says what to do', {
  tag: '@long',
}, async ({ panel, start }) => {
  test.skip(noSmallDisk !== null, noSmallDisk ?? '')
  const { files } = panel.panel
  const home = join(folder, 'home')
  mkdirSync(home)
  const { app, page } = await start({
    startedBy: withSmallDisk(home, 2 * megabyte),
    env: { HOME: home },
  })
  const disk = diskOf(app.pid, home)
  const here = () => readdirSync(disk).filter((name) => !name.startsWith('.'))
  files.put(survival, '/huge.bin', Buffer.alloc(6 * megabyte, 1))
  for (const name of ['one.bin', 'two.bin']) files.put(survival, `/${name}`, Buffer.alloc(1.4 * megabyte, 1))
  await addKey(page, { address: panel.baseUrl, token: panel.token(), label: 'Home' })
  await serverRow(page, 'Survival').waitFor()
  await openFiles(page)
  const move = (name: string) =>
    filesView(page).getByRole('list', { name: 'Files on their way' }).getByRole('listitem').filter({ hasText: name })
  const download = async (name: string) => {
    await fileRow(page, name).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Download…' }).click()
    await app.answerDialog('Choose folder')
  }

  await download('huge.bin')
  await expect(move('huge.bin')).toContainText('There is not enough free space for this file.')
  await expect(move('huge.bin')).toContainText('Free some space or choose another folder, then try again.')
  expect(here()).toEqual([])

  // Each fits by itself, so that the disk is full while they come.
  await fileRow(page, 'one.bin').getByRole('checkbox').click()
  await fileRow(page, 'two.bin').getByRole('checkbox').click()
  await filesView(page).getByRole('button', { name: 'Download' }).click()
  await app.answerDialog('Choose folder')
  const ends = /downloaded|There is not enough free space for this file\./
  for (const name of ['one.bin', 'two.bin']) await expect(move(name)).toContainText(ends)
  const failed = move('').filter({ hasText: /^(?:one|two)\.bin.*There is not enough free space/ })
  expect(await failed.count()).toBeGreaterThan(0)
  const name = /^(?:one|two)\.bin/.exec((await failed.first().textContent()) ?? '')?.[0] ?? ''
  expect(here().filter((one) => one === name || one.endsWith('.part'))).toEqual([])

  for (const one of here()) rmSync(join(disk, one))
  for (const one of ['one.bin', 'two.bin']) await page.getByRole('button', { name: `Dismiss ${one}` }).click()
  await download(name)
  await expect(move(name)).toContainText('downloaded')
  expect(statSync(join(disk, name)).size).toBe(Math.floor(1.4 * megabyte))
})
