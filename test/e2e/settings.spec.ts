import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './fixture.ts'

test('settings go through a file from one computer to another, without tokens', async ({ panel, ready, start }) => {
  const folder = mkdtempSync(join(tmpdir(), 'servertray-export-'))
  const env = { HOME: folder, USERPROFILE: folder }
  const { app: first } = ready
  await first.quit()
  const from = await start({ profile: first.profile, env })
  await from.page.getByRole('button', { name: 'Settings', exact: true }).click()
  const exports = from.page.getByRole('button', { name: 'Export settings…' })

  await exports.click()
  await from.app.answerDialog('Cancel')
  await expect(exports).toBeEnabled()
  await expect(from.page.getByText(/Saved as/)).toHaveCount(0)

  await exports.click()
  await from.app.answerDialog('Save')
  await expect(from.page.getByText(/^Saved as /)).toBeVisible()
  const [, name = ''] = /Saved as (.+)\.$/.exec(await from.page.getByText(/^Saved as /).innerText()) ?? []
  const text = readFileSync(join(folder, name), 'utf8')
  expect(text).toContain(panel.baseUrl)
  expect(text).not.toContain(ready.token)

  // On first run there is nothing but this and a key of one's own.
  const to = await start({ env })
  const imports = to.page.getByRole('button', { name: 'Import settings…' })
  await imports.click()
  await to.app.answerDialog(name)
  await expect(to.page.getByRole('heading', { name: 'Home' })).toBeVisible()
  await expect(to.page.getByText('Paste its token with Replace token.').first()).toBeVisible()
  await to.page.getByRole('button', { name: 'Settings', exact: true }).click()
  await imports.click()
  await to.app.answerDialog(name)
  await expect(to.page.getByText(/^1 key was already here/)).toBeVisible()
  rmSync(folder, { recursive: true, force: true })
})
