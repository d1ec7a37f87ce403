import type { Page } from 'playwright-core'
import { demoServers } from '../fixtures/demo.ts'
import { filesOn, filesView, openFiles } from './files-page.ts'
import { expect, test } from './fixture.ts'

const { survival } = demoServers

const choose = async (page: Page, name: string, item: string) => {
  await filesView(page)
    .getByRole('button', { name: `More for ${name}`, exact: true })
    .click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('a file with an odd name is copied, packed, unpacked, given a mode, renamed and moved', { tag: '@long' }, async ({
  panel,
  ready: { page },
}) => {
  const files = filesOn(panel)
  const odd = `50%41 & "a"#?.txt`
  const other = `it's 100%.txt`
  await files.write(`/${odd}`, 'odd')
  await openFiles(page)
  const told = (words: string | RegExp) => expect(filesView(page).getByText(words)).toBeVisible()

  await choose(page, odd, 'Copy')
  await told('Copied as “50%41 & "a"#? copy.txt”.')
  expect(await files.read('/50%41 & "a"#? copy.txt')).toBe('odd')

  await choose(page, odd, 'Compress')
  await told(/^Compressed as “archive-.*\.tar\.gz”\.$/)
  const archive = (await files.names()).map(String).find((name) => name.startsWith('archive-')) ?? ''
  await files.write(`/${odd}`, 'another')
  await choose(page, archive, 'Unpack…')
  const question = page.getByRole('alertdialog', { name: `Unpack “${archive}”?` })
  await expect(question).toContainText('Files with the same names are overwritten')
  expect(await files.read(`/${odd}`)).toBe('another')
  await question.getByRole('button', { name: 'Unpack' }).click()
  await told(`Unpacked “${archive}”.`)
  expect(await files.read(`/${odd}`)).toBe('odd')

  await choose(page, odd, 'Permissions…')
  await page.getByLabel('As digits').fill('0600')
  await expect(page.getByRole('dialog')).toContainText('Owner: read and write. Group and others: nothing.')
  await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await files.modeOf(odd)).toMatch(/600$/)

  await choose(page, odd, 'Rename…')
  await page.getByLabel('Name', { exact: true }).fill(other)
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await choose(page, other, 'Move…')
  await page.getByRole('dialog').getByRole('button', { name: 'plugins' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Move here' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await files.names()).not.toContain(odd)
  expect(await files.names('/plugins')).toContain(other)
})

test('an archive whose packing was cut is found in the folder; one that would overwrite what is in use says what to do', {
  tag: '@long',
}, async ({ panel, ready: { page } }) => {
  const { files } = panel.panel
  const told = (words: RegExp) => expect(filesView(page).getByText(words)).toBeVisible()
  await openFiles(page)
  files.setTrap(survival, 'archive-outlasts')
  await choose(page, 'eula.txt', 'Compress')
  await told(/^Compressed as “archive-/)
  await told(/The panel gave no answer in time\. Check whether everything is there\./)
  const archive = (await filesOn(panel).names()).map(String).find((name) => name.startsWith('archive-')) ?? ''
  files.setTrap(survival, 'in-use')
  await choose(page, archive, 'Unpack…')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unpack' }).click()
  await told(/A file that would be overwritten is in use\./)
  await told(/Stop the server, then try again\./)
})
