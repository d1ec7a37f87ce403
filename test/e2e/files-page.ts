import { expect } from '@playwright/test'
import type { Page } from 'playwright-core'
import { demoServers, type StartedDemo } from '../fixtures/demo.ts'
import { callsOn } from '../fixtures/demo-calls.ts'
import { goToArea, reaches } from './window.ts'

/** The files of Survival in the window, and past the app. */

const { survival } = demoServers

export const filesView = (page: Page) => page.getByRole('region', { name: 'Survival', exact: true })
export const fileRow = (page: Page, name: string) =>
  filesView(page)
    .getByRole('row')
    .filter({ has: page.getByText(name, { exact: true }) })
export const fileText = (page: Page) => page.locator('.cm-content')

/** The files of Survival, as the palette finds them. */
export async function openFiles(page: Page): Promise<void> {
  await reaches(page, 'Survival', /^Running/)
  await goToArea(page, 'Survival', 'files')
  await filesView(page).getByRole('grid', { name: 'Files' }).waitFor()
}

/** Puts another number of players into the text that is open. */
export async function editPlayers(page: Page): Promise<void> {
  await fileRow(page, 'server.properties').click()
  await fileText(page).getByText('max-players=20').click()
  await page.keyboard.press('End')
  await page.keyboard.type('0')
  await expect(filesView(page).getByText('1 line changed')).toBeVisible()
}

/** The files of Survival, past the app. */
export function filesOn(panel: StartedDemo) {
  const token = panel.token()
  const { list, send } = callsOn(panel, token, survival)
  const at = (path: string) => `${panel.baseUrl}/servers/${survival}/files${path}`
  /** The panel decodes a name once too often. */
  const read = (path: string) => at(`/contents?file=${encodeURIComponent(path.replaceAll('%', '%25'))}`)
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json', 'content-type': 'text/plain' }
  return {
    read: async (path: string) => (await fetch(read(path), { headers })).text(),
    write: (path: string, body: string) =>
      fetch(at(`/write?file=${encodeURIComponent(path)}`), { method: 'POST', headers, body }),
    names: async (folder = '/') => (await list(`/files/list?directory=${folder}`)).map(({ name }) => name),
    modeOf: async (name: string) =>
      (await list('/files/list?directory=/')).find((entry) => entry.name === name)?.mode_bits,
    remove: (files: readonly string[]) => send('POST', '/files/delete', { root: '/', files }),
  }
}
