import { describe, expect, it } from 'vitest'
import { setUpCli } from '../fixtures/cli-rig.ts'
import { demoServers, must } from '../fixtures/demo.ts'

/** Commands of several steps, by an account that may not do a later one. */

const { survival } = demoServers
const { demo, run, runStored } = setUpCli()
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

describe('a refusal names the right, and the remedy that fits', () => {
  const stored = (argv: readonly string[]) => runStored([{ id: 'home', baseUrl: demo().baseUrl }], argv)
  const ask = 'The server’s owner can allow it under Users.'

  it.each([
    ['control.stop', ['power', survival, 'stop']],
    ['control.console', ['send', survival, 'list']],
    ['file.read', ['files', 'ls', survival, '/']],
    ['file.read-content', ['files', 'cat', survival, '/server.properties']],
    ['backup.read', ['backup', 'lock', survival, 'a1b2c3d4']],
    ['backup.read', ['backup', 'restore', survival, 'a1b2c3d4', '--yes', 'Old']],
    ['schedule.update', ['schedule', 'run', survival, '1']],
    ['database.read', ['db', 'list', survival]],
  ])('%s, for %j', async (right, argv) => {
    demo().panel.deny([right], survival)
    const guest = await stored(argv)
    expect(guest).toMatchObject({ exit: 4, stdout: '' })
    expect(guest.stderr).toMatch(new RegExp(`^Error: This key’s account may not .* \\(${right}\\)\\.`))
    expect(guest.stderr).toContain(ask)
    // Nothing is known here of who owns the server, nor asked.
    const unknown = await run(...argv)
    expect(unknown.stderr).toContain(`(${right})`)
    expect(unknown.stderr).toMatch(
      /^Tick .* where its keys have permissions\. Elsewhere the server’s owner can allow it/m,
    )
  })

  it('of an account that owns the server it is its key that lacks it', async () => {
    for (const { id } of demo().panel.listKeys()) must(demo().panel.updateKey(id, { permissions: ['console'] }))
    const { exit, stderr } = await stored(['power', survival, 'stop'])
    expect([exit, stderr]).toEqual([
      4,
      expect.stringMatching(
        /^Error: This key lacks Power\.\n.*\nTick Power for this key in the panel, then try again\./,
      ),
    ])
  })
})
