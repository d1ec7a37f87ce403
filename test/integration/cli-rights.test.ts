import { expect, it } from 'vitest'
import { setUpCli } from '../fixtures/cli-rig.ts'
import { demoServers } from '../fixtures/demo.ts'

/** Commands of several steps, by an account that may not do a later one. */

const { survival } = demoServers
const { demo, run } = setUpCli()
const posts = () =>
  demo()
    .panel.requests()
    .filter(({ method }) => method === 'POST')

it.each([
  ['restart', ['restart', survival, '--warn', '1s'], 'control.restart'],
  ['restart after a backup', ['restart', survival, '--warn', '', '--backup-first'], 'backup.create'],
  ['backup create', ['backup', 'create', survival, '--before', 'save-off;save-all'], 'backup.create'],
  ['bulk restart', ['bulk', 'restart', survival, '--backup-first'], 'control.restart'],
])('%s sends nothing, and names the right', async (_what, argv, right) => {
  demo().panel.deny([right], survival)
  const { code, stdout, stderr } = await run(...argv)
  expect([code, posts()]).toEqual([4, []])
  expect(stdout + stderr).toContain(`(${right})`)
})

it('backup restore leaves the server running', async () => {
  const id = await demo().panel.backups.add(survival, { name: 'Old', agoMs: 3_600_000 })
  demo().panel.deny(['backup.restore'], survival)
  const { code, stderr } = await run('backup', 'restore', survival, id, '--yes', 'Old')
  expect([code, posts()]).toEqual([4, []])
  expect(stderr).toContain('may not restore backups of this server (backup.restore)')
})
