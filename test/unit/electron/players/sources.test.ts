import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { type Clock, systemClock } from '../../../../electron/lib/clock.ts'
import type { Route } from '../../../../electron/network/proxy.ts'
import type { GameDetails } from '../../../../electron/panel/game-details.ts'
import { systemSockets } from '../../../../electron/players/ask-udp.ts'
import { createSources } from '../../../../electron/players/sources.ts'
import { createStore } from '../../../../electron/state/store.ts'
import type { PlayersOfServer } from '../../../../shared/model/players-schema.ts'
import { fail, ok } from '../../../../shared/result.ts'
import { appState, keyView, panelView } from '../../../fixtures/app-state.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { createFakeClient } from '../../../fixtures/fake-client.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { startTcpGame, statusFrame } from '../../../fixtures/game-server.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const server = serverView({ state: 'running' })
const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})

const minecraft = (port: number, ip = '127.0.0.1', alias: string | null = null): GameDetails => ({
  allocations: [{ ip, alias, port, isDefault: true }],
  nodeHost: null,
  egg: 'Paper',
  image: 'ghcr.io/pterodactyl/yolks:java_21',
  programs: '',
  features: ['eula'],
  variables: {},
})

type Parts = {
  details?: GameDetails | null
  routes?: readonly Route[]
  baseUrl?: string
  own?: Partial<PlayersOfServer>
  lookup?: (name: string) => Promise<readonly string[]>
  clock?: Clock
  findRoutes?: () => Promise<readonly Route[]>
}

/** The sources of one server, with a socket that counts what goes out. */
function setUp({
  details = null,
  routes = [{ kind: 'direct' }],
  baseUrl = 'http://127.0.0.1:8080/api/client',
  own = {},
  lookup = async () => [],
  clock = systemClock,
  findRoutes = async () => routes,
}: Parts) {
  const servers = [{ ref: server.ref, game: null, port: null, isAsked: null, ...own }]
  const store = createStore(
    appState({
      panels: [panelView({ baseUrl })],
      keys: [keyView()],
      servers: [server],
      preferences: { players: { asked: true, panels: [server.panelId], servers } },
    }),
  )
  const client = createFakeClient()
  const went: string[] = []
  const sources = createSources({
    store,
    clock,
    clientFor: () => client,
    gameOf: () => details,
    findRoutes,
    sockets: {
      connectTcp(address, port) {
        went.push(`tcp ${address}:${port}`)
        return systemSockets.connectTcp(address, port)
      },
      createUdp(family) {
        went.push('udp')
        return systemSockets.createUdp(family)
      },
      lookup,
    },
    interfaces: () => ({}),
    random: randomBytes,
  })
  const run = new AbortController().signal
  return { client, sources, went, ask: (signal = run, isNow = false) => sources.ask(server, signal, isNow) }
}

async function startMinecraft() {
  const game = await startTcpGame()
  endings.push(game.close)
  const players = { online: 3, max: 20, sample: [{ name: 'Ada', id: '1' }] }
  game.behave((socket) => socket.write(statusFrame({ version: { name: 'x', protocol: 1 }, players })))
  return game
}

it('asks the panel’s plugin first, and nothing else where that tells', async () => {
  const { ask, client, went } = setUp({ details: minecraft(25_565) })
  client.answers.players = async () => ok({ online: 4, max: 10, names: ['Ada'] })
  expect(await ask()).toMatchObject({ count: { online: 4, max: 10, names: ['Ada'], source: 'panel' }, unknown: null })
  // The plugin may not be asked again so soon: what it told last stands, with its time.
  client.answers.players = async () => fail('rate-limited')
  expect(await ask()).toMatchObject({ count: { online: 4, source: 'panel' } })
  expect(went).toEqual([])
})

it('asks the game where the plugin may not be asked anew and a count of now is wanted', async () => {
  const game = await startMinecraft()
  const run = new AbortController().signal
  const clock = createFakeClock()
  const { ask, client } = setUp({ details: minecraft(game.port), clock })
  client.answers.players = async () => ok({ online: 4, max: 10, names: [] })
  expect(await ask(run, true)).toMatchObject({ count: { online: 4, source: 'panel' } })
  client.answers.players = async () => fail('rate-limited')
  await clock.advance(1_000)
  expect(await ask(run, true)).toMatchObject({ count: { online: 3, source: 'game' } })
  expect(await ask(run, false)).toMatchObject({ count: { online: 4, source: 'panel' } })
  await game.close()
  endings.length = 0
  expect(await ask(run, true)).toMatchObject({ count: { online: 4, source: 'panel' } })
})

describe('what the plugin told before', () => {
  async function told() {
    const clock = createFakeClock()
    const set = setUp({ details: minecraft(25_565, '192.168.7.7'), clock })
    set.client.answers.players = async () => ok({ online: 0, max: 10, names: [] })
    expect(await set.ask()).toMatchObject({ count: { online: 0, isSure: true } })
    set.client.answers.players = async () => fail('rate-limited')
    return { ...set, clock }
  }

  it('does not stand for long where it may not be asked', async () => {
    const { ask, clock } = await told()
    await clock.advance(110_000)
    expect(await ask()).toMatchObject({ count: { online: 0, source: 'panel' } })
    await clock.advance(20_000)
    expect(await ask()).toMatchObject({ count: null, unknown: 'no-address' })
  })

  it('says nothing of another run of the server', async () => {
    const { ask } = await told()
    expect(await ask(new AbortController().signal)).toMatchObject({ count: null, unknown: 'no-address' })
  })
})

it('takes no 0 of the plugin for a count where the game says so whoever is on', async () => {
  const { ask, client } = setUp({ details: minecraft(2_456, '192.168.7.7'), own: { game: 'valheim' } })
  client.answers.players = async () => ok({ online: 0, max: 10, names: [] })
  expect(await ask()).toMatchObject({ count: null })
  client.answers.players = async () => ok({ online: 2, max: 10, names: [] })
  expect(await ask()).toMatchObject({ count: { online: 2, isSure: false } })
})

it('does not wait for ever for the proxy settings', async () => {
  const clock = createFakeClock()
  const { ask, went } = setUp({ details: minecraft(25_565, '8.8.8.8'), clock, findRoutes: () => new Promise(() => {}) })
  const asked = ask()
  await clock.advance(10_000)
  expect(await asked).toMatchObject({ count: null, unknown: 'proxy' })
  expect(went).toEqual([])
})

it('asks the game at its allocation where the plugin tells nothing', async () => {
  const game = await startMinecraft()
  const { ask, went } = setUp({ details: minecraft(game.port) })
  expect(await ask()).toMatchObject({
    count: { online: 3, max: 20, names: ['Ada'], source: 'game', isSure: true },
    unknown: null,
    game: { id: 'minecraft-java', by: 'egg' },
    address: `127.0.0.1:${game.port}`,
  })
  expect(went).toEqual([`tcp 127.0.0.1:${game.port}`])
})

it('takes no 0 of a proxy for proof, whatever its egg is called', async () => {
  const game = await startMinecraft()
  const players = { online: 0, max: 500 }
  game.behave((socket) => socket.write(statusFrame({ version: { name: 'Waterfall 1.20', protocol: 763 }, players })))
  const { ask } = setUp({ details: minecraft(game.port) })
  expect(await ask()).toMatchObject({ count: { online: 0, isSure: false } })
})

describe('not one packet goes out', () => {
  const proxy: Route = { kind: 'http', host: 'proxy.example', port: 3_128, authorization: null }
  it.each<[string, Parts, string]>([
    ['past a proxy', { details: minecraft(25_565, '8.8.4.4'), routes: [proxy] }, 'proxy'],
    ['where the proxy cannot be told', { details: minecraft(25_565, '8.8.8.8'), routes: [] }, 'proxy'],
    ['to a private network of others', { details: minecraft(25_565, '192.168.7.7') }, 'no-address'],
    [
      'to loopback, for a panel elsewhere',
      { details: minecraft(25_565), baseUrl: 'https://panel.example.com' },
      'no-address',
    ],
    [
      'to a name that leads into a private network',
      { details: minecraft(25_565, '0.0.0.0', 'play.example.com'), lookup: async () => ['10.0.0.7'] },
      'no-address',
    ],
    ['to a port that is not the server’s', { details: minecraft(25_565), own: { port: 22 } }, 'no-address'],
    ['for a game that nobody can ask', { details: minecraft(25_565), own: { game: 'factorio' } }, 'unknown-game'],
    ['where the panel tells nothing', {}, 'unknown-game'],
  ])('%s', async (_, parts, unknown) => {
    const { ask, went } = setUp(parts)
    expect(await ask()).toMatchObject({ count: null, unknown })
    expect(went).toEqual([])
  })
})

it('a person’s game and port come before the guess', async () => {
  const game = await startMinecraft()
  const details: GameDetails = {
    ...minecraft(25_599),
    egg: 'Something',
    image: null,
    features: [],
    allocations: [
      { ip: '127.0.0.1', alias: null, port: 25_599, isDefault: true },
      { ip: '127.0.0.1', alias: null, port: game.port, isDefault: false },
    ],
  }
  const { ask, sources } = setUp({ details, own: { game: 'minecraft-java', port: game.port } })
  expect(await ask()).toMatchObject({ count: { online: 3 }, game: { id: 'minecraft-java', by: 'person' } })
  expect(sources.gameOf(server.ref)).toEqual({ game: null, ports: [25_599, game.port] })
})

describe('a server with several places', () => {
  type Game = { readonly port: number }
  const status = (online: number) => statusFrame({ version: { name: 'x', protocol: 1 }, players: { online, max: 20 } })
  const at = (games: readonly Game[], alias: string | null = null): GameDetails => ({
    ...minecraft(0),
    allocations: games.map(({ port }, i) => ({ ip: '127.0.0.1', alias, port, isDefault: i === 0 })),
  })
  async function start(tells?: number) {
    const game = await startTcpGame()
    endings.push(game.close)
    if (tells !== undefined) game.behave((socket) => socket.write(status(tells)))
    return game
  }
  /** One at which nobody listens. */
  async function closed(): Promise<Game> {
    const game = await startTcpGame()
    await game.close()
    return game
  }

  it('is asked at its second allocation within the same question, and there first from then on', async () => {
    const [first, second] = [await closed(), await start(3)]
    const { ask, went } = setUp({ details: at([first, second]) })
    expect(await ask()).toMatchObject({ count: { online: 3 }, address: `127.0.0.1:${second.port}` })
    expect(went.at(-1)).toBe(`tcp 127.0.0.1:${second.port}`)
    went.length = 0
    expect(await ask(new AbortController().signal)).toMatchObject({ count: { online: 3 } })
    expect(went).toEqual([`tcp 127.0.0.1:${second.port}`])
  })

  it('is asked at the next place beside a slow one, whose count is still the one that counts', async () => {
    const [first, second] = [await start(), await start(0)]
    const clock = createFakeClock()
    const { ask } = setUp({ details: at([first, second]), clock })
    first.behave((socket) => clock.after(700, () => socket.write(status(4))))
    const asked = ask()
    await eventually(() => expect(first.heard).toHaveLength(1))
    expect(second.heard).toHaveLength(0)
    await clock.advance(500)
    await eventually(() => expect(second.heard).toHaveLength(1))
    await clock.advance(200)
    expect(await asked).toMatchObject({ count: { online: 4 } })
    expect(clock.pending()).toBe(0)
  })

  it('takes five seconds at most, and then what another place told', async () => {
    const [first, second, third] = [await start(), await start(), await start(5)]
    const clock = createFakeClock()
    const { ask } = setUp({ details: at([first, second, third]), clock })
    const asked = ask()
    for (const game of [first, second, third]) {
      await eventually(() => expect(game.heard).toHaveLength(1))
      await clock.advance(500)
    }
    await clock.advance(3_499)
    expect(await Promise.race([asked, 'waits'])).toBe('waits')
    await clock.advance(1)
    expect(await asked).toMatchObject({ count: { online: 5 }, address: `127.0.0.1:${third.port}` })
    expect(clock.pending()).toBe(0)
  })
})

describe('the egg that a list leaves out', () => {
  const vague: GameDetails = { ...minecraft(25_565, '192.168.7.7'), egg: null }
  const asksOf = ({ calls }: ReturnType<typeof createFakeClient>) =>
    calls.filter(({ operation }) => operation === 'egg').length

  it('is asked for once, where the list alone tells too little', async () => {
    const { ask, client, sources } = setUp({ details: vague })
    client.answers.egg = async () => ok('Velocity')
    expect(sources.gameFor(server.ref)).toEqual({ id: 'minecraft-java', by: 'features' })
    expect(asksOf(client)).toBe(0)
    for (const run of [1, 2]) {
      expect(await ask(), `${run}`).toMatchObject({ game: { id: 'minecraft-proxy', by: 'egg' } })
    }
    expect(sources.gameOf(server.ref).game).toEqual({ id: 'minecraft-proxy', by: 'egg' })
    expect(asksOf(client)).toBe(1)
  })

  it.each<[string, Parts, number]>([
    ['the list tells the game', { details: { ...vague, programs: './bedrock_server' } }, 0],
    ['a person chose the game', { details: vague, own: { game: 'rust' } }, 0],
    ['the list tells nothing at all', { details: { ...vague, features: [] } }, 1],
  ])('where %s', async (_, parts, times) => {
    const { ask, client } = setUp(parts)
    await ask()
    await ask()
    expect(asksOf(client)).toBe(times)
  })

  it('is asked for again after a failure, and not after a refusal', async () => {
    const { ask, client } = setUp({ details: vague })
    client.answers.egg = async () => fail('network-failed')
    await ask()
    client.answers.egg = async () => fail('rate-limited', { status: 429 })
    await ask()
    client.answers.egg = async () => fail('permission-lacking', { status: 403 })
    await ask()
    await ask()
    expect(asksOf(client)).toBe(3)
  })
})
