import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCli } from '../../electron/cli/run.ts'
import { systemClock } from '../../electron/clock.ts'
import { fail } from '../../shared/result.ts'
import { eventually } from '../fixtures/console-rig.ts'
import { demoServers, type StartedDemo, startDemo } from '../fixtures/demo.ts'
import { noLines } from '../fixtures/lines.ts'

let demo: StartedDemo
let stopping: AbortController
beforeEach(async () => {
  stopping = new AbortController()
  demo = await startDemo({ clock: systemClock, timings: { startMs: 400, stopMs: 200 } })
})
afterEach(() => demo.panel.dispose())

function run(...argv: readonly string[]) {
  const out = { stdout: '', stderr: '' }
  const exit = runCli({
    argv,
    env: { SERVERTRAY_URL: demo.baseUrl, SERVERTRAY_TOKEN: demo.token() },
    stdout: { write: (chunk) => (out.stdout += chunk) },
    stderr: { write: (chunk) => (out.stderr += chunk) },
    loadStoredKeys: async () => fail('no-key'),
    openProfile: () => Promise.reject(new Error('no command here asks for the profile')),
    noteActivity: async () => undefined,
    readToken: async () => fail('cancelled'),
    input: noLines(),
    isTerminal: false,
    clock: systemClock,
    stopped: stopping.signal,
  })
  return { out, exit }
}
const posts = (what: string) =>
  demo.panel.requests().filter(({ method, path }) => method === 'POST' && path.endsWith(`/${what}`))

const { survival, creative, suspended } = demoServers

describe('restart', () => {
  it('warns, restarts, and says what was sent', async () => {
    const { out, exit } = run('restart', survival, '--warn', '2s,1s')
    expect(await exit).toBe(0)
    expect(out.stdout).toMatch(
      /Survival restarts at .*\n.*Warning: 2 seconds, sent\n.*Warning: 1 second, sent\n.*Restart, sent\n/,
    )
    expect(out.stderr).toBe('')
    expect([posts('command').length, posts('power').length]).toEqual([2, 1])
  })

  it('is cancelled by Ctrl+C, which tells the players', async () => {
    const { out, exit } = run('restart', survival, '--warn', '30s', '--cancel-message', 'say no', '--json')
    await eventually(() => expect(out.stdout).toContain('"kind":"warning"'))
    stopping.abort()
    expect(await exit).toBe(7)
    expect(out.stdout).toContain('"kind":"cancel-text"')
    expect(out.stderr).toContain('"code":"cancelled"')
    expect([posts('command').length, posts('power').length]).toEqual([2, 0])
  })

  it('says that a server is not there', async () => {
    const { exit } = run('restart', 'ffffffff', '--warn', '')
    expect(await exit).toBe(5)
  })
})

describe('bulk', () => {
  it('acts on those that fit, one after the other, and sums up', async () => {
    const { out, exit } = run('bulk', 'restart', survival, creative, suspended, '--stagger', '0.1')
    expect(await exit).toBe(8)
    expect(out.stdout).toContain('2 done, 1 failed')
    expect(posts('power')).toHaveLength(3)
  })

  it('shows what it would be, by a pattern', async () => {
    const { out, exit } = run('bulk', 'stop', '--match', 'sURV*', '--dry-run')
    expect(await exit).toBe(0)
    expect(out.stdout).toContain(survival)
    expect(out.stdout).not.toContain(creative)
    expect(posts('power')).toEqual([])
  })

  it('kills only as many as were said', async () => {
    const { out, exit } = run('bulk', 'kill', survival, creative, '--yes', '3')
    expect(await exit).toBe(2)
    expect(out.stderr).toContain('add --yes 2')
    expect(posts('power')).toEqual([])
    expect(await run('bulk', 'kill', survival, creative, '--yes', '2', '--stagger', '0').exit).toBe(0)
    expect(posts('power')).toHaveLength(2)
  })

  it('gives up the rest on Ctrl+C', async () => {
    const { out, exit } = run('bulk', 'restart', survival, creative, '--stagger', '60')
    await eventually(() => expect(posts('power')).toHaveLength(1))
    stopping.abort()
    expect(await exit).toBe(7)
    expect(out.stdout).toContain('1 done, 1 cancelled')
    expect(posts('power')).toHaveLength(1)
  })
})
