import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { fingerprintOf } from '../fixtures/certificates.ts'
import { demoServers } from '../fixtures/demo.ts'
import { startTlsFront } from '../fixtures/tls-front.ts'
import { stateOf } from './bridge.ts'
import { expect, test } from './fixture.ts'
import { addKey, goToKeys, goToServers, reaches, serverRow } from './window.ts'

const authority = fileURLToPath(new URL('../fixtures/certificates/authority.pem', import.meta.url))

const forms: [string, (host: string) => string][] = [
  ['the host alone', (host) => host],
  ['a page of the panel', (host) => `${host}/server/${demoServers.survival}`],
  ['the base address', (host) => `${host}/api/client`],
]

test('keys are added from addresses without https://, which are taken for https', { tag: '@long' }, async ({
  panel,
  start,
}) => {
  const front = await startTlsFront(panel.baseUrl, 'valid')
  const { app, page } = await start({ env: { NODE_EXTRA_CA_CERTS: authority } })
  for (const [index, [name, form]] of forms.entries()) {
    if (index > 0) {
      await goToKeys(page)
      await page.getByRole('button', { name: 'Add a key' }).click()
    }
    await test.step(name, () => addKey(page, { address: form(front.host), token: panel.token(), label: name }))
    await expect.poll(async () => Object.keys((await stateOf(page)).keys)).toHaveLength(index + 1)
  }
  await goToServers(page)
  await reaches(page, 'Survival', /^Running/)
  const { panels } = JSON.parse(readFileSync(join(app.profile, 'settings.json'), 'utf8'))
  expect(panels).toMatchObject([{ baseUrl: `https://${front.host}/api/client` }])
  await front.close()
})

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Trust this certificate?' })

test('a certificate that nobody signed is shown before anything is sent, trusted by its fingerprint, and revoked', async ({
  panel,
  start,
}) => {
  const front = await startTlsFront(panel.baseUrl, 'self-signed')
  const sent = () => panel.panel.requests().length
  const { page } = await start()
  await addKey(page, { address: front.host, token: panel.token(), label: 'Home' })
  await expect(question(page)).toContainText(await fingerprintOf('self-signed'))
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(question(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Add key' }).click()
  await expect(question(page)).toBeVisible()
  expect(sent()).toBe(0)
  await question(page).getByRole('button', { name: 'Trust this certificate' }).click()
  await reaches(page, 'Survival', /^Running/)

  await goToKeys(page)
  await expect(page.getByText(/Trusts one certificate/)).toBeVisible()
  await page.getByRole('button', { name: 'Revoke' }).click()
  const show = page.getByRole('button', { name: 'See the certificate…' })
  await show.waitFor()
  const before = sent()
  await goToServers(page)
  await serverRow(page, 'Survival').getByRole('button', { name: 'Restart Survival' }).click()
  await expect(serverRow(page, 'Survival')).toContainText('Restart not sent')
  await expect(serverRow(page, 'Survival').getByTitle(/certificate/)).toBeVisible()
  expect(sent()).toBe(before)

  await goToKeys(page)
  await show.click()
  await question(page).getByRole('button', { name: 'Trust this certificate' }).click()
  await expect(show).toHaveCount(0)
  await goToServers(page)
  await serverRow(page, 'Survival').getByRole('button', { name: 'Restart Survival' }).click()
  await reaches(page, 'Survival', /^Restarting/)
  const signals = () => panel.panel.requests().filter(({ method }) => method === 'POST')
  await expect.poll(() => signals().map(({ status }) => status)).toEqual([204])
  await front.close()
})
