import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createOpenPlayers } from '../../electron/cli/players.ts'
import { systemClock } from '../../electron/lib/clock.ts'
import type { Route } from '../../electron/network/proxy.ts'
import { systemSockets } from '../../electron/players/ask-udp.ts'
import { runHere } from '../fixtures/cli-here.ts'
import { demoServers, type StartedDemo, startDemo } from '../fixtures/demo.ts'

let demo: StartedDemo
/** What went out to games. */
let went: string[]
beforeEach(async () => {
  went = []
  demo = await startDemo({ clock: systemClock, timings: { startMs: 50, stopMs: 50 } })
})
afterEach(() => demo.panel.dispose())

const direct = async (): Promise<readonly Route[]> => [{ kind: 'direct' }]

async function run(argv: readonly string[], findRoutes = direct, asks: (port: number) => void = () => {}) {
  const sockets: typeof systemSockets = {
    ...systemSockets,
    connectTcp(address, port) {
      went.push(address)
      asks(port)
      return systemSockets.connectTcp(address, port)
    },
    createUdp(family) {
      went.push('udp')
      return systemSockets.createUdp(family)
    },
  }
  return runHere({
    argv,
    env: { SERVERTRAY_URL: demo.baseUrl, SERVERTRAY_TOKEN: demo.token({ description: randomUUID() }) },
    openPlayers: createOpenPlayers({ findRoutes, sockets }),
  })
}

type Told = { identifier: string; players: { online: number; max: number; source: string } | null }
const playersOf = (stdout: string, identifier: string) => {
  const rows: Told[] = stdout
    .trim()
    .split('\n')
    .flatMap((line) => JSON.parse(line))
  return rows.find((row) => row.identifier === identifier)?.players
}

it('tells how many are on with --players, asked of the games; null of what is off', async () => {
  const { exit, stdout } = await run(['status', '--players', '--json'])
  expect(exit).toBe(0)
  expect(playersOf(stdout, demoServers.survival)).toMatchObject({ online: expect.any(Number), source: 'game' })
  expect(playersOf(stdout, demoServers.offline)).toBeNull()
  expect(new Set(went)).toEqual(new Set(['127.0.0.1', 'udp']))
})

it('asks no other server than the one that is to be restarted', async () => {
  const at: number[] = []
  const { exit, stdout } = await run(
    [
      'restart',
      demoServers.survival,
      '--at-most',
      '0',
      '--players',
      '--warn',
      '2s',
      '--message',
      'say {time}',
      '--json',
    ],
    direct,
    (port) => at.push(port),
  )
  expect([exit === 0 || exit === 9, stdout.includes('planned')]).toEqual([true, true])
  expect(new Set(at).size).toBe(1)
  expect(went).not.toContain('udp')
})

it('asks no game without --players', async () => {
  const { exit, stdout } = await run(['status', '--json'])
  expect(exit).toBe(0)
  expect(stdout).not.toContain('players')
  expect(went).toEqual([])
})
