import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './fixture.ts'
import { addKey, goToKeys, reaches } from './window.ts'

const reason =
  process.platform === 'linux' ? null : 'only Linux lets a test take the keyring away, by the address of its bus'

test('without a keyring the app asks once before a token goes to memory', async ({ panel, start }) => {
  test.skip(reason !== null, reason ?? '')
  const { app, page } = await start({
    env: { SERVERTRAY_VAULT: '', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' },
  })
  const token = panel.token()
  await addKey(page, { address: panel.baseUrl, token, label: 'Home' })
  const question = page.getByRole('alertdialog', { name: 'Keep tokens in memory?' })
  await question.getByRole('button', { name: 'Try the keychain again' }).click()
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Keep in memory' }).click()
  await reaches(page, 'Survival', /^Running/)
  await goToKeys(page)
  await expect(page.getByText('In memory, until you quit')).toBeVisible()

  await page.getByRole('button', { name: 'Add a key' }).click()
  await addKey(page, { address: panel.baseUrl, token: panel.token(), label: 'Second' })
  await goToKeys(page)
  await expect(page.getByRole('heading', { name: 'Second' })).toBeVisible()
  expect(readFileSync(join(app.profile, 'settings.json'), 'utf8')).not.toContain(token)
})

test('a keyring behind safeStorage that answers late is taken up without a question', { tag: '@long' }, async ({
  panel,
  start,
}) => {
  test.skip(reason !== null, reason ?? '')
  const { app, page } = await start({
    choices: { safeStorage: 'late' },
    env: { SERVERTRAY_VAULT: '', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' },
  })
  test.skip(app.runtime === 'electron', 'only the stand-in has a keyring that answers when a test says so')
  const token = panel.token()
  await addKey(page, { address: panel.baseUrl, token, label: 'Home' })
  await app.choose({ safeStorage: 'works' })
  await reaches(page, 'Survival', /^Running/)
  await goToKeys(page)
  await expect(page.getByText('Encrypted on this computer')).toBeVisible()
  expect(readFileSync(join(app.profile, 'ciphertexts.json'), 'utf8')).not.toContain(token)
})
