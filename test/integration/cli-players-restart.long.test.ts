import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createOpenPlayers } from '../../electron/cli/players.ts'
import { systemClock } from '../../electron/lib/clock.ts'
import { type Said, startHere } from '../fixtures/cli-here.ts'
import { demoServers, type StartedDemo, startDemo } from '../fixtures/demo.ts'
import { createFakeClock, type FakeClock } from '../fixtures/fake-clock.ts'
import { jsonLines } from '../fixtures/lines.ts'
import { advanceUntil } from '../fixtures/open-core.ts'

const { survival } = demoServers

let demo: StartedDemo
/** The command's own, and that of its wait; the games answer in real time. */
let clock: FakeClock
beforeEach(async () => {
  clock = createFakeClock()
  // The clock that nobody sets, by which plans know sleep.
  vi.spyOn(performance, 'now').mockImplementation(clock.elsewhere.now)
  demo = await startDemo({ clock: systemClock, timings: { startMs: 50, stopMs: 50 } })
  demo.panel.games.hold(survival, true)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await demo.panel.dispose()
})

/** Lets these be on, and nobody else. */
function only(...names: readonly string[]): void {
  const { games } = demo.panel
  for (const name of games.players(survival)) games.leave(survival, name)
  for (const name of names) games.join(survival, name)
}

const sent = () =>
  demo.panel.requests().flatMap(({ method, path }) => (method === 'POST' ? [path.split('/').at(-1)] : []))

/** Restarts the server as soon as nobody is on, in the foreground. */
function restart(...more: readonly string[]) {
  const out: Said = { stdout: '', stderr: '' }
  const ended: { exit: number | null } = { exit: null }
  const env = { SERVERTRAY_URL: demo.baseUrl, SERVERTRAY_TOKEN: demo.token() }
  const openPlayers = createOpenPlayers({ findRoutes: async () => [{ kind: 'direct' }] })
  const argv = ['restart', survival, '--when-empty', '--players', '--json', ...more]
  void startHere({ argv, env, clock, openPlayers }, out).exit.then((code) => {
    ended.exit = code
  })
  const says = (words: string) => advanceUntil(clock, () => out.stdout.includes(words))
  return {
    says,
    /** The exit code, and what was told. */
    async end() {
      await advanceUntil(clock, () => ended.exit !== null, 5 * 60_000)
      return { exit: ended.exit, told: jsonLines(out.stdout), failed: out.stderr }
    },
  }
}

it('restarts once the last one has left, and ends with 0', async () => {
  only('mira')
  const cli = restart('--warn', '10s')
  await cli.says('"online":1')
  expect(sent()).toEqual([])
  only()
  const { exit, told, failed } = await cli.end()
  expect({ exit, failed }).toEqual({ exit: 0, failed: '' })
  expect(told.flatMap(({ kind, online }) => (kind === 'waiting' ? [online] : []))).toContain(0)
  expect(told.slice(-3).map(({ kind }) => kind)).toEqual(['last-call', 'restart', 'ended'])
  expect(sent()).toEqual(['command', 'power'])
})

it('does not restart where somebody joins half a second after the last call', async () => {
  only()
  const cli = restart('--warn', '10s', '--until', minutesOn(2))
  await cli.says('"kind":"last-call"')
  await clock.advance(500)
  only('mira')
  const { exit, failed } = await cli.end()
  expect(exit).toBe(9)
  expect(jsonLines(failed)).toMatchObject([{ error: { code: 'players-stayed' } }])
  expect(sent()).not.toContain('power')
})

it('skips where somebody stays until the end, and ends with 9', async () => {
  only('mira')
  const { exit, failed } = await restart('--warn', '10s', '--until', minutesOn(2)).end()
  expect(exit).toBe(9)
  expect(jsonLines(failed)).toMatchObject([{ error: { code: 'players-stayed' } }])
  expect(sent()).toEqual([])
})

it('skips where the game stops answering after it told of nobody, and ends with 9', async () => {
  only()
  const cli = restart('--warn', '', '--until', minutesOn(2))
  await cli.says('"online":0')
  await demo.panel.games.setTrap(survival, 'no-query')
  const { exit, failed } = await cli.end()
  expect(exit).toBe(9)
  expect(jsonLines(failed)).toMatchObject([{ error: { code: 'players-not-known' } }])
  expect(sent()).toEqual([])
})

it('restarts at the end all the same where that was chosen', async () => {
  only('mira')
  const cli = restart('--warn', '10s', '--until', minutesOn(2), '--else', 'restart')
  expect((await cli.end()).exit).toBe(0)
  expect(sent()).toEqual(['command', 'power'])
})

/** The time of day in so many minutes. */
function minutesOn(minutes: number): string {
  const at = new Date(clock.now() + minutes * 60_000)
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}
