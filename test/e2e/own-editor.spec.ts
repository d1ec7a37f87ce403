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

test('what one’s own editor saved and what somebody changed meanwhile are shown, merged, or one of them taken', {
  tag: '@long',
}, async ({ panel, ready: { app, page } }) => {
  const files = filesOn(panel)
  const path = '/server.properties'
  const before = await files.read(path)
  const edit = filesView(page).getByRole('list', { name: 'Files on their way' }).getByRole('listitem')
  const press = (name: string) => edit.getByRole('button', { name, exact: true }).click()
  const both = page.getByRole('dialog', { name: 'Both versions of “server.properties”' })
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

  await press('Show both…')
  await expect(both.locator('.cm-merge-a .cm-content')).toContainText('theirs=1')
  await expect(both.locator('.cm-merge-b .cm-content')).toContainText('max-players=200')
  // Theirs of the one place, and mine of the other one.
  await both.getByRole('button', { name: 'Take this part over' }).last().click()
  await expect(both.locator('.cm-merge-b .cm-content')).toContainText('theirs=1')
  await both.getByRole('button', { name: 'Save yours over it' }).click()
  await expect(both).toHaveCount(0)
  const merged = theirs.replace('max-players=20', 'max-players=200')
  expect(await files.read(path)).toBe(merged)
  expect(readFileSync(copy, 'utf8')).toBe(merged)
  await expect(edit).toContainText('is open in your editor')

  writeFileSync(copy, 'mine=1\n')
  await expect(edit).toContainText('was changed in your editor')
  await files.write(path, 'theirs=1\n')
  await press('Save')
  await press('Show both…')
  await both.getByRole('button', { name: 'Take theirs' }).click()
  await expect.poll(async () => (await app.openedLinks()).length).toBe(2)
  const again = (await app.openedLinks())[1] ?? ''
  expect([readFileSync(again, 'utf8'), existsSync(copy)]).toEqual(['theirs=1\n', false])
  expect(await files.read(path)).toBe('theirs=1\n')
})
