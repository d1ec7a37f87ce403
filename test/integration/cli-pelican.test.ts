import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { startOn } from '../fixtures/cli-here.ts'
import { demoServers } from '../fixtures/demo.ts'
import { setUpFakeDemo } from '../fixtures/demo-rig.ts'
import { eventually } from '../fixtures/eventually.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const { survival, offline } = demoServers

const rig = setUpFakeDemo()
beforeEach(() => rig.restart({ dialect: 'pelican', rateLimit: { requests: 120, windowMs: 60_000 } }))

const run = (...argv: readonly string[]) => startOn(rig, { argv }).end()
const posts = () => rig.demo.panel.requests().filter(({ method }) => method === 'POST')

it('a machine that does not answer is told, and nothing is begun to restore a backup there', async () => {
  const backup = await rig.demo.panel.backups.add(survival, { name: 'Nightly', agoMs: 1_000 })
  await rig.demo.panel.node.stop()
  expect((await run('list')).stdout).toMatch(/Survival.+unknown +The panel cannot reach the machine that runs this/)
  const from = rig.demo.clock.now()
  const refused = await run('backup', 'restore', survival, backup, '--yes', 'Nightly', '--json')
  expect(refused).toMatchObject({ exit: 8, stdout: '', stderr: expect.stringContaining('"node-unreachable"') })
  expect(rig.demo.clock.now() - from).toBeLessThan(30_000)
  expect(posts()).toEqual([])
})

it('a folder that is not there is not an empty one', async () => {
  expect(await run('files', 'ls', survival, 'gone')).toMatchObject({ exit: 5, stdout: '' })
})

it('a command for a server that is off is not sent: the panel would take it, and it would be lost', async () => {
  const refused = await run('send', offline, 'say', 'hello', '--json')
  expect(refused).toMatchObject({ exit: 8, stdout: '', stderr: expect.stringContaining('"server-not-running"') })
  expect(posts()).toEqual([])
  expect(await run('send', survival, 'say', 'hello')).toMatchObject({ exit: 0 })
})

it('a file that its machine refused without a word is told as such', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'a.txt'), 'mine')
  rig.demo.panel.files.setDenied(survival, ['a.txt'])
  const put = await run('files', 'put', survival, join(folder, 'a.txt'), 'a.txt')
  expect(put).toMatchObject({ exit: 7, stdout: '', stderr: expect.stringContaining('but the file is not there') })
})

it('a backup of which nothing is heard is told after ten minutes, and waited for', async () => {
  rig.demo.panel.backups.setTrap(survival, 'backup-stalls')
  const stopping = new AbortController()
  const argv = ['backup', 'create', survival, '--wait']
  const { out, end } = startOn(rig, { argv, stopped: stopping.signal })
  await eventually(() => expect(out.stdout).not.toBe(''))
  for (let minute = 0; minute < 11; minute += 1) await rig.demo.clock.advance(60_000)
  stopping.abort()
  expect(await end()).toMatchObject({ exit: 7 })
  expect(out.stdout).toMatch(/^The panel accepted the backup .+\.\n$/)
  expect(out.stderr).toMatch(/^Nothing was heard of the backup for 10 minutes\. /)
})

it('activity without the name of what was done is counted', async () => {
  rig.demo.panel.activity.add(survival, { event: '' })
  const { stdout, stderr } = await run('activity', survival)
  expect([stdout, stderr]).toEqual(['No activity.\n', expect.stringContaining('Left out: 1 entry.\n')])
})

it('the states of all servers are read, however few requests the panel allows, and how far that is is said', async () => {
  await rig.restart({ dialect: 'pelican', rateLimit: { requests: 10, windowMs: 60_000 } })
  for (let n = 0; n < 20; n += 1) rig.demo.panel.addServer(`More ${n}`, 'minecraft')
  const { exit, stdout, stderr } = await startOn(rig, { argv: ['list'] }).end(600_000)
  expect({ exit, unread: stdout.match(/.* unknown .*/g)?.length }).toEqual({ exit: 0, unread: 1 })
  expect(stdout).toContain('Suspended by the panel.')
  expect(stderr).toMatch(/^Read the states of \d+ of \d\d servers\. The panel’s limit allows more in \d+ s\.$/m)
  expect(stderr).not.toContain('rate limit is reached')
})
