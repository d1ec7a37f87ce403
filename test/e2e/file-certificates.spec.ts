import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { type CertificateName, fingerprintOf } from '../fixtures/certificates.ts'
import { demoServers, type StartedDemo } from '../fixtures/demo.ts'
import { startTlsFront, type TlsFront } from '../fixtures/tls-front.ts'
import { stateOf } from './bridge.ts'
import type { App } from './driver.ts'
import { editPlayers, fileRow, filesOn, filesView, fileText, openFiles } from './files-page.ts'
import { expect, test } from './fixture.ts'
import { answerQuestion } from './question.ts'
import { addKey } from './window.ts'

const { survival } = demoServers
const authority = fileURLToPath(new URL('../fixtures/certificates/authority.pem', import.meta.url))

let home: string
const fronts: TlsFront[] = []
test.beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'servertray-machine-'))
})
test.afterEach(async () => {
  for (const front of fronts.splice(0)) await front.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

async function frontOf(panel: StartedDemo, certificate: CertificateName, port?: number): Promise<TlsFront> {
  const front = await startTlsFront(panel.baseUrl, certificate, port)
  fronts.push(front)
  return front
}

/** The machine of Survival, which is not where its panel is. */
async function machineOf(panel: StartedDemo, certificate: CertificateName) {
  const machine = await frontOf(panel, certificate)
  panel.panel.files.setMachine(survival, `https://${machine.host}`)
  return {
    /** The same machine with another certificate from now on. */
    async shows(other: CertificateName) {
      await fronts.splice(fronts.indexOf(machine), 1)[0]?.close()
      await frontOf(panel, other, Number(machine.host.split(':')[1]))
    },
  }
}

/** How often the machine was asked for something. */
const asked = (panel: StartedDemo) =>
  panel.panel.requests().filter(({ path }) => /^\/(?:download|upload)\//.test(path)).length
const moves = (page: Page) => filesView(page).getByRole('list', { name: 'Files on their way' }).getByRole('listitem')

async function upload(app: App, page: Page, name: string): Promise<void> {
  const path = join(home, 'from', name)
  mkdirSync(join(home, 'from'), { recursive: true })
  writeFileSync(path, name)
  const box = await filesView(page).getByRole('grid', { name: 'Files' }).boundingBox()
  if (box === null) throw new Error('the list is not in sight')
  await app.drop([path], { x: Math.round(box.x + 60), y: Math.round(box.y + 60) })
  await answerQuestion(app, 'Upload')
}

async function download(app: App, page: Page, name: string): Promise<void> {
  await fileRow(page, name).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Download…' }).click()
  await app.answerDialog('Choose folder')
}

/** Opens, saves, uploads and downloads a file: all of them go. */
async function expectAll(app: App, page: Page, panel: StartedDemo): Promise<void> {
  const files = filesOn(panel)
  const before = await files.read('/server.properties')
  await editPlayers(page)
  await page.keyboard.press('Control+s')
  await expect(filesView(page).getByText(/^Saved \d/)).toBeVisible()
  expect(await files.read('/server.properties')).toBe(before.replace('max-players=20', 'max-players=200'))
  await filesView(page).getByRole('button', { name: 'Close the file' }).click()
  await upload(app, page, 'new.txt')
  await expect(moves(page).filter({ hasText: 'new.txt' })).toContainText('uploaded')
  expect(await files.read('/new.txt')).toBe('new.txt')
  await download(app, page, 'whitelist.json')
  await expect(moves(page).filter({ hasText: 'whitelist.json' })).toContainText('downloaded')
  const here = readdirSync(home, { recursive: true }).map(String)
  const got = here.find((path) => path.endsWith('whitelist.json')) ?? ''
  expect(readFileSync(join(home, got), 'utf8')).toBe(await files.read('/whitelist.json'))
  // The upload and the download: the version before a save is what was read.
  expect(asked(panel)).toBe(2)
}

/** The machine is refused: nothing goes there, and a person reads why and what to do. What the panel itself gives stays. */
async function expectNone(app: App, page: Page, panel: StartedDemo): Promise<void> {
  const files = filesOn(panel)
  const before = asked(panel)
  const hint = /Tell your host\. If the machine is yours, give it a certificate that this computer trusts/
  await upload(app, page, 'b.txt')
  const up = moves(page).filter({ hasText: 'b.txt' })
  await expect(up).toContainText(
    'The certificate of the server’s machine couldn’t be verified, so nothing was uploaded.',
  )
  await expect(up).toContainText(hint)
  await download(app, page, 'eula.txt')
  const down = moves(page).filter({ hasText: 'eula.txt' })
  await expect(down).toContainText(
    'The certificate of the server’s machine couldn’t be verified, so nothing was downloaded.',
  )
  await expect(down).toContainText(hint)
  expect(await files.names()).not.toContain('b.txt')
  expect(readdirSync(home, { recursive: true }).filter((path) => String(path).includes('eula.txt'))).toEqual([])

  await fileRow(page, 'eula.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Open in my editor' }).click()
  await expect(filesView(page).getByText(/so nothing was downloaded\. Tell your host/)).toBeVisible()
  expect((await stateOf(page)).ownEdits).toEqual({})

  // The panel gives the text and takes it, and the version before as well.
  await fileRow(page, 'eula.txt').click()
  await fileText(page).getByText('eula=true').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' ')
  await page.keyboard.press('Control+s')
  await expect(filesView(page).getByText(/^Saved \d/)).toBeVisible()
  expect(await files.read('/eula.txt')).toBe('eula=true \n')
  expect(asked(panel)).toBe(before)
}

test('files of a machine with the certificate that was trusted for its panel go both ways; with another one none do', {
  tag: '@long',
}, async ({ panel, start }) => {
  const front = await frontOf(panel, 'self-signed')
  const machine = await machineOf(panel, 'self-signed')
  const { app, page } = await start({ env: { HOME: home } })
  await addKey(page, { address: front.host, token: panel.token(), label: 'Home' })
  const question = page.getByRole('alertdialog', { name: 'Trust this certificate?' })
  await expect(question).toContainText(await fingerprintOf('self-signed'))
  expect(panel.panel.requests()).toEqual([])
  await question.getByRole('button', { name: 'Trust this certificate' }).click()
  await openFiles(page)
  await expectAll(app, page, panel)
  await machine.shows('other-self-signed')
  await expectNone(app, page, panel)
})

test('files of a machine whose own authority this computer knows go both ways; of an unknown one none do', {
  tag: '@long',
}, async ({ panel, start }) => {
  const machine = await machineOf(panel, 'unknown-authority')
  const { app, page } = await start({ env: { HOME: home, NODE_EXTRA_CA_CERTS: authority } })
  await addKey(page, { address: panel.baseUrl, token: panel.token(), label: 'Home' })
  await openFiles(page)
  await expectNone(app, page, panel)
  await machine.shows('valid')
  await expectAll(app, page, panel)
})
