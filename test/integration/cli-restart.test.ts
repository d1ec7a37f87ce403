import { describe, expect, it } from 'vitest'
import { systemClock } from '../../electron/lib/clock.ts'
import { setUpCli } from '../fixtures/cli-rig.ts'
import { demoServers } from '../fixtures/demo.ts'
import { eventually } from '../fixtures/eventually.ts'
import { createFakeClock } from '../fixtures/fake-clock.ts'
import { empty, json, refusal, serverList, silence, stats } from '../fixtures/fault-panel.ts'
import { jsonLines } from '../fixtures/lines.ts'
import { whileTimePasses } from '../fixtures/open-core.ts'
import { openFaultPanel } from '../fixtures/open-fault-panel.ts'

const { survival, suspended } = demoServers
const { demo, start, run, runStored, sent } = setUpCli()

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
    expect(jsonLines(stdout)).toMatchObject([
      { kind: 'planned', at: expect.stringMatching(/Z$/) },
      { kind: 'warning', secondsBefore: 1, result: 'sent' },
      { kind: 'restart', result: 'sent' },
      { kind: 'ended', outcome: 'confirmed' },
    ])
  })

  it('sends nothing to a server that still stops, which would drop it', async () => {
    const panel = await openFaultPanel()
    panel.respond((reply, request) => {
      const isList = !request.path.endsWith('/resources')
      json(200, isList ? serverList([{ identifier: 'a1b2c3d4', name: 'Lobby' }]) : stats('stopping'))(reply, request)
    })
    const clock = createFakeClock()
    const running = runStored([{ id: 'home', baseUrl: panel.baseUrl }], ['restart', 'a1b2c3d4', '--warn', '1s'], clock)
    const { exit, stderr } = await whileTimePasses(clock, running)
    expect(exit).toBe(8)
    expect(stderr).toContain('The server was still stopping, so it was not restarted.')
    expect(panel.requests.filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('sends the longest warning also where the clock moves while it is planned', async () => {
    let ticks = 0
    const now = () => {
      ticks += 1
      return systemClock.now() + ticks
    }
    const clock = { ...systemClock, now }
    const panels = [{ id: 'home', baseUrl: demo().baseUrl }]
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

  it('is cancelled by Ctrl+C, and tells the players', async () => {
    const cli = start(['restart', survival, '--warn', '30s', '--cancel-message', 'say no', '--json'])
    await eventually(() => expect(cli.stdout()).toContain('"kind":"warning"'))
    cli.child.kill('SIGINT')
    const { code, stdout, stderr } = await cli.end
    expect(code).toBe(7)
    expect(jsonLines(stdout)).toMatchObject([
      { kind: 'planned' },
      { kind: 'warning', secondsBefore: 30, result: 'sent' },
      { kind: 'cancel-text', result: 'sent' },
    ])
    expect(jsonLines(stderr)).toMatchObject([{ error: { code: 'cancelled' } }])
    expect(sent()).toEqual([2, 0])
  })

  it('ends at once by a second signal, of whichever kind', async () => {
    const panel = await openFaultPanel()
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
  })

  it('goes on where nobody reads what it says', async () => {
    const cli = start(['restart', survival, '--warn', '2s,1s'])
    await eventually(() => expect(cli.stdout()).toContain('Warning: 2 seconds'))
    cli.child.stdout?.destroy()
    expect(await cli.end).toMatchObject({ code: 0, stderr: '' })
    expect(sent()).toEqual([2, 1])
  })

  it('tells what was answered, also where it is stopped while the signal is on its way', async () => {
    const panel = await openFaultPanel()
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
  })

  it.each([
    ['a server that is not there', ['ffffffff', '--warn', ''], 5, 'server-not-found'],
    ['a server that is held', [suspended, '--warn', ''], 8, 'server-unavailable'],
  ])('refuses %s', async (_what, argv, exit, error) => {
    const { code, stderr } = await run('restart', ...argv, '--json')
    expect(code).toBe(exit)
    expect(jsonLines(stderr)).toMatchObject([{ error: { code: error } }])
  })

  it('writes foreign names without what controls a terminal', async () => {
    const panel = await openFaultPanel()
    panel.respond(json(200, serverList([{ identifier: survival, name: '\u001b[2JLob\u202eby' }])), empty(204))
    const { code, stdout } = await start(['restart', survival, '--warn', ''], { SERVERTRAY_URL: panel.baseUrl }).end
    expect(code).toBe(0)
    expect(stdout).toMatch(/^\[2JLobby restarts now\./)
  })
})
