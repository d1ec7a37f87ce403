import { afterEach, beforeEach, expect, it } from 'vitest'
import { createOpenPlayers } from '../../electron/cli/players.ts'
import { systemClock } from '../../electron/lib/clock.ts'
import { systemSockets } from '../../electron/players/ask-udp.ts'
import { type Said, startHere } from '../fixtures/cli-here.ts'
import { demoServers, type StartedDemo, startDemo } from '../fixtures/demo.ts'
import { eventually } from '../fixtures/eventually.ts'
import { jsonLines } from '../fixtures/lines.ts'

const { survival } = demoServers

let demo: StartedDemo
beforeEach(async () => {
  demo = await startDemo({ clock: systemClock, timings: { startMs: 50, stopMs: 50 } })
  demo.panel.games.hold(survival, true)
  for (const name of demo.panel.games.players(survival)) demo.panel.games.leave(survival, name)
})
afterEach(() => demo.panel.dispose())

const signals = () => demo.panel.requests().filter(({ method, path }) => method === 'POST' && path.endsWith('/power'))

/** A restart in the foreground with nobody on at first, over real sockets in real time; it counts its questions. */
function restart(...more: readonly string[]) {
  const out: Said = { stdout: '', stderr: '' }
  const asked = { times: 0 }
  const openPlayers = createOpenPlayers({
    findRoutes: async () => [{ kind: 'direct' }],
    sockets: {
      ...systemSockets,
      connectTcp(address, port) {
        asked.times += 1
        return systemSockets.connectTcp(address, port)
      },
    },
  })
  const env = { SERVERTRAY_URL: demo.baseUrl, SERVERTRAY_TOKEN: demo.token() }
  const argv = ['restart', survival, '--players', '--json', '--message', 'say {time}', ...more]
  const { exit } = startHere({ argv, env, openPlayers }, out)
  const says = (words: string) =>
    eventually(() => (out.stdout.includes(words) ? null : Promise.reject(new Error(`"${words}" was not said`))))
  return { out, exit, says, asked }
}

it('does not restart where somebody joins after the last regular question and before zero', async () => {
  const cli = restart('--at-most', '0', '--warn', '2s')
  await cli.says('"kind":"warning"')
  await eventually(() => (cli.asked.times > 0 ? null : Promise.reject(new Error('the game was not asked'))))
  demo.panel.games.join(survival, 'mira')
  expect(await cli.exit).toBe(9)
  expect(jsonLines(cli.out.stderr)).toMatchObject([{ error: { code: 'players-stayed' } }])
  expect(signals()).toEqual([])
})

it('restarts where nobody joined, after one more question', async () => {
  const cli = restart('--at-most', '0', '--warn', '2s')
  expect(await cli.exit).toBe(0)
  expect(signals()).toHaveLength(1)
  expect(cli.asked.times).toBe(2)
})

it('does not restart where the game does not answer that question in time', async () => {
  const cli = restart('--at-most', '0', '--warn', '2s')
  await eventually(() => (cli.asked.times > 0 ? null : Promise.reject(new Error('the game was not asked'))))
  await cli.says('"kind":"warning"')
  await demo.panel.games.setTrap(survival, 'silent')
  expect(await cli.exit).toBe(9)
  expect(jsonLines(cli.out.stderr)).toMatchObject([{ error: { code: 'players-not-known' } }])
  expect(signals()).toEqual([])
})
