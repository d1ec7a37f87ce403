import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clockTime } from '../../shared/model/time-words.ts'
import { startOn } from '../fixtures/cli-here.ts'
import { demoServers } from '../fixtures/demo.ts'
import { setUpFakeDemo } from '../fixtures/demo-rig.ts'
import { jsonLines } from '../fixtures/lines.ts'

/** What goes wrong with backups and schedules of panels, by the command line: its exit code, and what was sent. */

const { survival: server } = demoServers
const minute = 60_000

const rig = setUpFakeDemo()
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cli-faults-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const run = (...argv: readonly string[]) => startOn(rig, { argv }).end(10 * minute)
const add = (name: string) => rig.demo.panel.backups.add(server, { name, agoMs: 2 * minute })
const requests = (method: string, end: string) =>
  rig.demo.panel.requests().filter((one) => one.method === method && one.path.endsWith(end)).length

describe('backup download', () => {
  it.each<[string, () => unknown, string, { exit: number; links: number }]>([
    [
      'that is cut',
      () => rig.demo.panel.backups.setDownloadTrap(server, { what: 'cut', atBytes: 10 }),
      'connection-cut',
      { exit: 7, links: 1 },
    ],
    ['whose machine is not there', () => rig.demo.panel.node.stop(), 'connection-refused', { exit: 7, links: 1 }],
    ['whose links are all spent', () => rig.demo.panel.transfers.spend(2), 'download-refused', { exit: 8, links: 2 }],
  ])('%s leaves nothing, and is told by its exit code', async (_, arrange, code, { exit, links }) => {
    const id = await add('Nightly')
    await arrange()
    const ended = await run('backup', 'download', server, id, '--to', folder, '--json')
    expect(jsonLines(ended.stderr)).toMatchObject([{ error: { code } }])
    expect(ended.exit).toBe(exit)
    expect(readdirSync(folder)).toEqual([])
    expect(requests('GET', '/download')).toBe(links)
  })

  it('asks for another link where the first one is spent', async () => {
    const id = await add('Nightly')
    rig.demo.panel.transfers.spend(1)
    expect(await run('backup', 'download', server, id, '--to', folder)).toMatchObject({ exit: 0 })
    expect(readdirSync(folder)).toHaveLength(1)
    expect(requests('GET', '/download')).toBe(2)
  })
})

it('a backup of a server whose machine is not there is asked for once', async () => {
  await rig.demo.panel.node.stop()
  const ended = await run('backup', 'create', server, '--json')
  expect(jsonLines(ended.stderr)).toMatchObject([{ error: { code: 'node-unreachable' } }])
  expect(ended.exit).toBe(8)
  expect(requests('POST', '/backups')).toBe(1)
})

it('a restore whose archive is gone, once all files were deleted for it, says that they may be gone', async () => {
  rig.demo.panel.backups.setTrap(server, 'archive-lost')
  const id = await add('Nightly')
  const ended = await run('backup', 'restore', server, id, '--yes', 'Nightly', '--delete-files', '--wait', '--json')
  expect(ended.exit).toBe(8)
  expect(ended.stderr).toContain('All files of the server may have been deleted.')
  expect(requests('POST', '/restore')).toBe(1)
})

describe('schedule', () => {
  const cron = { minute: '0', hour: '4', day_of_month: '*', month: '*', day_of_week: '*' }
  const task = { action: 'backup', payload: '', timeOffset: 0, continueOnFailure: false } as const
  const made = () =>
    String(
      rig.demo.panel.schedules.add(server, { name: 'Nightly', cron, isActive: true, onlyWhenOnline: true }, [task]),
    )

  it('run tells the throttle of its first task with the time of its end, and sends it once', async () => {
    await add('Just now')
    rig.demo.panel.backups.setThrottle({ backups: 1, windowMs: 10 * minute })
    const ended = await run('schedule', 'run', server, made(), '--json')
    // The one there is was made two minutes before.
    const at = clockTime(rig.demo.clock.now() + 8 * minute)
    expect(jsonLines(ended.stderr)).toMatchObject([
      { error: { code: 'rate-limited', hint: expect.stringMatching(new RegExp(`again at ${at}\\.$`)) } },
    ])
    expect(ended.exit).toBe(6)
    expect(requests('POST', '/execute')).toBe(1)
  })

  it.each(['run', 'pause'])('%s of an account that may not is refused, and not sent again', async (act) => {
    rig.demo.panel.deny(['schedule.update'])
    const ended = await run('schedule', act, server, made(), '--json')
    expect(jsonLines(ended.stderr)).toMatchObject([{ error: { code: 'permission-lacking' } }])
    expect(ended.exit).toBe(4)
    const changes = rig.demo.panel.requests().filter(({ method }) => method !== 'GET')
    expect(changes.map(({ status }) => status)).toEqual([403])
  })
})
