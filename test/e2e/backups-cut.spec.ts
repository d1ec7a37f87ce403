import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoServers } from '../fixtures/demo.ts'
import { backupsView, replaceToken } from './backups-page.ts'
import { stateOf } from './bridge.ts'
import { expect, test } from './fixture.ts'
import { until } from './until.ts'
import { goToArea, reaches } from './window.ts'

const { survival } = demoServers
const hour = 3_600_000

let folder: string
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'servertray-cut-'))
})
test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a backup and a download that a kill cut off are told by the next start, and nothing is asked for again', {
  tag: '@long',
}, async ({ panel: { panel }, ready, start }) => {
  const env = { HOME: folder, USERPROFILE: folder }
  await ready.app.quit()
  const { app, page } = await start({ profile: ready.app.profile, env })
  await panel.backups.add(survival, { name: 'Nightly', agoMs: 9 * hour })
  panel.backups.setDownloadTrap(survival, { what: 'hold', atBytes: 10 })
  await replaceToken(page, ready.token)
  await reaches(page, 'Survival', /^Running/)
  await goToArea(page, 'Survival', 'backups')
  await backupsView(page).getByRole('button', { name: 'More for Nightly' }).click()
  await page.getByRole('menuitem', { name: 'Download…' }).click()
  await app.answerDialog('Choose folder')
  await expect(backupsView(page).getByRole('list', { name: 'Downloads' })).toBeVisible()
  const parts = () => readdirSync(folder).filter((name) => name.endsWith('.part'))
  await until('the file that grows', () => parts().length === 1)
  panel.backups.setTrap(survival, 'backup-stalls')
  await backupsView(page).getByRole('button', { name: 'Back up now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Back up now' }).click()
  await until('the backup', async () => Object.values((await stateOf(page)).backupRuns)[0]?.phase === 'running')
  const sent = () =>
    panel
      .requests()
      .filter(({ method, path }) => path.endsWith('/download') || (method === 'POST' && path.endsWith('/backups')))
  const before = sent().length
  await app.kill()

  const next = await start({ profile: app.profile, env })
  await next.page.getByRole('button', { name: /more/ }).click()
  await expect(next.page.getByText(/^Servertray ended (?:before|during) the backup of Survival/)).toBeVisible()
  await expect(next.page.getByText(/^Servertray ended during the download of Survival-/)).toBeVisible()
  await replaceToken(next.page, ready.token)
  await reaches(next.page, 'Survival', /^Running/)
  expect(sent()).toHaveLength(before)
  const [part = ''] = parts()
  expect(existsSync(join(folder, part))).toBe(true)
})
