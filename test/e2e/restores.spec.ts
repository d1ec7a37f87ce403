import { demoServers } from '../fixtures/demo.ts'
import { callsOn } from '../fixtures/demo-calls.ts'
import {
  backupsView,
  beginRestore,
  comesByLooks,
  openBackups,
  pastSaving,
  replaceToken,
  restoresAsked,
} from './backups-page.ts'
import { filesOn } from './files-page.ts'
import { expect, test } from './fixture.ts'
import { until } from './until.ts'
import { goToArea, reaches } from './window.ts'

const { survival } = demoServers
const nightly = { name: 'Nightly', agoMs: 9 * 3_600_000 }

/** The signals that the panel got, in their order. */
const signals = (requests: readonly { readonly method: string; readonly path: string }[]) =>
  requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/power')).length

test('a restore that the app’s end cut off after it was sent is told by the next start, and not sent again', {
  tag: '@long',
}, async ({ panel: demo, ready, start }) => {
  const { panel } = demo
  await panel.backups.add(survival, nightly)
  await openBackups(ready.page)
  await beginRestore(ready.page)
  await pastSaving(ready.app, ready.page)
  await until('the request', () => restoresAsked(panel).length > 0)
  await ready.app.kill()
  const { events } = callsOn(demo, demo.token(), survival)
  await until('its end', async () => (await events('restore')).includes('server:backup.restore-complete'))

  const { page } = await start({ profile: ready.app.profile })
  await replaceToken(page, ready.token)
  await reaches(page, 'Survival', /^Offline/)
  await goToArea(page, 'Survival', 'backups')
  await expect(backupsView(page).getByText('Restored.')).toBeVisible()
  await expect(
    backupsView(page).getByText(/^The panel left the server off\. Start it when you are ready\./),
  ).toBeVisible()
  expect(restoresAsked(panel)).toHaveLength(1)
  expect(signals(panel.requests())).toBe(1)
  await backupsView(page).getByRole('status').getByRole('button', { name: 'Start' }).click()
  await expect(
    backupsView(page)
      .getByText(/^(Starting|Running)/)
      .first(),
  ).toBeVisible()
  await expect.poll(() => signals(panel.requests())).toBe(2)
})

test('a restore that ends with its machine is said to have failed, and is not asked for again', {
  tag: '@long',
}, async ({ panel: { panel }, ready: { app, page } }) => {
  await panel.backups.add(survival, nightly)
  await openBackups(page)
  await beginRestore(page)
  await pastSaving(app, page)
  await until('the request', () => restoresAsked(panel).length > 0)
  // As it boots it reports what it was doing, by another name of the event.
  panel.node.restart()
  const failed = backupsView(page).getByText('The restore failed on the server’s machine.', { exact: false }).first()
  await comesByLooks(app, failed)
  await expect(
    backupsView(page).getByText(/^Some files may come from the backup, and others from before it\./),
  ).toBeVisible()
  expect(restoresAsked(panel)).toHaveLength(1)
})

test('a restore whose archive is gone, after all files were deleted for it, says that they may be gone', {
  tag: '@long',
}, async ({ panel: demo, ready: { app, page } }) => {
  const { panel } = demo
  await panel.backups.add(survival, nightly)
  panel.backups.setTrap(survival, 'archive-lost')
  await openBackups(page)
  expect(await filesOn(demo).names()).not.toEqual([])
  await beginRestore(page, { deletesFiles: true })
  await pastSaving(app, page)
  await expect(
    backupsView(page).getByText(/^All files of the server may have been deleted\. Before you start/),
  ).toBeVisible()
  await expect(backupsView(page).getByText('Restored.')).toHaveCount(0)
  expect(restoresAsked(panel)).toHaveLength(1)
  expect(signals(panel.requests())).toBe(1)
  // It is true.
  expect(await filesOn(demo).names()).toEqual([])
})

test.describe('a server that does not stop', () => {
  test.use({ panelOptions: { timings: { startMs: 800, stopMs: 600_000, backupMs: 800 } } })

  test('a restore that the app’s end cut off before it was sent is told by the next start, and not sent', {
    tag: '@long',
  }, async ({ panel: { panel }, ready, start }) => {
    await panel.backups.add(survival, nightly)
    await openBackups(ready.page)
    await beginRestore(ready.page)
    await expect(
      backupsView(ready.page).getByText(/^(Stopping the server|Making sure that the server is offline)…$/),
    ).toBeVisible()
    // That it is being stopped is told before the stop is at the panel.
    await until('the stop at the panel', () => signals(panel.requests()) > 0)
    await ready.app.kill()
    const { page } = await start({ profile: ready.app.profile })
    await replaceToken(page, ready.token)
    await reaches(page, 'Survival', /^(Offline|Stopping)/)
    await goToArea(page, 'Survival', 'backups')
    await expect(backupsView(page).getByText('Servertray ended before anything was restored.')).toBeVisible()
    await expect(backupsView(page).getByText(/^Nothing was overwritten\./)).toBeVisible()
    expect(restoresAsked(panel)).toEqual([])
  })

  test('a restore that is cancelled before it was sent overwrites nothing, and says what was done', {
    tag: '@long',
  }, async ({ panel: demo, ready: { page, token } }) => {
    const { panel } = demo
    await panel.backups.add(survival, nightly)
    await openBackups(page)
    await beginRestore(page)
    await until('the stop', () => signals(panel.requests()) === 1)
    await backupsView(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(
      backupsView(page).getByText(/^Nothing was overwritten\. Servertray told the server to stop\./),
    ).toBeVisible()
    expect(signals(panel.requests())).toBe(1)
    // Somebody else ends it.
    await callsOn(demo, token, survival).send('POST', '/power', { signal: 'kill' })
    await expect(
      backupsView(page)
        .getByText(/^Offline/)
        .first(),
    ).toBeVisible()
    expect(restoresAsked(panel)).toEqual([])
  })
})
