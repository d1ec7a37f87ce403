import { describe, expect, it } from 'vitest'
import { type Clock, systemClock } from '../../electron/lib/clock.ts'
import { setUpCli } from '../fixtures/cli-rig.ts'
import { demoServers } from '../fixtures/demo.ts'
import { eventually } from '../fixtures/eventually.ts'
import { createFakeClock } from '../fixtures/fake-clock.ts'
import { type Behaviour, empty, json, refusal, serverList, stats, tooMany } from '../fixtures/fault-panel.ts'
import { jsonLines } from '../fixtures/lines.ts'
import { whileTimePasses } from '../fixtures/open-core.ts'
import { openFaultPanel } from '../fixtures/open-fault-panel.ts'

const { survival, creative, offline, suspended } = demoServers
const { demo, start, run, runStored, posts, sent } = setUpCli()

describe('bulk', () => {
  it('acts on those that fit, one after the other, and sums up', async () => {
    const { code, stdout } = await run('bulk', 'restart', survival, creative, suspended, '--stagger', '0.1')
    expect(code).toBe(8)
    expect(stdout).toContain('Restart of 3 servers.')
    expect(stdout).toContain('2 done, 1 failed')
    expect(posts('power')).toHaveLength(3)
  })

  it('gives a line of JSON a server, and the failures by their codes', async () => {
    const { stdout } = await run('bulk', 'restart', suspended, survival, '--stagger', '0', '--json')
    // The one that restarts is last, so that no later turn takes so long that it is seen to run again.
    expect(jsonLines(stdout)).toEqual([
      { identifier: suspended, name: expect.any(String), outcome: 'failed', error: 'server-unavailable' },
      { identifier: survival, name: 'Survival', outcome: 'accepted' },
    ])
  })

  /** A panel with one server, whose state is answered by `behaviours`, one after the other. */
  async function panelOf(...behaviours: readonly Behaviour[]) {
    const panel = await openFaultPanel()
    const listed = serverList([
      { identifier: survival, name: 'Survival', uuid: 'd3aac109-e5a2-4b7c-8f1e-0c5b7a9e2f41' },
    ])
    let reads = 0
    panel.respond((reply, request) => {
      if (request.method === 'POST') return empty(204)(reply, request)
      if (!request.path.endsWith('/resources')) return json(200, listed)(reply, request)
      const behaviour = behaviours[Math.min(reads, behaviours.length - 1)]
      reads += 1
      return behaviour?.(reply, request)
    })
    const posts = () => panel.requests.filter(({ method }) => method === 'POST').length
    const runThere = (argv: string[], clock?: Clock) => runStored([{ id: 'home', baseUrl: panel.baseUrl }], argv, clock)
    return { posts, runThere }
  }

  it('waits for a rate limit to see whether a server runs, and restarts none that is off', async () => {
    const busy = tooMany({ 'retry-after': '1' })
    // The first reading is the one that every server gets.
    const { posts, runThere } = await panelOf(busy, busy, json(200, stats('offline')))
    const clock = createFakeClock()
    const { exit, stdout } = await whileTimePasses(clock, runThere(['bulk', 'restart', survival], clock))
    expect([exit, posts()]).toEqual([9, 0])
    expect(stdout).toContain('The server was off, so it was not restarted.')
  })

  it('names a server of which it is not known whether it runs, and sends it nothing', async () => {
    const { posts, runThere } = await panelOf(tooMany({ 'retry-after': '20' }))
    const { exit, stdout } = await runThere(['bulk', 'restart', survival, '--json', '--max-wait', '0'])
    expect([exit, posts()]).toEqual([9, 0])
    const [line] = jsonLines(stdout)
    expect(line).toMatchObject({ identifier: survival, outcome: 'cancelled', error: 'server-state-unknown' })
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

  it('gives up the rest where the computer slept, and says so', async () => {
    let sleptMs = 0
    const steady = () => systemClock.steady() + sleptMs
    const clock = { ...systemClock, steady, now: () => systemClock.now() + sleptMs }
    const panel = { id: 'panel-1', baseUrl: demo().baseUrl }
    const argv = ['bulk', 'restart', survival, creative, '--stagger', '5']
    const ended = runStored([panel], argv, clock)
    await eventually(() => expect(posts('power')).toHaveLength(1))
    sleptMs = 3_600_000
    const { exit, stdout, stderr } = await ended
    expect(exit).toBe(7)
    // What became of the first one was not seen meanwhile.
    expect(stdout).toMatch(/1 (?:done|stalled), 1 cancelled/)
    expect(stderr).toContain('The computer slept, so the rest was given up.')
    expect(posts('power')).toHaveLength(1)
  })

  it('tells which key failed where a pattern may have missed its servers, and notes what was sent', async () => {
    const broken = await openFaultPanel()
    broken.respond(refusal(401, 'AuthenticationException', 'Unauthenticated.'))
    const panels = [
      { id: 'home', baseUrl: demo().baseUrl },
      { id: 'club', baseUrl: broken.baseUrl },
    ]
    const argv = ['bulk', 'start', '--match', offline, '--stagger', '0']
    const { exit, stderr, noted } = await runStored(panels, argv)
    expect(exit).toBe(3)
    expect(stderr).toMatch(/^Error: club: /)
    expect(noted).toMatchObject([
      { ref: `home/${offline}`, event: { kind: 'power', signal: 'start', phase: 'unconfirmed', origin: 'cli' } },
    ])
  })

  it('asks for the panel where two have a server of that identifier', async () => {
    const other = await openFaultPanel()
    other.respond(json(200, serverList([{ identifier: survival, name: 'Lobby' }])))
    const panels = [
      { id: 'home', baseUrl: demo().baseUrl },
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
  })
})
