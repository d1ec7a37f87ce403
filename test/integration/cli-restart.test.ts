import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCli } from '../../electron/cli/run.ts'
import type { StoredKey } from '../../electron/keys/stored-key.ts'
import { systemClock } from '../../electron/lib/clock.ts'
import type { ActivityEntry } from '../../shared/model/activity.ts'
import { keyIdSchema, panelIdSchema } from '../../shared/model/identifier-schema.ts'
import { fail, ok } from '../../shared/result.ts'
import { type ScriptProcess, startCliProcess } from '../fixtures/cli-process.ts'
import { demoServers, must, type StartedDemo, startDemo } from '../fixtures/demo.ts'
import { eventually } from '../fixtures/eventually.ts'
import { empty, json, refusal, serverList, silence, startFaultPanel } from '../fixtures/fault-panel.ts'
import { noLines } from '../fixtures/lines.ts'
import { openCore } from '../fixtures/open-core.ts'
import { restartChoices } from '../fixtures/plan-view.ts'

let demo: StartedDemo
let token: string
let started: ScriptProcess[]
beforeEach(async () => {
  started = []
  demo = await startDemo({ clock: systemClock, timings: { startMs: 400, stopMs: 200 } })
  token = demo.token()
})
afterEach(async () => {
  for (const { child } of started) child.kill('SIGKILL')
  await demo.panel.dispose()
})

function start(argv: readonly string[], env: Readonly<Record<string, string>> = {}): ScriptProcess {
  const cli = startCliProcess(argv, { SERVERTRAY_URL: demo.baseUrl, SERVERTRAY_TOKEN: token, ...env })
  started.push(cli)
  return cli
}

/** Runs to the end; nothing that it says may hold the token. */
async function run(...argv: readonly string[]) {
  const ended = await start(argv).end
  expect(ended.stdout + ended.stderr).not.toContain(token)
  return ended
}

type Stored = { readonly id: string; readonly baseUrl: string }

/** Runs with stored keys, one a panel, and keeps what was added to the activity list. */
async function runStored(panels: readonly Stored[], argv: readonly string[], clock = systemClock) {
  const out = { stdout: '', stderr: '' }
  const noted: ActivityEntry[] = []
  const keys = panels.map(
    ({ id, baseUrl }): StoredKey => ({
      id: keyIdSchema.parse(`key-${id}`),
      panelId: panelIdSchema.parse(id),
      panelName: id,
      label: id,
      baseUrl,
      isDemo: false,
      access: { allowsHttp: false, fingerprint: null },
      declared: null,
      readToken: async () => ok(token),
    }),
  )
  const exit = await runCli({
    argv,
    env: {},
    stdout: { write: (chunk) => (out.stdout += chunk) },
    stderr: { write: (chunk) => (out.stderr += chunk) },
    loadStoredKeys: async () => ok(keys),
    openProfile: () => Promise.reject(new Error('no command here asks for the profile')),
    noteActivity: async (entry) => void noted.push(entry),
    readToken: async () => fail('cancelled'),
    input: noLines(),
    isTerminal: false,
    version: '9.9.9',
    clock,
  })
  return { exit, noted, ...out }
}

const posts = (what: string) =>
  demo.panel.requests().filter(({ method, path }) => method === 'POST' && path.endsWith(`/${what}`))
const sent = () => [posts('command').length, posts('power').length]
const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

const { survival, creative, offline, suspended } = demoServers

/** Stopped while the panel has not answered for its list, a command ends at once, and nothing more was asked for. */
async function stopsWhileListing(argv: readonly string[], signal: 'SIGINT' | 'SIGTERM'): Promise<void> {
  const panel = await startFaultPanel()
  panel.respond(silence)
  const cli = start([...argv], { SERVERTRAY_URL: panel.baseUrl })
  await eventually(() => expect(panel.requests).toHaveLength(1))
  cli.child.kill(signal)
  const { code, stdout, stderr } = await cli.end
  expect({ code, stdout }).toEqual({ code: 7, stdout: '' })
  expect(linesOf(stderr)).toMatchObject([{ error: { code: 'cancelled' } }])
  expect(panel.requests).toHaveLength(1)
  await panel.close()
}

describe('restart', () => {
  it('warns, restarts, and says what was sent', async () => {
    const { code, stdout, stderr } = await run('restart', survival, '--warn', '2s,1s')
    expect(stdout).toMatch(
      /^Survival restarts at \d\d:\d\d, in 2 seconds\. Ctrl\+C cancels\.\n\S+Z Warning: 2 seconds, sent\n\S+Z Warning: 1 second, sent\n\S+Z Restart, sent\nThe panel accepted the restart\.\n$/,
    )
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(sent()).toEqual([2, 1])
  })

  it('sends the text that was given, and waits until the server runs again', async () => {
    const message = ['--message', 'say {server} in {time}']
    const { code, stdout } = await run('restart', survival, '--warn', '1s', ...message, '--wait', '--json')
    expect(code).toBe(0)
    expect(linesOf(stdout)).toMatchObject([
      { kind: 'planned', at: expect.stringMatching(/Z$/) },
      { kind: 'warning', secondsBefore: 1, result: 'sent' },
      { kind: 'restart', result: 'sent' },
      { kind: 'ended', outcome: 'confirmed' },
    ])
  })

  it('sends the longest warning also where the clock moves while it is planned', async () => {
    let ticks = 0
    const now = () => {
      ticks += 1
      return systemClock.now() + ticks
    }
    const clock = { ...systemClock, now }
    const panels = [{ id: 'home', baseUrl: demo.baseUrl }]
    const { exit, noted } = await runStored(panels, ['restart', survival, '--warn', '1s'], clock)
    expect(exit).toBe(0)
    expect(sent()).toEqual([1, 1])
    expect(noted).toMatchObject([{ ref: `home/${survival}`, event: { kind: 'plan', phase: 'done', origin: 'cli' } }])
  })

  it('says which warnings no longer fit', async () => {
    const soon = new Date(Date.now() + 90_000)
    const time = soon.toISOString().slice(11, 16)
    const cli = start(['restart', survival, '--at', time, '--warn', '2h,1s'], { TZ: 'UTC' })
    await eventually(() => expect(cli.stdout()).toContain('Warning: 2 hours, skipped\n'))
    expect(cli.stdout()).toMatch(new RegExp(`^Survival restarts at ${time}, in (?:1 minute|\\d\\d seconds)`))
    cli.child.kill('SIGINT')
    const { stdout } = await cli.end
    expect(stdout).not.toContain('1 second, skipped')
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('is cancelled by %s, and tells the players', async (signal) => {
    const cli = start(['restart', survival, '--warn', '30s', '--cancel-message', 'say no', '--json'])
    await eventually(() => expect(cli.stdout()).toContain('"kind":"warning"'))
    cli.child.kill(signal)
    const { code, stdout, stderr } = await cli.end
    expect(code).toBe(7)
    expect(linesOf(stdout)).toMatchObject([
      { kind: 'planned' },
      { kind: 'warning', secondsBefore: 30, result: 'sent' },
      { kind: 'cancel-text', result: 'sent' },
    ])
    expect(linesOf(stderr)).toMatchObject([{ error: { code: 'cancelled' } }])
    expect(sent()).toEqual([2, 0])
  })

  it('ends at once by a second signal, of whichever kind', async () => {
    const panel = await startFaultPanel()
    // The warning is never answered, so the first signal waits for it.
    panel.respond((reply, request) => {
      if (request.method === 'GET') json(200, serverList([{ identifier: survival, name: 'Lobby' }]))(reply, request)
      else silence(reply, request)
    })
    const cli = start(['restart', survival, '--warn', '30s'], { SERVERTRAY_URL: panel.baseUrl })
    await eventually(() => expect(panel.requests.some(({ method }) => method === 'POST')).toBe(true))
    cli.child.kill('SIGINT')
    // The first one was heard once a process still lives after it; the second is sent until it does not.
    await eventually(() => expect(cli.child.kill('SIGTERM') && cli.child.signalCode === null).toBe(false))
    expect(await cli.end).toMatchObject({ code: null, signal: expect.stringMatching(/^SIG(?:TERM|INT)$/) })
    await panel.close()
  })

  it('sends nothing where it was stopped before it began', async () => {
    await stopsWhileListing(['restart', survival, '--warn', '', '--json'], 'SIGINT')
  })

  it('goes on where nobody reads what it says', async () => {
    const cli = start(['restart', survival, '--warn', '2s,1s'])
    await eventually(() => expect(cli.stdout()).toContain('Warning: 2 seconds'))
    cli.child.stdout?.destroy()
    expect(await cli.end).toMatchObject({ code: 0, stderr: '' })
    expect(sent()).toEqual([2, 1])
  })

  it('tells what was answered, also where it is stopped while the signal is on its way', async () => {
    const panel = await startFaultPanel()
    const answer = Promise.withResolvers<void>()
    panel.respond((reply, request) => {
      if (request.method === 'GET') json(200, serverList([{ identifier: survival, name: 'Lobby' }]))(reply, request)
      else void answer.promise.then(() => refusal(409, 'HttpException', 'Busy.')(reply, request))
    })
    const cli = start(['restart', survival, '--warn', ''], { SERVERTRAY_URL: panel.baseUrl })
    await eventually(() => expect(panel.requests.some(({ method }) => method === 'POST')).toBe(true))
    cli.child.kill('SIGINT')
    // The stop is heard before the answer comes.
    await eventually(() => expect(cli.stderr()).toContain('Press Ctrl+C again to end at once'))
    answer.resolve()
    const { code, stdout } = await cli.end
    expect(code).toBe(8)
    expect(stdout).not.toContain('accepted')
    await panel.close()
  })

  it.each([
    ['a server that is not there', ['ffffffff', '--warn', ''], 5, 'server-not-found'],
    ['a server that is held', [suspended, '--warn', ''], 8, 'server-unavailable'],
    ['a bad identifier', ['../power'], 2, 'invalid-identifier'],
    ['a bad time', [survival, '--at', '25:00'], 2, 'invalid-request'],
    ['a bad warning', [survival, '--warn', '5m,'], 2, 'invalid-request'],
    ['two lines', [survival, '--message', 'a\nop me'], 2, 'invalid-command'],
  ])('refuses %s', async (_what, argv, exit, error) => {
    const { code, stdout, stderr } = await run('restart', ...argv, '--json')
    expect(code).toBe(exit)
    expect(linesOf(stderr)).toMatchObject([{ error: { code: error } }])
    if (exit === 2) expect([stdout, demo.panel.requests()]).toEqual(['', []])
  })

  it('takes no token on the command line, and quotes none', async () => {
    const { code, stderr } = await run('restart', survival, '--message', `say ${token}`)
    expect([code, demo.panel.requests()]).toEqual([2, []])
    expect(stderr).toContain('A token does not belong on the command line')
  })

  it('writes foreign names without what controls a terminal', async () => {
    const panel = await startFaultPanel()
    panel.respond(json(200, serverList([{ identifier: survival, name: '\u001b[2JLob\u202eby' }])), empty(204))
    const { code, stdout } = await start(['restart', survival, '--warn', ''], { SERVERTRAY_URL: panel.baseUrl }).end
    expect(code).toBe(0)
    expect(stdout).toMatch(/^\[2JLobby restarts now\./)
    await panel.close()
  })
})

describe('bulk', () => {
  it('acts on those that fit, one after the other, and sums up', async () => {
    const { code, stdout } = await run('bulk', 'restart', survival, creative, suspended, '--stagger', '0.1')
    expect(code).toBe(8)
    expect(stdout).toContain('Restart of 3 servers.')
    expect(stdout).toContain('2 done, 1 failed')
    expect(posts('power')).toHaveLength(3)
  })

  it('gives a line of JSON a server, and the failures by their codes', async () => {
    const { stdout } = await run('bulk', 'restart', survival, suspended, '--stagger', '0', '--json')
    expect(linesOf(stdout)).toEqual([
      { identifier: survival, name: 'Survival', outcome: 'accepted' },
      { identifier: suspended, name: expect.any(String), outcome: 'failed', error: 'server-unavailable' },
    ])
  })

  it('shows what it would be, by a pattern', async () => {
    const { code, stdout } = await run('bulk', 'stop', '--match', 'sURV*', '--dry-run')
    expect(code).toBe(0)
    expect(stdout).toContain(survival)
    expect(stdout).not.toContain(creative)
    expect(posts('power')).toEqual([])
  })

  it('says that nothing fits', async () => {
    for (const more of [[], ['--dry-run']]) {
      const { code, stdout, stderr } = await run('bulk', 'stop', '--match', 'surfival*', ...more)
      expect({ code, stdout }).toEqual({ code: 5, stdout: '' })
      expect(stderr).toContain('No server matches.')
    }
  })

  it('sends nothing where one of those named is not there', async () => {
    const { code } = await run('bulk', 'stop', survival, 'ffffffff', '--stagger', '0')
    expect([code, posts('power')]).toEqual([5, []])
  })

  it('kills only as many as were said', async () => {
    const { code, stderr } = await run('bulk', 'kill', survival, creative, '--yes', '3')
    expect(code).toBe(2)
    expect(stderr).toContain('This would kill 2 servers.')
    expect(stderr).toContain('add --yes 2')
    expect((await run('bulk', 'kill', survival)).stderr).toContain('This would kill 1 server.')
    expect((await run('bulk', 'kill', '--all', '--dry-run')).code).toBe(0)
    expect(posts('power')).toEqual([])
    expect((await run('bulk', 'kill', survival, creative, '--yes', '2', '--stagger', '0')).code).toBe(0)
    expect(posts('power')).toHaveLength(2)
  })

  it('gives up the rest on Ctrl+C', async () => {
    const cli = start(['bulk', 'restart', survival, creative, '--stagger', '60'])
    await eventually(() => expect(posts('power')).toHaveLength(1))
    cli.child.kill('SIGINT')
    const { code, stdout } = await cli.end
    expect(code).toBe(7)
    expect(stdout).toContain('1 done, 1 cancelled')
    expect(posts('power')).toHaveLength(1)
  })

  it('sends nothing where it was stopped before it began', async () => {
    await stopsWhileListing(['bulk', 'kill', '--all', '--yes', '1', '--json'], 'SIGTERM')
  })

  it('goes on where nobody reads what it says', async () => {
    const cli = start(['bulk', 'restart', survival, creative, '--stagger', '1'])
    cli.child.stdout?.destroy()
    expect(await cli.end).toMatchObject({ code: 0, stderr: '' })
    expect(posts('power')).toHaveLength(2)
  })

  it('tells which key failed where a pattern may have missed its servers, and notes what was sent', async () => {
    const broken = await startFaultPanel()
    broken.respond(refusal(401, 'AuthenticationException', 'Unauthenticated.'))
    const panels = [
      { id: 'home', baseUrl: demo.baseUrl },
      { id: 'club', baseUrl: broken.baseUrl },
    ]
    const argv = ['bulk', 'start', '--match', offline, '--stagger', '0']
    const { exit, stderr, noted } = await runStored(panels, argv)
    expect(exit).toBe(3)
    expect(stderr).toMatch(/^Error: club: /)
    expect(noted).toMatchObject([
      { ref: `home/${offline}`, event: { kind: 'power', signal: 'start', phase: 'unconfirmed', origin: 'cli' } },
    ])
    await broken.close()
  })

  it('asks for the panel where two have a server of that identifier', async () => {
    const other = await startFaultPanel()
    other.respond(json(200, serverList([{ identifier: survival, name: 'Lobby' }])))
    const panels = [
      { id: 'home', baseUrl: demo.baseUrl },
      { id: 'club', baseUrl: other.baseUrl },
    ]
    for (const argv of [
      ['bulk', 'stop', survival],
      ['restart', survival],
    ]) {
      expect(await runStored(panels, argv)).toMatchObject({
        exit: 2,
        stdout: '',
        stderr: expect.stringContaining('--panel NAME'),
      })
    }
    expect(sent()).toEqual([0, 0])
    await other.close()
  })
})

describe('plan list', () => {
  let profile: string
  beforeEach(() => {
    profile = mkdtempSync(join(tmpdir(), 'cli-plans-'))
  })
  afterEach(() => rmSync(profile, { recursive: true, force: true }))

  it('says that nothing is planned, with and without a profile', async () => {
    const env = { SERVERTRAY_HOME: profile, SERVERTRAY_URL: '', SERVERTRAY_TOKEN: '' }
    const plain = { code: 0, stdout: 'No restarts are planned.\n', stderr: '' }
    expect(await start(['plan', 'list'], env).end).toMatchObject(plain)
    const away = { ...env, SERVERTRAY_HOME: join(profile, 'away') }
    expect(await start(['plan', 'list', '--json'], away).end).toMatchObject({ ...plain, stdout: '' })
  })

  it('lists what the app plans, and what it missed while it did not run', async () => {
    const core = openCore(profile)
    await core.start({ demo: false })
    must(await core.keys.registry.add({ address: demo.baseUrl, token, label: 'Home' }))
    const ref = (identifier: string) => {
      const found = Object.values(core.store.get().servers).find((server) => server.identifier === identifier)
      if (found === undefined) throw new Error(`there is no ${identifier}`)
      return found.ref
    }
    const [once, gone, daily] = [ref(survival), ref(creative), ref(offline)]
    const choices = restartChoices()
    must(core.restart.plans.start({ ref: once, choices, zeroAt: Date.now() + 600_000, origin: 'window' }))
    core.restart.plans.noteMissed([{ ref: gone, choices, zeroAt: Date.now() - 60_000, origin: 'window' }])
    const every = { refs: [daily], days: [0, 6], time: '03:00', timeZone: 'Europe/Berlin', choices, waitMinutes: 60 }
    must(core.restart.schedules.save({ ...every, enabled: true }))
    must(core.restart.schedules.save({ ...every, enabled: false }))
    await core.dispose()
    const env = { SERVERTRAY_HOME: profile, SERVERTRAY_URL: '', SERVERTRAY_TOKEN: '' }
    const { code, stdout, stderr } = await start(['plan', 'list', '--json'], env).end
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const at = expect.stringMatching(/^\d{4}-.*Z$/)
    expect(linesOf(stdout)).toEqual([
      { refs: [once], at, status: 'counting', repeats: '' },
      { refs: [gone], at, status: 'missed', repeats: '' },
      { refs: [daily], at, status: 'enabled', repeats: 'Sun Sat 03:00 Europe/Berlin' },
      { refs: [daily], at: '', status: 'paused', repeats: 'Sun Sat 03:00 Europe/Berlin' },
    ])
    const words = await start(['plan', 'list'], env).end
    expect(words.stdout).toMatch(
      /^NEXT +STATUS +REPEATS +SERVERS\n(?:.*\n)+They run only while Servertray is running\.\n$/,
    )
  })
})
