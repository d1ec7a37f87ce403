import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import type { App } from './driver.ts'
import { fileRow, filesOn, filesView, openFiles } from './files-page.ts'
import { expect, test } from './fixture.ts'

/** Opens a file in the person's own editor; where its copy is. */
async function openCopy(app: App, page: Page, name: string): Promise<string> {
  await fileRow(page, name).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Open in my editor' }).click()
  await expect.poll(async () => (await app.openedLinks()).length).toBe(1)
  return (await app.openedLinks())[0] ?? ''
}

test('what one’s own editor saved goes over what somebody changed meanwhile, or theirs is shown, or mine dropped', {
  tag: '@long',
}, async ({ panel, ready: { app, page } }) => {
  const files = filesOn(panel)
  const path = '/server.properties'
  const before = await files.read(path)
  const edit = filesView(page).getByRole('list', { name: 'Files on their way' }).getByRole('listitem')
  const press = (name: string) => edit.getByRole('button', { name, exact: true }).click()
  await openFiles(page)
  const copy = await openCopy(app, page, 'server.properties')
  expect(readFileSync(copy, 'utf8')).toBe(before)

  const mine = before.replace('max-players=20', 'max-players=200')
  const theirs = `${before}theirs=1\n`
  expect(mine).not.toBe(before)
  writeFileSync(copy, mine)
  await expect(edit).toContainText('was changed in your editor. Save it to the server?')
  await files.write(path, theirs)
  await press('Save')
  await expect(edit).toContainText('was not saved: somebody changed it on the server meanwhile')
  expect(await files.read(path)).toBe(theirs)

  await press('Show theirs')
  await expect(filesView(page).locator('.cm-content')).toContainText('theirs=1')
  expect(readFileSync(copy, 'utf8')).toBe(mine)
  await press('Overwrite')
  await expect(edit).toContainText('is open in your editor')
  expect(await files.read(path)).toBe(mine)

  writeFileSync(copy, 'mine=1\n')
  await expect(edit).toContainText('was changed in your editor')
  await files.write(path, 'theirs=1\n')
  await press('Save')
  await press('Drop my changes')
  await expect(edit).toHaveCount(0)
  // It leaves the list at once; its copy is deleted right after.
  await expect.poll(() => existsSync(copy)).toBe(false)
  expect(await files.read(path)).toBe('theirs=1\n')
})
