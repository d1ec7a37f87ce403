import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Access } from '../../../../electron/cli/access.ts'
import { parseArguments } from '../../../../electron/cli/parse-arguments.ts'
import type { OpenPlayers } from '../../../../electron/cli/players.ts'
import type { PanelTools } from '../../../../electron/cli/tools.ts'
import { playerChanges } from '../../../../electron/cli/watch-command.ts'
import { fail, ok } from '../../../../shared/result.ts'
import { appState } from '../../../fixtures/app-state.ts'
import { noJournal, sessionHere } from '../../../fixtures/cli-here.ts'
import { createFakeClient } from '../../../fixtures/fake-client.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { playerCount, playersHold, playersView } from '../../../fixtures/players-view.ts'
import { serverView } from '../../../fixtures/server-view.ts'
import { identifier } from '../../../fixtures/state.ts'

afterEach(() => vi.restoreAllMocks())

/** What is told of the players at one look after the other; the last one again and again. */
type Told = readonly (number | null)[]

/** A panel with one running server, and a game that tells these counts, one every 20 s. */
function createRig(told: Told, json = true) {
  const clock = createFakeClock(Date.UTC(2026, 0, 1, 12))
  // The clock that nobody sets, by which plans know sleep.
  vi.spyOn(performance, 'now').mockImplementation(clock.now)
  const one = { identifier: identifier('a1b2c3d4'), name: 'Survival', condition: null, limits: null, game: null }
  const client = createFakeClient({
    list: async () => ok({ servers: [one], leftOut: { unusable: 0, beyondBound: 0 }, dialect: 'pterodactyl' }),
  })
  const access: Access = {
    panel: 'panel.home.example',
    panelId: null,
    baseUrl: 'https://panel.home.example/api/client',
    isDemo: false,
    declared: null,
    access: { allowsHttp: false, fingerprint: null },
    client,
  }
  const open = { now: 0, ever: 0 }
  const openPlayers: OpenPlayers = ({ store }) => {
    open.now += 1
    open.ever += 1
    const looks = [...told]
    let cancel = () => {}
    let online: number | null | undefined
    function tell(): void {
      const count = online == null ? null : playerCount({ online, at: clock.now() })
      const views = Object.values(store.get().servers).map(({ ref }) =>
        playersView({ ref, count, unknown: count === null ? 'no-answer' : null }),
      )
      const players = Object.fromEntries(views.map((view) => [view.ref, view]))
      store.update((state) => ({ ...state, players }))
    }
    function look(): void {
      online = looks.length > 1 ? looks.shift() : looks[0]
      tell()
      cancel = clock.after(20_000, look)
    }
    cancel = clock.after(1_000, look)
    return {
      watch: (ref) =>
        playersHold({
          async ask() {
            tell()
            return store.get().players[ref]?.count ?? null
          },
        }),
      dispose() {
        open.now -= 1
        cancel()
      },
    }
  }
  return { ...sessionHere({ clock, openPlayers }, json), clock, accesses: [access], client, open }
}
type Rig = ReturnType<typeof createRig>

/** Lets time pass until the command has ended. */
async function ended(rig: Rig, running: Promise<number>): Promise<number> {
  let exit: number | null = null
  void running.then((code) => (exit = code))
  for (let minutes = 0; exit === null && minutes < 48 * 60; minutes += 1) await rig.clock.advance(60_000)
  if (exit === null) throw new Error('the command did not end')
  return exit
}

/** Runs a command of the command line with the rig's key. */
function run(rig: Rig, ...argv: readonly string[]): Promise<number> {
  const parsed = parseArguments(argv)
  if (!parsed.ok || parsed.value.kind !== 'run') throw new Error('not a command')
  const opened: PanelTools = {
    accesses: rig.accesses,
    openSocket: () => {
      throw new Error('no console is opened here')
    },
    journal: noJournal,
    note: async () => undefined,
  }
  const notOpened = async () => fail('internal')
  const work = parsed.value.work(rig.session, {
    onProfile: notOpened,
    onPanels: (work) => work(opened),
    onServer: notOpened,
  })
  return ended(rig, work.then(rig.session.conclude))
}

const restart = (rig: Rig, ...more: readonly string[]) => run(rig, 'restart', 'a1b2c3d4', ...more)
const kindsOf = (rig: Rig): string[] =>
  rig.out.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ kind, online }) => (online === undefined ? kind : `${kind} ${online}`))
const signalsOf = (rig: Rig) => rig.client.calls.filter(({ operation }) => operation === 'power').length

describe('restart --when-empty', () => {
  it('restarts when the last one has left: exit 0', async () => {
    const rig = createRig([3, 3, 0, 0])
    expect(await restart(rig, '--when-empty', '--players')).toBe(0)
    expect(signalsOf(rig)).toBe(1)
    expect(kindsOf(rig)).toEqual(['planned', 'waiting 3', 'waiting 0', 'last-call', 'restart', 'ended'])
    expect(rig.open.now).toBe(0)
  })

  it.each([
    ['players stayed', [3], 'players-stayed'],
    ['it was never known', [null], 'players-not-known'],
  ] as const)('sends nothing where %s: exit 9', async (_what, told, code) => {
    const rig = createRig(told)
    expect(await restart(rig, '--when-empty', '--until', '13:00', '--players')).toBe(9)
    expect(JSON.parse(rig.out.stderr)).toMatchObject({ error: { code } })
    expect(rig.client.calls.filter(({ operation }) => operation === 'power' || operation === 'command')).toEqual([])
  })

  it('is cancelled by a stop', async () => {
    const rig = createRig([3])
    const running = restart(rig, '--when-empty', '--players')
    await rig.clock.advance(30_000)
    rig.stop()
    expect(await running).toBe(7)
    expect(signalsOf(rig)).toBe(0)
  })
})

it.each([
  [3, 0, 1],
  [2, 9, 0],
])('restart --at-most %d with 3 on: exit %d', async (most, exit, signals) => {
  const rig = createRig([3])
  expect(await restart(rig, '--at-most', String(most), '--players')).toBe(exit)
  expect(signalsOf(rig)).toBe(signals)
})

describe('status --players', () => {
  const status = (rig: Rig, ...more: readonly string[]) => run(rig, 'status', ...more)

  it('tells it in a column', async () => {
    const rig = createRig([7], false)
    await status(rig, '--players')
    expect(rig.out.stdout).toMatch(/STATE +PLAYERS +CPU[\s\S]*running +7 \/ 20 /)
  })
})

it('watch --players tells a change of the count as well', async () => {
  const rig = createRig([3, 3, 2, null])
  expect(await run(rig, 'watch', '--for', '90', '--players')).toBe(0)
  const told = rig.out.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ reason }) => reason === 'players')
    .map(({ players }) => players?.online ?? null)
  expect(told).toEqual([3, 2, null])
  expect(rig.open.now).toBe(0)
})

it('a change that tells no other count is none', () => {
  const server = serverView()
  const withCount = (online: number, at: number) =>
    appState({ servers: [server], players: { [server.ref]: playersView({ count: playerCount({ online, at }) }) } })
  expect(playerChanges(withCount(1, 5), withCount(1, 4))).toEqual([])
  expect(playerChanges(withCount(2, 5), withCount(1, 4))).toHaveLength(1)
  expect(playerChanges(withCount(0, 5), appState({ servers: [server] }))).toHaveLength(1)
})
