import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { withoutColours } from '../../electron/console/line-text.ts'
import { type Permission, permissions } from '../../shared/keys/permission.ts'
import { startOn } from '../fixtures/cli-here.ts'
import { demoServers, must } from '../fixtures/demo.ts'
import { setUpFakeDemo } from '../fixtures/demo-rig.ts'
import { jsonLines, withoutProgress } from '../fixtures/lines.ts'
import { advanceUntil } from '../fixtures/open-core.ts'
import { sizeOf } from '../fixtures/run.ts'
import { setUpFolder } from '../fixtures/temporary-folder.ts'

const { survival: server, hangsOnStop } = demoServers
const [minute, hour] = [60_000, 3_600_000]

const rig = setUpFakeDemo((demo) => demo.panel.backups.setThrottle(null))
const folder = setUpFolder()

const panel = () => rig.demo.panel
const run = (...argv: readonly string[]) => startOn(rig, { argv }).end(10 * minute)
const add = (of: string = server) => panel().backups.add(of, { name: 'Old', agoMs: hour })
/** Everything that was sent to change something, with what was answered. */
const sent = () =>
  panel()
    .requests()
    .filter(({ method }) => method !== 'GET')
    .map(
      ({ method, path, status }) =>
        `${method} ${path.replace(/^.*\/servers\/\w+/, '').replace(/[0-9a-f-]{36}/, 'ID')} ${status}`,
    )
const links = () =>
  panel()
    .requests()
    .filter(({ path }) => path.endsWith('/download')).length
const savesIn = () =>
  panel()
    .consoleLines(server)
    .flatMap((line) => /\b(save-(?:off|on))$/.exec(withoutColours(line))?.[1] ?? [])
function takeFromKeys(what: Permission): void {
  const left = permissions.filter((one) => one !== what)
  for (const { id } of panel().listKeys()) must(panel().updateKey(id, { permissions: left }))
}

describe('a backup that is not made', () => {
  it.each<[string, () => unknown, number, string, string]>([
    [
      'where none may be',
      () => panel().backups.setLimit(server, 0),
      8,
      '400',
      `Error: This server may have no backups.
The panel said: Cannot create a new backup, this server has reached its limit of 0 backups.
Ask your host to allow some.
`,
    ],
    [
      'by a machine that is not reached for it',
      () => panel().backups.setTrap(server, 'unreached'),
      8,
      '504',
      `Error: The panel cannot reach the machine that runs this server.
The panel said: Could not establish a connection to the machine running this server. Please try again.
It is not known whether the panel acted. Look at the server before you send it again.
`,
    ],
  ])('%s is asked for once, and the server saves again', async (_, arrange, exit, status, stderr) => {
    await arrange()
    const ended = await run('backup', 'create', server, '--before', 'save-off')
    expect(ended).toEqual({ exit, stdout: '', stderr })
    expect(sent()).toEqual(['POST /command 204', `POST /backups ${status}`, 'POST /command 204'])
    expect(savesIn()).toEqual(['save-off', 'save-on'])
  })

  it('where the game cannot be told to save is not asked for', async () => {
    takeFromKeys('console')
    const ended = await run('backup', 'create', server, '--before', 'save-off', '--json')
    expect(ended).toMatchObject({ exit: 8, stdout: '' })
    expect(jsonLines(ended.stderr)).toMatchObject([{ error: { code: 'save-failed' } }])
    expect(sent()).toEqual(['POST /command 403'])
  })

  it('to its end is told as failed, and the server saves again', async () => {
    panel().backups.setTrap(server, 'backup-fails')
    const { exit, stderr } = await run('backup', 'create', server, '--before', 'save-off', '--wait')
    expect({ exit, stderr }).toEqual({
      exit: 8,
      stderr: `Error: The backup failed on the server’s machine.
Try again. If it keeps failing, ask your host about free space and the backup storage.
`,
    })
    expect(sent()).toEqual(['POST /command 204', 'POST /backups 200', 'POST /command 204'])
    expect(savesIn()).toEqual(['save-off', 'save-on'])
  })
})

describe('a download', () => {
  const download = async () => run('backup', 'download', server, await add(), '--to', folder())

  it('over a link that was used already is asked for anew, once', async () => {
    panel().transfers.spend(1)
    expect(await download()).toMatchObject({
      exit: 0,
      stderr: '',
      stdout: expect.stringMatching(/^Saved as .* right\)\.\n$/),
    })
    expect([links(), readdirSync(folder()).length]).toEqual([2, 1])
  })

  it.each<[string, () => unknown, number, RegExp, number]>([
    [
      'every link is used already',
      () => panel().transfers.spend(9),
      8,
      /refused the download\.\nThe server’s machine said: This address was used/,
      2,
    ],
    [
      'it is cut',
      () => panel().backups.setDownloadTrap(server, { what: 'cut', atBytes: 10 }),
      7,
      /^Error: The connection broke before the download was complete\.\nDownload it again; it begins anew\.\n$/,
      1,
    ],
    [
      'the machine is down',
      () => panel().node.stop(),
      7,
      /^Error: The machine that runs this server couldn’t be reached for the download\.\n/,
      1,
    ],
  ])('where %s leaves nothing behind', async (_, arrange, exit, stderr, asked) => {
    await arrange()
    expect(await download()).toEqual({ exit, stdout: '', stderr: expect.stringMatching(stderr) })
    expect([links(), readdirSync(folder())]).toEqual([asked, []])
    expect(sent()).toEqual([])
  })

  it('with a wrong checksum is kept as a part, which is named', async () => {
    panel().backups.setDownloadTrap(server, { what: 'wrong-byte', atBytes: 10 })
    const { exit, stdout, stderr } = await download()
    const [part = ''] = readdirSync(folder())
    expect(part).toMatch(/\.tar\.gz\.part$/)
    expect({ exit, stdout, stderr }).toEqual({
      exit: 8,
      stdout: '',
      stderr: `Error: What was downloaded is not what the panel says the backup is: its checksum is another one.
It was kept as ${part}. Download it again.
`,
    })
  })
})

describe('a restore', () => {
  const argv = (id: string, of: string = server) => ['backup', 'restore', of, id, '--yes', 'Old', '--wait'] as const

  it.each<[string, () => unknown, readonly string[], number, string, readonly string[]]>([
    [
      'that fails after the files were deleted',
      () => panel().backups.setTrap(server, 'restore-fails'),
      ['--delete-files'],
      8,
      `Error: The restore failed on the server’s machine.
All files of the server may have been deleted. Before you start the server, look at its files and its activity in the panel.
`,
      ['POST /power 204', 'POST /backups/ID/restore 204'],
    ],
    [
      'whose stop the key may not send',
      () => takeFromKeys('power'),
      [],
      4,
      `Error: Nothing was sent: this key lacks Power.
Tick Power for this key in the panel, then try again. The token stays the same.
`,
      [],
    ],
    [
      'that outlasts the panel’s time limit, and is done',
      () => panel().backups.setTrap(server, 'restore-outlasts'),
      [],
      0,
      '',
      ['POST /power 204', 'POST /backups/ID/restore 504'],
    ],
  ])('%s', async (_, arrange, options, exit, stderr, requests) => {
    const id = await add()
    await arrange()
    const ended = await run(...argv(id), ...options)
    const said = withoutProgress(ended.stderr).replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
    expect({ exit: ended.exit, stderr: said }).toEqual({ exit, stderr })
    expect(sent()).toEqual(requests)
  })

  // Ten minutes of a server that lives: too much for the short run.
  it.each(sizeOf({ short: [], long: [hangsOnStop] }))(
    'of %s, which its machine kills after ten minutes, goes on then',
    async (hanging) => {
      const command = startOn(rig, { argv: argv(await add(hanging), hanging) })
      const { exit, stderr } = await command.end(12 * minute)
      expect({ exit, stderr: withoutProgress(stderr) }).toEqual({ exit: 0, stderr: '' })
      expect(sent()).toEqual(['POST /power 204', 'POST /backups/ID/restore 204'])
    },
  )

  it.each([
    ['that the panel took', () => undefined, '204'],
    ['whose answer told nothing', () => panel().backups.setTrap(server, 'unreached'), '504'],
  ])('%s goes on where the command is ended, which says what is not known', async (_, arrange, status) => {
    const stopping = new AbortController()
    const command = startOn(rig, { argv: argv(await add()), stopped: stopping.signal })
    await advanceUntil(rig.demo.clock, () => command.out.stdout.includes('offline'))
    await arrange()
    await advanceUntil(rig.demo.clock, () => sent().length === 2)
    await advanceUntil(rig.demo.clock, () => /took the restore/.test(command.out.stdout))
    stopping.abort()
    const { exit, stderr } = await command.end()
    expect(exit).toBe(7)
    expect(withoutProgress(stderr)).toMatch(
      /^Error: .*\nSome files may come from the backup, and others from before it\. Before you start the server, look at/,
    )
    expect(sent()).toEqual(['POST /power 204', `POST /backups/ID/restore ${status}`])
  })
})

describe('a schedule of the panel', () => {
  const cron = { minute: '0', hour: '4', day_of_month: '*', month: '*', day_of_week: '*' }
  const task = { action: 'command', payload: 'say hi', timeOffset: 0, continueOnFailure: false } as const
  const made = (tasks: readonly (typeof task)[] = [task]) =>
    String(panel().schedules.add(server, { name: 'Nightly', cron, isActive: true, onlyWhenOnline: false }, [...tasks]))

  it.each<[string, (id: string) => readonly string[], () => unknown, number, RegExp, readonly string[]]>([
    [
      'to pause, without a permission',
      (id) => ['pause', server, id],
      () => panel().deny(['schedule.update']),
      4,
      /^Error: This key may not .*\(schedule\.update\)\.\n/,
      ['POST /schedules/1 403'],
    ],
    [
      'to run, while the machine is down',
      (id) => ['run', server, id],
      () => panel().node.stop(),
      8,
      /It is not known whether the panel acted\./,
      ['POST /schedules/1/execute 504'],
    ],
    [
      'to run, at a rate limit, which is not waited for however long one may',
      (id) => ['run', server, id, '--max-wait', '120'],
      () => panel().setRateLimit({ requests: 0, windowMs: minute }),
      6,
      /\nThe panel takes this again at /,
      ['POST /schedules/1/execute 429'],
    ],
  ])('%s', async (_, words, arrange, exit, stderr, requests) => {
    const argv = words(made())
    await arrange()
    expect(await run('schedule', ...argv)).toEqual({ exit, stdout: '', stderr: expect.stringMatching(stderr) })
    expect(sent()).toEqual(requests)
  })

  it('without tasks is not run, and the panel’s reason is told', async () => {
    const { exit, stderr } = await run('schedule', 'run', server, made([]), '--json')
    expect(exit).toBe(8)
    expect(jsonLines(stderr)).toMatchObject([{ error: { code: 'panel-refused' } }])
    expect(sent()).toEqual(['POST /schedules/1/execute 400'])
  })
})
