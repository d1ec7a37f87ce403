import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { demoServers } from '../fixtures/demo.ts'
import { fileRow, filesOn, filesView, openFiles } from './files-page.ts'
import { expect, test } from './fixture.ts'

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

/** The middle of the list, where files are dropped. */
async function list(page: Page): Promise<{ x: number; y: number }> {
  const box = await filesView(page).getByRole('grid', { name: 'Files' }).boundingBox()
  if (box === null) throw new Error('the list is not in sight')
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
}

test('dropped files and folders are uploaded, with one question about all names that are there', {
  tag: '@long',
}, async ({ panel, ready: { app, page } }) => {
  const files = filesOn(panel)
  mkdirSync(join(folder, 'pack', 'empty'), { recursive: true })
  local('pack/b.txt')
  const paths = [local('a.txt'), local('eula.txt', 'mine'), local('server.properties', 'mine'), join(folder, 'pack')]
  await openFiles(page)
  await app.drop(paths, await list(page))
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
  await app.drop([local('a.txt')], await list(page))
  await expect(onTheWay.getByRole('listitem').filter({ hasText: 'a.txt' })).toContainText(
    'There is not enough free space on the server.',
  )
  panel.panel.files.setTrap(survival, null)
  panel.panel.transfers.spend(1)
  await app.drop([local('b.txt')], await list(page))
  await expect(onTheWay.getByRole('listitem').filter({ hasText: 'b.txt' })).toContainText('uploaded')
  expect(await files.read('/b.txt')).toBe('b.txt')
  expect(await files.names()).not.toContain('a.txt')
})
