import { demoServers } from '../fixtures/demo.ts'
import { fileRow, filesView, fileText, openFiles } from './files-page.ts'
import { expect, test } from './fixture.ts'

const { survival } = demoServers
const megabyte = 1024 * 1024

test('what is no text, or too large for one, is shown as what it is', { tag: '@long' }, async ({
  panel,
  ready: { page },
}) => {
  const { files } = panel.panel
  const log = Buffer.alloc(100 * megabyte, 'an old line\n')
  log.write('\nthe very last line', log.length - 19)
  files.put(survival, '/huge.log', log)
  files.put(survival, '/level.dat', Buffer.from([0, 1, 2, 0, 255]))
  await openFiles(page)

  await fileRow(page, 'level.dat').click()
  await expect(filesView(page).getByText('This is not a text file')).toBeVisible()

  await fileRow(page, 'huge.log').click()
  await expect(fileText(page)).toContainText('the very last line')
  await expect(filesView(page).getByText('Last 1.0 MB of 100 MB')).toBeVisible()
})

test('a text in UTF-16 stays one', { tag: '@long' }, async ({ panel, ready: { page } }) => {
  const { files } = panel.panel
  const mark = Uint8Array.of(0xff, 0xfe)
  files.put(survival, '/utf16.txt', Buffer.concat([mark, Buffer.from('motd=ä\r\n', 'utf16le')]))
  await openFiles(page)
  await fileRow(page, 'utf16.txt').click()
  await fileText(page).getByText('motd=ä').click()
  await page.keyboard.press('End')
  await page.keyboard.type('ö')
  await page.keyboard.press('Control+s')
  await expect(filesView(page).getByText(/^Saved \d/)).toBeVisible()
  const saved = Buffer.from(files.read(survival, '/utf16.txt') ?? [])
  expect(saved.equals(Buffer.concat([mark, Buffer.from('motd=äö\r\n', 'utf16le')]))).toBe(true)
})

test('a save for which the server has no room keeps the text', { tag: '@long' }, async ({ panel, ready: { page } }) => {
  const { files } = panel.panel
  files.put(survival, '/a.txt', Buffer.from('first'))
  await openFiles(page)
  await fileRow(page, 'a.txt').click()
  await fileText(page).getByText('first').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' and second')
  files.setTrap(survival, 'disk-full')
  await page.keyboard.press('Control+s')
  await expect(filesView(page).getByText(/There is not enough free space on the server/)).toBeVisible()
  await expect(fileText(page)).toContainText('first and second')
  files.setTrap(survival, null)
  await page.keyboard.press('Control+s')
  await expect(filesView(page).getByText(/^Saved \d/)).toBeVisible()
  expect(Buffer.from(files.read(survival, '/a.txt') ?? []).toString()).toBe('first and second')
})
