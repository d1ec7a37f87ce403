import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { goToArea, goToServers } from '../e2e/window.ts'
import { openDemoSide } from './demo-side.ts'
import type { Guide, Step } from './step.ts'

const server = 'Survival'
const upload = 'whitelist-tour.txt'
const friend = 'robin@example.com'
const viewOf = (page: Page) => page.getByRole('region', { name: server, exact: true })
const rowOf = (page: Page, name: string) =>
  viewOf(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) })

/** Drops a file of this computer on the list of files. */
async function drop({ app, page }: Guide, name: string, text: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'servertray-tour-'))
  try {
    writeFileSync(join(folder, name), text)
    const box = await viewOf(page).getByRole('grid', { name: 'Files' }).boundingBox()
    if (box === null) throw new Error('the list of files is not in sight')
    await app.drop([join(folder, name)], {
      x: Math.round(box.x + box.width / 2),
      y: Math.round(box.y + box.height / 2),
    })
    await (await app.windowAt('#question-')).getByRole('button', { name: 'Upload', exact: true }).click()
    await viewOf(page).getByRole('listitem').filter({ hasText: name }).getByText('uploaded').waitFor()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What an owner would else open the browser for. */
export const panelSteps: readonly Step[] = [
  {
    name: 'edit a file',
    async run({ page, picture }) {
      const view = viewOf(page)
      await goToArea(page, server, 'files')
      await view.getByRole('grid', { name: 'Files' }).waitFor()
      await picture('files')
      await view.getByRole('row').filter({ hasText: 'server.properties' }).click()
      const line = page.locator('.cm-line').filter({ hasText: 'max-players=' })
      await line.click()
      await page.keyboard.press('End')
      await page.keyboard.type('0')
      await view.getByText('1 line changed').waitFor()
      await picture('file-edited')
      await page.keyboard.press('Control+s')
      const saved = view.getByText(/^Saved \d/)
      await saved.waitFor()
      const words = `“${await line.innerText()}” was saved to the panel: “${await saved.innerText()}”`
      await view.getByRole('button', { name: 'Close' }).click()
      return words
    },
  },
  {
    name: 'upload by drop',
    async run(guide) {
      const { page, picture } = guide
      await drop(guide, upload, 'mira\nrobin\n')
      await viewOf(page).getByRole('row').filter({ hasText: upload }).waitFor()
      await picture('uploaded')
      return `${upload} was dropped on the list, and is there now`
    },
  },
  {
    name: 'startup',
    async run({ page, picture }) {
      await goToArea(page, server, 'startup')
      const version = viewOf(page).getByRole('textbox', { name: /^Minecraft Version/ })
      await version.waitFor()
      await picture('startup')
      return `the version that it starts with is “${await version.inputValue()}”`
    },
  },
  {
    name: 'a password on demand',
    async run({ page, picture }) {
      const view = viewOf(page)
      await goToArea(page, server, 'databases')
      await view
        .getByRole('button', { name: /^Show password of / })
        .last()
        .click()
      const hides = view.getByText(/^hidden in \d+ s$/)
      await hides.waitFor()
      await picture('database-password')
      const words = await hides.innerText()
      await view.getByRole('button', { name: /^Hide password of / }).click()
      await hides.waitFor({ state: 'detached' })
      return `shown when asked for, “${words}”, and gone with a press`
    },
  },
  {
    name: 'network',
    async run({ page, picture }) {
      const view = viewOf(page)
      await goToArea(page, server, 'network')
      const note = view.getByRole('textbox', { name: /^Note of / }).first()
      await note.fill('Where players join')
      await note.press('Enter')
      await view.getByRole('button', { name: 'Add address' }).click()
      const added = view.getByText(/^Added /)
      await added.waitFor()
      const address = /Added (\S+:\d+)/.exec(await added.innerText())?.[1] ?? ''
      await view.getByRole('button', { name: `More for ${address}` }).click()
      await page.getByRole('menuitem', { name: 'Make it primary…' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Make it primary' }).click()
      await rowOf(page, address).getByText('Primary').waitFor()
      await picture('network')
      const words = await view.getByText('Used at the next start.').innerText()
      return `${address} was added and made primary: “${words}”`
    },
  },
  {
    name: 'let a friend in',
    async run({ page, picture }) {
      await goToArea(page, server, 'users')
      await viewOf(page).getByRole('button', { name: 'Invite…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
      await dialog.getByLabel('E-mail').fill(friend)
      await dialog.getByText('Moderator: console and power', { exact: true }).click()
      await picture('invite')
      await dialog.getByRole('button', { name: 'Invite' }).click()
      const row = rowOf(page, friend)
      await row.getByText('Moderator').waitFor()
      await picture('users')
      return `${friend} may use the server as “Moderator”`
    },
  },
  {
    name: 'who did what',
    async run({ page, picture }) {
      await goToArea(page, server, 'activity')
      const deed = viewOf(page).getByRole('listitem').first()
      await deed.waitFor()
      // The field of a note looks the same before and after it is saved.
      await viewOf(page).getByText('Changed the note of a port').waitFor()
      await picture('activity')
      const words = (await deed.innerText()).replaceAll(/\s+/g, ' ')
      return `the newest that the panel knows: “${words}”`
    },
  },
  {
    name: 'the other side',
    async run(guide) {
      const { page, picture } = guide
      const panel = await openDemoSide(guide)
      try {
        await picture('demo-panel', panel.page)
        const token = await panel.createKey('A friend’s bot', ['power', 'console'])
        if (!token.startsWith('ptlc_')) throw new Error('the page showed no token')
        return 'the panel’s own page made a key for a friend’s bot, and showed its token once'
      } finally {
        await panel.close()
        await goToServers(page)
      }
    },
  },
]
