import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { demoServers, type StartedDemo } from '../fixtures/demo.ts'
import { callsOn } from '../fixtures/demo-calls.ts'
import { diskOf, whyNoSmallDisk, withSmallDisk } from '../fixtures/small-disk.ts'
import type { App } from './app.ts'
import { backupsView, chooseBackup, linksAsked, openBackups } from './backups-page.ts'
import { expect, test } from './fixture.ts'
import { addKey, serverRow } from './window.ts'

const { survival } = demoServers
const hour = 3_600_000
const megabyte = 1024 * 1024

let folder: string
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'servertray-download-'))
})
test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** What was saved in a folder, by the names that backups get. */
const saved = (there = folder) =>
  readdirSync(there)
    .filter((name) => name.includes('.tar.gz'))
    .toSorted()
const alert = (page: Page) => backupsView(page).getByRole('alert')
const downloads = (page: Page) => backupsView(page).getByRole('list', { name: 'Downloads' }).getByRole('listitem')

/** Has the backups of Survival in sight. */
async function showBackups(page: Page, demo: StartedDemo): Promise<void> {
  await addKey(page, { address: demo.baseUrl, token: demo.token(), label: 'Home' })
  await serverRow(page, 'Survival').waitFor()
  await openBackups(page)
}
async function download(app: App, page: Page, name: string): Promise<void> {
  await chooseBackup(page, name, 'Download…')
  await app.answerDialog('Choose folder')
}
/** The step beside what failed. */
async function downloadAgain(app: App, page: Page): Promise<void> {
  await alert(page).getByRole('button', { name: 'Download again…' }).click()
  await app.answerDialog('Choose folder')
}
/** The checksums that the panel tells of its backups. */
const checksums = async (demo: StartedDemo) =>
  (await callsOn(demo, demo.token(), survival).list('/backups')).map(({ checksum }) => checksum)
const checksumOf = (file: string) => `sha1:${createHash('sha1').update(readFileSync(file)).digest('hex')}`

test('a link that was used before is asked for anew once, and what comes of it is told', { tag: '@long' }, async ({
  panel: demo,
  start,
}) => {
  const { panel } = demo
  const { app, page } = await start({ env: { HOME: folder } })
  await panel.backups.add(survival, { name: 'Nightly', agoMs: 9 * hour })
  await showBackups(page, demo)

  await chooseBackup(page, 'Nightly', 'Download…')
  await app.answerDialog('Cancel')
  panel.transfers.spend(2)
  await download(app, page, 'Nightly')
  await expect(alert(page)).toContainText('The server’s machine refused the download.')
  await expect(alert(page)).toContainText(
    '“This address was used already, has expired, or its key no longer allows it.”',
  )
  expect(linksAsked(panel)).toHaveLength(2)
  expect(saved()).toEqual([])

  panel.transfers.spend(1)
  await downloadAgain(app, page)
  await expect(backupsView(page).getByText(/^Saved as .*\.tar\.gz\.$/)).toBeVisible()
  await expect(backupsView(page).getByText('Its size and checksum are right.')).toBeVisible()
  expect(linksAsked(panel)).toHaveLength(4)
  const [file = '', ...others] = saved()
  expect(others).toEqual([])
  expect([checksumOf(join(folder, file))]).toEqual(await checksums(demo))
})

test('an archive that is cut midway leaves nothing, and one that is wrong is kept and named', {
  tag: '@long',
}, async ({ panel: demo, start }) => {
  const { panel } = demo
  const { app, page } = await start({ env: { HOME: folder } })
  panel.backups.setArchiveBytes(survival, 3 * megabyte)
  await panel.backups.add(survival, { name: 'Nightly', agoMs: 9 * hour })
  await showBackups(page, demo)

  panel.backups.setDownloadTrap(survival, { what: 'cut', atBytes: 2 * megabyte })
  await download(app, page, 'Nightly')
  await expect(alert(page)).toContainText('The connection broke before the download was complete.')
  await expect(alert(page)).toContainText('Download it again; it begins anew.')
  expect(saved()).toEqual([])
  // Nothing was tried again by itself.
  expect(linksAsked(panel)).toHaveLength(1)

  panel.backups.setDownloadTrap(survival, { what: 'wrong-byte', atBytes: 2 * megabyte })
  await downloadAgain(app, page)
  await expect(alert(page)).toContainText('its checksum is another one')
  const [part = '', ...others] = saved()
  expect(others).toEqual([])
  expect(part).toMatch(/\.tar\.gz\.part$/)
  await expect(alert(page)).toContainText(`It was kept as ${part}.`)

  panel.backups.setDownloadTrap(survival, null)
  await downloadAgain(app, page)
  await expect(backupsView(page).getByText(/^Saved as .*\.tar\.gz\.$/)).toBeVisible()
  const files = saved()
  expect(files).toHaveLength(2)
  expect(files).toContain(part)
  const [file = ''] = files.filter((name) => name !== part)
  expect([checksumOf(join(folder, file))]).toEqual(await checksums(demo))
  expect(linksAsked(panel)).toHaveLength(3)
})

test('a download from a machine that is not there says so, and goes through once it is back', {
  tag: '@long',
}, async ({ panel: demo, start }) => {
  const { panel } = demo
  const { app, page } = await start({ env: { HOME: folder } })
  await panel.backups.add(survival, { name: 'Nightly', agoMs: 9 * hour })
  await showBackups(page, demo)
  await panel.node.stop()
  await download(app, page, 'Nightly')
  await expect(alert(page)).toContainText('The machine that runs this server couldn’t be reached for the download.')
  await expect(alert(page)).toContainText('Check your connection, then try again.')
  expect(saved()).toEqual([])
  expect(linksAsked(panel)).toHaveLength(1)

  expect(await panel.node.start()).toMatchObject({ ok: true })
  await downloadAgain(app, page)
  await expect(backupsView(page).getByText(/^Saved as .*\.tar\.gz\.$/)).toBeVisible()
  expect(saved()).toHaveLength(1)
  expect(linksAsked(panel)).toHaveLength(2)
})

test('downloads go two at a time; one that is cancelled leaves nothing, and the next has its turn', {
  tag: '@long',
}, async ({ panel: demo, start }) => {
  const { panel } = demo
  const { app, page } = await start({ env: { HOME: folder } })
  panel.backups.setArchiveBytes(survival, 3 * megabyte)
  const names = ['First', 'Second', 'Third', 'Fourth'] as const
  const idOf = new Map<string, string>()
  for (const name of names) idOf.set(name, await panel.backups.add(survival, { name, agoMs: 9 * hour }))
  panel.backups.setDownloadTrap(survival, { what: 'hold', atBytes: 2 * megabyte })
  await showBackups(page, demo)
  for (const name of names) await download(app, page, name)
  /** Files are told apart by the begin of the backup's id. */
  const partOf = (name: (typeof names)[number]) => idOf.get(name)?.slice(0, 8) ?? ''
  const on = (name: (typeof names)[number]) => downloads(page).filter({ hasText: partOf(name) })
  for (const name of ['First', 'Second'] as const) await expect(on(name)).toContainText('2.0 / 3 MB')
  for (const name of ['Third', 'Fourth'] as const) await expect(on(name)).toContainText('waits for the others')
  expect(linksAsked(panel)).toHaveLength(2)
  const here = () => saved().map((file) => file.replace(/^.*-([0-9a-f]{8}\.)/, '$1'))
  const parts = [partOf('First'), partOf('Second')].map((id) => `${id}.tar.gz.part`)
  expect(here().toSorted()).toEqual(parts.toSorted())

  await on('First').getByRole('button', { name: 'Cancel' }).click()
  await expect(on('Third')).toContainText('2.0 / 3 MB')
  await on('Fourth').getByRole('button', { name: 'Cancel' }).click()
  await expect(on('Fourth')).toHaveCount(0)
  panel.backups.setDownloadTrap(survival, null)
  await expect(downloads(page)).toHaveCount(0)
  await expect(alert(page)).toBeEmpty()
  const whole = [partOf('Second'), partOf('Third')].map((id) => `${id}.tar.gz`)
  expect(here().toSorted()).toEqual(whole.toSorted())
  expect(linksAsked(panel)).toHaveLength(3)
})

const noSmallDisk = whyNoSmallDisk()

test('a backup for which this computer has no room is not asked for, and one that fills the disk leaves nothing', {
  tag: '@long',
}, async ({ panel: demo, start }) => {
  test.skip(noSmallDisk !== null, noSmallDisk ?? '')
  const { panel } = demo
  const home = join(folder, 'home')
  mkdirSync(home)
  const { app, page } = await start({ startedBy: withSmallDisk(home, 2 * megabyte), env: { HOME: home } })
  const disk = diskOf(app.pid, home)
  panel.backups.setArchiveBytes(survival, 6 * megabyte)
  await panel.backups.add(survival, { name: 'Huge', agoMs: 9 * hour })
  panel.backups.setArchiveBytes(survival, 1.2 * megabyte)
  for (const name of ['One', 'Two']) await panel.backups.add(survival, { name, agoMs: 9 * hour })
  await showBackups(page, demo)

  await download(app, page, 'Huge')
  const words =
    'There is not enough free space for this file. Free some space or choose another folder, then try again.'
  await expect(alert(page)).toContainText(words)
  expect(saved(disk)).toEqual([])
  expect(linksAsked(panel)).toEqual([])
  await alert(page).getByRole('button', { name: 'Dismiss' }).click()

  // Each fits by itself, so that the disk is full while both come.
  panel.backups.setDownloadTrap(survival, { what: 'hold', atBytes: 0.4 * megabyte })
  for (const name of ['One', 'Two']) await download(app, page, name)
  await expect.poll(() => linksAsked(panel).length).toBe(2)
  panel.backups.setDownloadTrap(survival, null)
  await expect(alert(page)).toContainText(words)
  await expect(downloads(page)).toHaveCount(0)
  const whole = saved(disk)
  expect(whole.filter((name) => name.endsWith('.part'))).toEqual([])
  expect(whole.length).toBeLessThan(2)

  for (const name of whole) rmSync(join(disk, name))
  await downloadAgain(app, page)
  // Its name is there, with almost nothing in it, before all of it has come.
  const isWhole = (name: string) => name.endsWith('.tar.gz') && statSync(join(disk, name)).size > 1.2 * megabyte
  await expect.poll(() => saved(disk).filter(isWhole)).toHaveLength(1)
  expect(linksAsked(panel)).toHaveLength(3)
})
