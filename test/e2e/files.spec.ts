import { editPlayers, filesOn, openFiles, fileRow as row, fileText as text, filesView as view } from './files-page.ts'
import { expect, test } from './fixture.ts'
import { answerQuestion, questionOf } from './question.ts'

test('a file is opened, changed and saved to the panel', async ({ panel, ready: { page } }) => {
  const files = filesOn(panel)
  const before = await files.read('/server.properties')
  await openFiles(page)
  await editPlayers(page)
  // Outside of texts it opens the palette.
  await page.keyboard.type('/')
  await page.keyboard.press('Control+s')
  await expect(view(page).getByText(/^Saved \d/)).toBeVisible()
  expect(await files.read('/server.properties')).toBe(before.replace('max-players=20', 'max-players=200/'))
})

test('a text that is not saved is named before a quit, and is still there after a no', async ({
  ready: { app, page },
}) => {
  await openFiles(page)
  await editPlayers(page)
  await app.closeWindow()
  await app.tray.click('Quit')
  await expect(await questionOf(app)).toContainText('What you changed in /server.properties of Survival is not saved.')
  await answerQuestion(app, 'Cancel')
  await app.tray.click('Open Servertray')
  await expect(text(page)).toContainText('max-players=200')
  await app.tray.click('Quit')
  await answerQuestion(app, 'Quit')
  expect(await app.waitForExit()).toEqual({ code: 0, signal: null })
})

test('what somebody else changed or deleted meanwhile is never overwritten unasked', { tag: '@long' }, async ({
  panel,
  ready: { page },
}) => {
  const files = filesOn(panel)
  await openFiles(page)
  await editPlayers(page)
  await files.write('/server.properties', 'motd=Theirs\nmax-players=20\n')
  await page.keyboard.press('Control+s')
  await expect(view(page).getByText(/Somebody changed this file meanwhile/)).toBeVisible()
  expect(await files.read('/server.properties')).toBe('motd=Theirs\nmax-players=20\n')
  await expect(page.locator('.cm-merge-a .cm-content')).toContainText('motd=Theirs')
  await expect(page.locator('.cm-merge-b .cm-content')).toContainText('max-players=200')
  await view(page).getByRole('button', { name: 'Save yours over it' }).click()
  await expect(view(page).getByText(/^Saved \d/)).toBeVisible()
  expect(await files.read('/server.properties')).toContain('max-players=200')

  await text(page).getByText('max-players=200').click()
  await page.keyboard.press('End')
  await page.keyboard.type('0')
  await files.remove(['server.properties'])
  await page.keyboard.press('Control+s')
  await expect(view(page).getByText(/Somebody deleted or moved this file meanwhile/)).toBeVisible()
  expect(await files.names()).not.toContain('server.properties')
  await view(page).getByRole('button', { name: 'Save it anew' }).click()
  await expect(view(page).getByText(/^Saved \d/)).toBeVisible()
  expect(await files.read('/server.properties')).toContain('max-players=2000')
})

test('names of any characters are shown, opened and deleted as what they are', { tag: '@long' }, async ({
  panel,
  ready: { page },
}) => {
  const files = filesOn(panel)
  const odd = ['photo\u202egpj.txt', ' leading.txt', '<img src=x onerror=alert(1)>.txt', '50%41.txt', 'a&b=c#d?.txt']
  const hostile = '<script>document.title = "run"</script><img src=x onerror="document.title = 1">'
  for (const name of odd) await files.write(`/${name}`, `${hostile} This is ${name.length}.`)
  await openFiles(page)
  expect(await page.locator('img').count()).toBe(0)
  for (const [shown, name] of [
    ['50%41.txt', '50%41.txt'],
    ['a&b=c#d?.txt', 'a&b=c#d?.txt'],
    ['<img src=x onerror=alert(1)>.txt', '<img src=x onerror=alert(1)>.txt'],
  ] as const) {
    await row(page, shown).click()
    await expect(text(page)).toHaveText(`${hostile} This is ${name.length}.`)
  }
  expect(await page.locator('img, .cm-content script').count()).toBe(0)
  expect(await page.title()).toContain('Servertray')
  await view(page).getByRole('button', { name: 'More for photoU+202Egpj.txt' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(async () => (await files.names()).filter((name) => odd.includes(String(name))).length).toBe(4)
  expect(await files.names()).not.toContain(odd[0])
})
