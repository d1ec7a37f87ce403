import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withoutColours } from '../../electron/console/line-text.ts'
import type { ActivityEntry } from '../../shared/activity/contract.ts'
import type { Permission } from '../../shared/keys/permission.ts'
import { ok } from '../../shared/result.ts'
import { startOn } from '../fixtures/cli-here.ts'
import { demoServers, type StartedDemo } from '../fixtures/demo.ts'
import { setUpFakeDemo } from '../fixtures/demo-rig.ts'
import { eventually } from '../fixtures/eventually.ts'
import { jsonLines } from '../fixtures/lines.ts'
import { advanceUntil } from '../fixtures/open-core.ts'
import { storedKey } from '../fixtures/stored-key.ts'
import { setUpFolder } from '../fixtures/temporary-folder.ts'

const { survival: server } = demoServers
const hour = 3_600_000

const rig = setUpFakeDemo((demo) => demo.panel.backups.setThrottle(null))
const folder = setUpFolder()

/** A command under way; a backup or restore may take minutes. */
function start(argv: readonly string[], given: Partial<Parameters<typeof startOn>[1]> = {}) {
  const { out, end } = startOn(rig, { argv, ...given })
  return { out, end: () => end(10 * 60_000) }
}
const run = (...argv: readonly string[]) => start(argv).end()
const add = (name: string, more: Partial<Parameters<StartedDemo['panel']['backups']['add']>[1]> = {}) =>
  rig.demo.panel.backups.add(server, { name, agoMs: hour, ...more })
const requests = (method: string, end = '') =>
  rig.demo.panel.requests().filter((one) => one.method === method && one.path.endsWith(end))
const savesIn = () =>
  rig.demo.panel
    .consoleLines(server)
    .flatMap((line) => /\b(save-(?:off|on|all)[a-z ]*)$/.exec(withoutColours(line))?.[1] ?? [])

describe('backup list', () => {
  it('tells the backups, newest first', async () => {
    const old = await add('Old', { agoMs: 2 * hour, isLocked: true })
    await add('Broken', { state: 'failed' })
    const { exit, stdout } = await run('backup', 'list', server)
    expect(exit).toBe(0)
    const [head, ...rows] = stdout.trimEnd().split('\n')
    expect(head).toMatch(/^ID +NAME +STATE +SIZE +CREATED$/)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatch(/Broken +Failed +– /)
    expect(rows[1]).toMatch(new RegExp(`^${old.slice(0, 8)} +Old +Good +locked +9 KiB `))
  })

  it('tells them as JSON', async () => {
    const id = await add('Old')
    const { stdout } = await run('backup', 'list', server, '--json')
    expect(JSON.parse(stdout)).toMatchObject([{ id, name: 'Old', state: 'good', isLocked: false, isScheduled: null }])
  })

  it('says that there are none', async () => {
    expect(await run('backup', 'list', server)).toMatchObject({ exit: 0, stdout: 'No backups.\n' })
  })
})

describe('backup create', () => {
  it('ends when the panel accepted it', async () => {
    const { exit, stdout } = await run('backup', 'create', server, '--name', 'Before 1.21', '--lock')
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: 'The panel accepted the backup Before 1.21.\n' })
    expect(requests('GET')).toEqual([])
  })

  it('waits for the end where it is told to', async () => {
    const { exit, stdout } = await run('backup', 'create', server, '--wait', '--json')
    expect(exit).toBe(0)
    expect(jsonLines(stdout)).toMatchObject([{ kind: 'begun' }, { kind: 'ended', bytes: expect.any(Number) }])
  })

  it('lets a server go that was told not to save, when it is ended', async () => {
    rig.demo.panel.backups.setTrap(server, 'backup-stalls')
    const stopping = new AbortController()
    const command = start(['backup', 'create', server, '--before', 'save-off', '--wait'], { stopped: stopping.signal })
    await advanceUntil(rig.demo.clock, () => command.out.stdout.includes('accepted'))
    stopping.abort()
    const { exit } = await command.end()
    expect(exit).toBe(7)
    expect(savesIn().at(-1)).toBe('save-on')
  })
})

describe('backup download', () => {
  it('saves it under a name of its own', async () => {
    const id = await add('Old')
    const { exit, stdout } = await run('backup', 'download', server, id.slice(0, 8), '--to', folder())
    expect(exit).toBe(0)
    const [file = ''] = readdirSync(folder())
    expect(file).toMatch(new RegExp(`^${server}-\\d{4}-\\d\\d-\\d\\d-${id.slice(0, 8)}\\.tar\\.gz$`))
    expect(stdout).toContain(`Saved as ${file} (`)
    expect(readFileSync(join(folder(), file)).subarray(0, 2).toString('hex')).toBe('1f8b')
  })

  it.each<[string, () => Promise<string> | string, readonly string[], number, string]>([
    ['a backup that is none', () => 'ffffffff', [], 5, 'backup-not-found'],
    ['a failed one', () => add('Broken', { state: 'failed' }), [], 8, 'backup-not-good'],
    ['one that is still being made', () => add('New', { state: 'pending' }), [], 8, 'backup-not-good'],
    ['a folder that is none', () => add('Old'), ['--to', '/does/not/exist'], 2, 'invalid-request'],
  ])('refuses %s', async (_, arrange, options, exit, code) => {
    const id = await arrange()
    const ended = await run(
      'backup',
      'download',
      server,
      id,
      '--json',
      ...(options.length > 0 ? options : ['--to', folder()]),
    )
    expect(ended.exit).toBe(exit)
    expect(jsonLines(ended.stderr)).toMatchObject([{ error: { code } }])
    expect(readdirSync(folder())).toEqual([])
  })

  it('leaves nothing behind when it is ended', async () => {
    rig.demo.panel.backups.setArchiveBytes(server, 500_000)
    rig.demo.panel.backups.setDownloadTrap(server, { what: 'hold', atBytes: 100_000 })
    const id = await add('Old')
    const stopping = new AbortController()
    const command = start(['backup', 'download', server, id, '--to', folder()], { stopped: stopping.signal })
    await eventually(() => expect(readdirSync(folder())).toHaveLength(1))
    stopping.abort()
    expect(await command.end()).toMatchObject({ exit: 7 })
    expect(readdirSync(folder())).toEqual([])
  })
})

describe('what is done to a backup', () => {
  it('is locked and unlocked, never turned over by mistake', async () => {
    const id = await add('Old')
    expect(await run('backup', 'lock', server, id)).toMatchObject({ exit: 0, stdout: 'Old is locked.\n' })
    expect(await run('backup', 'lock', server, id)).toMatchObject({ exit: 0, stdout: 'Old is locked.\n' })
    expect(await run('backup', 'unlock', server, id)).toMatchObject({ exit: 0, stdout: 'Old is unlocked.\n' })
    expect(requests('POST', '/lock')).toHaveLength(2)
  })

  it('is deleted by its name alone, a locked one too', async () => {
    const id = await add('Old', { isLocked: true })
    expect(await run('backup', 'delete', server, id, '--yes', 'old')).toMatchObject({ exit: 2 })
    expect(requests('DELETE')).toEqual([])
    expect(await run('backup', 'delete', server, id, '--yes', 'Old')).toMatchObject({
      exit: 0,
      stdout: 'Old was deleted.\n',
    })
    expect(await run('backup', 'delete', server, id, '--yes', 'Old')).toMatchObject({ exit: 5 })
  })

  it('is named by so much of its id as fits one alone', async () => {
    await add('A')
    await add('B')
    expect(await run('backup', 'lock', server, '00000000')).toMatchObject({ exit: 5 })
  })
})

describe('backup restore', () => {
  const restore = (id: string, ...options: readonly string[]) =>
    run('backup', 'restore', server, id, '--yes', 'Old', ...options)
  const phases = (stdout: string) => jsonLines(stdout).map((line) => (line as { phase: string }).phase)

  it('stops the server, restores once, and waits for what the panel’s activity says', async () => {
    const { exit, stdout } = await restore(await add('Old'), '--wait', '--json')
    expect(exit).toBe(0)
    expect(phases(stdout).at(-1)).toBe('done')
    expect(requests('POST', '/power')).toHaveLength(1)
    expect(requests('POST', '/restore')).toHaveLength(1)
  })

  it('ends when the panel took it, where it is not told to wait', async () => {
    const { exit, stdout } = await restore(await add('Old'))
    expect(exit).toBe(0)
    expect(stdout).toContain('Stopping the server.')
    expect(stdout).not.toContain('Restored.')
  })

  it('is not begun with another name, nor with a backup that failed', async () => {
    const id = await add('Old')
    expect(await run('backup', 'restore', server, id, '--yes', 'old')).toMatchObject({ exit: 2 })
    const failed = await add('Old', { state: 'failed' })
    expect(await restore(failed)).toMatchObject({ exit: 8 })
    expect(requests('POST')).toEqual([])
  })

  it('that is given up after the stop says that the server was told to stop', async () => {
    const stopping = new AbortController()
    const id = await add('Old')
    const command = start(['backup', 'restore', server, id, '--yes', 'Old'], { stopped: stopping.signal })
    await advanceUntil(rig.demo.clock, () => command.out.stdout.includes('Stopping the server'))
    stopping.abort()
    const { exit, stderr } = await command.end()
    expect({ exit, stderr }).toEqual({
      exit: 7,
      stderr: expect.stringContaining('Servertray told the server to stop.'),
    })
    expect(requests('POST', '/restore')).toEqual([])
  })

  it('that is given up while its stop waits for a rate limit sends none, and does not say that it did', async () => {
    const stopping = new AbortController()
    const id = await add('Old')
    const stdout = {
      write(chunk: string) {
        if (chunk.includes('Stopping the server')) rig.demo.panel.setRateLimit({ requests: 0, windowMs: 25_000 })
      },
    }
    const argv = ['backup', 'restore', server, id, '--yes', 'Old']
    const command = start(argv, { stopped: stopping.signal, stdout })
    await advanceUntil(rig.demo.clock, () => requests('POST', '/power').length === 1)
    stopping.abort()
    const { exit, stderr } = await command.end()
    expect(exit).toBe(7)
    expect(stderr).toContain('Nothing was overwritten.')
    expect(stderr).not.toContain('told the server to stop')
    expect(requests('POST')).toMatchObject([{ status: 429 }])
  })

  it('that is ended while the panel is asked ends at its answer, also where that proves nothing', async () => {
    rig.demo.panel.backups.setTrap(server, 'restore-outlasts')
    const stopping = new AbortController()
    const argv = ['backup', 'restore', server, await add('Old'), '--yes', 'Old']
    const command = start(argv, { stopped: stopping.signal })
    await advanceUntil(rig.demo.clock, () => command.out.stdout.includes('Asking the panel'))
    // It is there; its answer may be on its way.
    while (requests('POST', '/restore').length === 0) await new Promise(setImmediate)
    stopping.abort()
    const { exit, stderr } = await command.end()
    expect({ exit, stderr }).toEqual({ exit: 7, stderr: expect.stringContaining('could not tell whether it finished') })
    expect(requests('POST', '/restore')).toHaveLength(1)
  })

  it('is not begun while a backup is being made', async () => {
    const id = await add('Old')
    await add('Of a schedule', { state: 'pending', agoMs: 0 })
    expect(await restore(id, '--json')).toMatchObject({ exit: 8, stderr: expect.stringContaining('backup-running') })
    expect(requests('POST')).toEqual([])
  })
})

describe('with stored keys', () => {
  async function runStored(declared: readonly Permission[] | null, ...argv: readonly string[]) {
    const noted: ActivityEntry[] = []
    const key = storedKey('home', rig.token, { baseUrl: rig.demo.baseUrl, declared })
    const given = {
      env: {},
      loadStoredKeys: async () => ok([key]),
      noteActivity: async (entry: ActivityEntry) => void noted.push(entry),
    }
    return { ...(await start(argv, given).end()), noted }
  }

  it('a finished backup is kept in the list of what happened', async () => {
    const { exit, noted } = await runStored(null, 'backup', 'create', server, '--wait')
    expect(exit).toBe(0)
    expect(noted).toMatchObject([{ name: 'Survival', event: { kind: 'backup', phase: 'done', origin: 'cli' } }])
  })

  it('nothing is sent that the owner says the key may not', async () => {
    expect(await runStored(['backups-view'], 'backup', 'create', server)).toMatchObject({ exit: 4 })
    expect(await runStored(['power', 'console'], 'schedule', 'list', server)).toMatchObject({ exit: 4 })
    expect(rig.demo.panel.requests().every(({ path }) => path.endsWith('/api/client'))).toBe(true)
  })
})

describe('schedule', () => {
  const cron = { minute: '0', hour: '4', day_of_month: '*', month: '*', day_of_week: '*' }
  const made = (more: object = {}) => {
    const fields = { name: 'Nightly', cron, isActive: true, onlyWhenOnline: true, ...more }
    const task = { action: 'command', payload: 'say hi', timeOffset: 0, continueOnFailure: false } as const
    return rig.demo.panel.schedules.add(server, fields, [task]) ?? 0
  }

  it('list tells the panel’s schedules with the next run as the panel has it', async () => {
    const id = made()
    const { exit, stdout } = await run('schedule', 'list', server)
    expect(exit).toBe(0)
    expect(stdout.split('\n')[1]).toMatch(
      new RegExp(`^${id} +Nightly +active +0 4 \\* \\* \\* +2026-01-02T04:00:00.000Z +– +1$`),
    )
    const json = JSON.parse((await run('schedule', 'list', server, '--json')).stdout)
    expect(json).toMatchObject([
      { id, name: 'Nightly', cron: '0 4 * * *', nextRunAt: '2026-01-02T04:00:00.000Z', tasks: [{ payload: 'say hi' }] },
    ])
  })

  it('pause and resume change nothing else', async () => {
    const id = String(made())
    const shown = async () => JSON.parse((await run('schedule', 'list', server, '--json')).stdout)[0]
    const before = await shown()
    expect(await run('schedule', 'pause', server, id)).toMatchObject({ exit: 0, stdout: `Paused schedule ${id}.\n` })
    expect(await shown()).toEqual({ ...before, isActive: false, updatedAt: expect.any(String) })
    expect(await run('schedule', 'resume', server, id)).toMatchObject({ exit: 0 })
    expect(await shown()).toEqual({ ...before, updatedAt: expect.any(String), nextRunAt: expect.any(String) })
  })

  it('run runs it once, and says why not', async () => {
    const id = String(made({ onlyWhenOnline: false }))
    expect(await run('schedule', 'run', server, id)).toMatchObject({ exit: 0 })
    expect(requests('POST', '/execute')).toHaveLength(1)
    expect(await run('schedule', 'run', server, '99999')).toMatchObject({ exit: 5 })
  })
})

describe('activity', () => {
  it('tells what was done, the newest first, page by page, without commands', async () => {
    for (let n = 0; n < 130; n += 1) {
      const deed = { event: 'server:console.command', username: 'robin', agoMs: (n + 1) * 1_000 }
      rig.demo.panel.activity.add(server, { ...deed, properties: { command: `secret ${n}` } })
    }
    rig.demo.panel.activity.add(server, { event: 'server:power.restart', username: 'robin' })
    const { exit, stdout } = await run('activity', server, '--limit', '2')
    expect(exit).toBe(0)
    expect(stdout.split('\n').slice(1, 3)).toEqual([
      expect.stringMatching(/Z +Restarted the server +robin$/),
      expect.stringMatching(/Z +Sent a console command +robin$/),
    ])
    const json = JSON.parse((await run('activity', server, '--limit', '120', '--json')).stdout)
    expect(json).toHaveLength(120)
    expect(json[0]).toMatchObject({
      event: 'server:power.restart',
      text: 'Restarted the server',
      by: 'robin',
      byKey: false,
    })
    expect(new Set(json.map(({ id }: { id: string }) => id)).size).toBe(120)
    expect(JSON.stringify(json)).not.toContain('secret')
  })

  it('leaves out the oldest, whatever the limit, also of one second that two pages share', async () => {
    for (let n = 0; n < 120; n += 1) rig.demo.panel.activity.add(server, { event: `server:n.${n}` })
    const json = JSON.parse((await run('activity', server, '--limit', '2', '--json')).stdout)
    expect(json).toMatchObject([{ event: 'server:n.119' }, { event: 'server:n.118' }])
  })
})
