import type { Page } from 'playwright-core'
import { demoServers } from '../fixtures/demo.ts'
import {
  backupRow,
  backupsView,
  beginRestore,
  chooseBackup,
  comesByLooks,
  lookEveryMs,
  openBackups,
  restoresAsked,
} from './backups-page.ts'
import { stateOf, toldBy } from './bridge.ts'
import { expect, test } from './fixture.ts'
import { clickTraySignal, trayServer } from './tray.ts'
import { until } from './until.ts'
import { goToArea, reaches, serverRow } from './window.ts'

const { survival, hangsOnStop } = demoServers
const minute = 60_000
const hour = 60 * minute

const reachesHere = (page: Page, state: RegExp) => expect(backupsView(page).getByText(state).first()).toBeVisible()
test('a world is backed up with its save commands, locked, and deleted by its name', async ({
  panel: { panel },
  ready: { page },
}) => {
  await openBackups(page)
  await expect(backupsView(page).getByText('No backups yet')).toBeVisible()
  await backupsView(page).getByRole('button', { name: 'Back up now' }).click()
  const dialog = page.getByRole('dialog', { name: 'Back up Survival' })
  await dialog.getByLabel('Name').fill('Before 1.22')
  await dialog.getByRole('checkbox', { name: /^Lock it/ }).check()
  await expect(dialog.getByLabel('Console commands')).toHaveValue('save-off; save-all flush')
  await dialog.getByRole('button', { name: 'Back up now' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(backupRow(page, 'Before 1.22')).toContainText(/Good, locked/)
  await expect(backupsView(page).getByText('1 of 5 backups')).toBeVisible()
  await expect.poll(async () => Object.values((await stateOf(page)).backupRuns)[0]?.phase).toBe('done')
  const commands = Object.values((await stateOf(page)).consoles).flatMap(({ entries }) =>
    entries.map(({ command }) => command),
  )
  expect(commands).toEqual(['save-off', 'save-all flush', 'save-on'])

  await panel.backups.add(survival, { name: 'From elsewhere', agoMs: 9 * hour })
  await chooseBackup(page, 'Before 1.22', 'Unlock')
  await expect(backupRow(page, 'Before 1.22')).toContainText('Good')
  await expect(backupRow(page, 'Before 1.22')).not.toContainText('locked')
  await expect(backupRow(page, 'From elsewhere')).toBeVisible()

  await chooseBackup(page, 'From elsewhere', 'Delete…')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete backup' }).click()
  await expect(backupRow(page, 'From elsewhere')).toHaveCount(0)
  // The only good one that is left.
  await chooseBackup(page, 'Before 1.22', 'Delete…')
  await page.getByLabel('Type Before 1.22 to confirm').fill('Before 1.22')
  await page.getByRole('button', { name: 'Delete backup' }).click()
  await expect(backupsView(page).getByText('0 of 5 backups')).toBeVisible()
})

test('a backup that fails, a limit and a throttle are said in one place, with what to do', { tag: '@long' }, async ({
  panel: { panel },
  ready: { page },
}) => {
  await panel.backups.add(survival, { name: 'Nightly', agoMs: 9 * hour })
  await openBackups(page)
  await expect(backupRow(page, 'Nightly')).toContainText('Good')
  const now = backupsView(page).getByRole('button', { name: 'Back up now' })
  const backUp = async () => {
    await now.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Back up now' }).click()
  }
  panel.backups.setThrottle({ backups: 1, windowMs: 10 * minute })
  await backUp()
  await expect(backupsView(page).getByText('2 of 5 backups')).toBeVisible()
  await expect(now).not.toHaveAttribute('aria-disabled')
  await backUp()
  await expect(backupsView(page).getByRole('alert')).toContainText(/The panel takes this again at \d\d:\d\d\./)
  await expect(now).toHaveAttribute('title', /^Again at /)
  await backupsView(page).getByRole('button', { name: 'Dismiss' }).click()

  panel.backups.setThrottle(null)
  panel.backups.setTrap(survival, 'backup-fails')
  await backUp()
  await expect(backupsView(page).getByRole('alert')).toContainText('The backup failed on the server’s machine.')
  await expect(backupsView(page).getByRole('row').filter({ hasText: 'Failed' })).toHaveCount(1)
})

test('a world is restored: the server is stopped first, and started by the person', { tag: '@long' }, async ({
  panel: { panel },
  ready: { app, page },
}) => {
  await panel.backups.add(survival, { name: 'Nightly', agoMs: 9 * hour })
  await openBackups(page)
  await chooseBackup(page, 'Nightly', 'Restore…')
  const dialog = page.getByRole('dialog', { name: /^Restore Survival from/ })
  await expect(dialog.getByRole('checkbox', { name: 'Delete all files first' })).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Stop and restore' }).click()
  await expect(dialog).toHaveCount(0)
  await comesByLooks(app, backupsView(page).getByText('Restored.'))
  // That which was there before is kept too.
  await expect(backupsView(page).getByText('2 of 5 backups')).toBeVisible()
  await backupsView(page).getByRole('status').getByRole('button', { name: 'Start' }).click()
  await reachesHere(page, /^(Starting|Running)/)
})

test('a restore that fails after it deleted all files is said to have failed, and what to look at', {
  tag: '@long',
}, async ({ panel: { panel }, ready: { app, page } }) => {
  await panel.backups.add(survival, { name: 'Nightly', agoMs: 9 * hour })
  panel.backups.setTrap(survival, 'restore-fails')
  await openBackups(page)
  await beginRestore(page, { deletesFiles: true })
  const failed = backupsView(page).getByText('The restore failed on the server’s machine.', { exact: false }).first()
  // The machine announces completion over the console all the same.
  await comesByLooks(app, failed)
  await expect(backupsView(page).getByText('Restored.')).toHaveCount(0)
  await expect(
    backupsView(page).getByText(/^All files of the server may have been deleted\. Before you start/),
  ).toBeVisible()
})

test('a restore that the account may not do is said before the click', { tag: '@long' }, async ({
  panel: { panel },
  ready: { page },
}) => {
  await panel.backups.add(survival, { name: 'Nightly', agoMs: 9 * hour })
  panel.deny(['backup.restore'])
  await openBackups(page)
  await backupRow(page, 'Nightly').getByRole('button', { name: 'More for Nightly' }).click()
  const item = page.getByRole('menuitem', { name: /^Restore…/ })
  await expect(item).toHaveAttribute('aria-disabled', 'true')
  await expect(item).toContainText('your account may not do it')
})

test('the tray backs up without a window, and tells only what failed', { tag: '@long' }, async ({
  panel: { panel },
  ready: { app, page },
}) => {
  await serverRow(page, 'Survival').waitFor()
  await clickTraySignal(app, 'Survival', 'Back up now')
  await trayServer(app, 'Survival', ({ submenu }) =>
    submenu.some(({ label, enabled }) => label === 'Back up now (one is being made)' && !enabled),
  )
  await expect.poll(async () => Object.values((await stateOf(page)).backupRuns)[0]?.phase).toBe('done')
  expect(await app.notifications()).toEqual([])
  panel.backups.setTrap(survival, 'backup-fails')
  await clickTraySignal(app, 'Survival', 'Back up now')
  await expect
    .poll(async () => (await toldBy(app, page)).map(({ title }) => title))
    .toEqual(['Backup of Survival failed'])
})

test('a restore whose machine is not there when it is asked for is not known, and not asked for again', {
  tag: '@long',
}, async ({ panel: { panel }, ready: { app, page } }) => {
  await panel.backups.add(survival, { name: 'Nightly', agoMs: 9 * hour })
  await openBackups(page)
  panel.backups.setTrap(survival, 'unreached')
  await beginRestore(page)
  const told = backupsView(page).getByText('It is not known yet whether the panel took the restore…')
  await comesByLooks(app, told)
  panel.backups.setTrap(survival, null)
  const looks = () => panel.requests().filter(({ path }) => path.endsWith('/resources')).length
  for (let look = 0; look < 4; look += 1) {
    const before = looks()
    await app.hurry(lookEveryMs)
    await until('another look', () => looks() > before)
  }
  await expect(told).toBeVisible()
  expect(restoresAsked(panel)).toHaveLength(1)
  await backupsView(page).getByRole('button', { name: 'Stop watching' }).click()
  await expect(told).toHaveCount(0)
})

test('a restore of a server that does not stop is given up, and nothing is overwritten', { tag: '@long' }, async ({
  panel: { panel },
  ready: { app, page },
}) => {
  await panel.backups.add(hangsOnStop, { name: 'Nightly', agoMs: 9 * hour })
  await reaches(page, 'Modded 1.20', /^Running/)
  await goToArea(page, 'Modded 1.20', 'backups')
  const modded = page.getByRole('region', { name: 'Modded 1.20', exact: true })
  await modded.getByRole('button', { name: 'More for Nightly' }).click()
  await page.getByRole('menuitem', { name: 'Restore…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Restore Modded 1.20 from/ })
  await dialog.getByRole('checkbox', { name: 'Back up first' }).uncheck()
  await dialog.getByRole('button', { name: 'Stop and restore' }).click()
  await expect(dialog).toHaveCount(0)
  const looksOnce = async () => {
    await app.hurry(60_000)
    return Object.values((await stateOf(page)).restores).some(({ phase }) => phase === 'failed')
  }
  await expect.poll(looksOnce, { intervals: [1_000] }).toBe(true)
  await expect(modded.getByText(/was not seen offline/)).toBeVisible()
  expect(restoresAsked(panel)).toEqual([])
})
