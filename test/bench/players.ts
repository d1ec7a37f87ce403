import { randomBytes } from 'node:crypto'
import { systemSockets } from '../../electron/players/ask-udp.ts'
import { createPlayersPoller } from '../../electron/players/poller.ts'
import { createSources } from '../../electron/players/sources.ts'
import { type AskPlayers, emptyView } from '../../electron/players/view.ts'
import { createBackgroundPause } from '../../electron/servers/background-pause.ts'
import { createVisibleServers } from '../../electron/servers/visible-servers.ts'
import { createStore, type StateStore } from '../../electron/state/store.ts'
import { setPlayers } from '../../electron/state/updates.ts'
import { appState, keyView, panelView } from '../fixtures/app-state.ts'
import { createFakeClient } from '../fixtures/fake-client.ts'
import { createFakeClock, type FakeClock } from '../fixtures/fake-clock.ts'
import { challengePacket, infoPacket, startUdpGame } from '../fixtures/game-server.ts'
import { serverView } from '../fixtures/server-view.ts'
import { compared, type Figure, ms } from './figures.ts'

const hourMs = 3_600_000
const naiveEveryMs = 10_000
/** So many rows of a window are in sight, where there is one. */
const inSight = 12
/** A question of Valve's protocol without the challenge that it is answered with first, in bytes. */
const plainQuestion = 25

const servers = Array.from({ length: 50 }, (_, i) =>
  serverView({ name: `Server ${i}`, identifier: String(10_000_000 + i), state: 'running' }),
)
const panel = panelView({ baseUrl: 'http://127.0.0.1:8080/api/client' })

type Parts = { readonly store: StateStore; readonly clock: FakeClock; readonly ask: AskPlayers }
/** Begins to ask; what it returns ends that. */
type Start = (parts: Parts) => () => void

/** As the app does, with so many servers in sight. */
const asWeDo =
  (shown: number): Start =>
  ({ store, clock, ask }) => {
    const visibleServers = createVisibleServers()
    visibleServers.set(servers.slice(0, shown).map(({ ref }) => ref))
    const backgroundPause = createBackgroundPause({ clock })
    const poller = createPlayersPoller({ store, clock, visibleServers, backgroundPause, isAllowed: () => true, ask })
    return () => {
      poller.dispose()
      backgroundPause.dispose()
    }
  }

const allAgainAndAgain: Start = ({ store, clock, ask }) => {
  const { signal } = new AbortController()
  let cancel = () => {}
  const again = () => {
    for (const server of servers) {
      void ask(server, signal).then((asked) => {
        store.update(setPlayers([{ ...emptyView(server.ref), ...asked }]))
      })
    }
    cancel = clock.after(naiveEveryMs, again)
  }
  again()
  return () => cancel()
}

const nobody: Start = () => () => {}

/** Packets to games, and milliseconds of CPU with the game that answers them, in an hour. */
type Hour = { readonly packets: number; readonly cpuMs: number }

/** An hour of the fake clock, with questions over real sockets on loopback. */
async function anHour(start: Start): Promise<Hour> {
  const game = await startUdpGame()
  game.behave((packet, reply) =>
    reply(packet.length === plainQuestion ? challengePacket(Buffer.from('1234')) : infoPacket(3)),
  )
  const clock = createFakeClock()
  const own = servers.map(({ ref }) => ({ ref, game: 'source' as const, port: null, isAsked: null }))
  const preferences = { players: { asked: true, panels: [panel.id], servers: own } }
  const store = createStore(appState({ panels: [panel], keys: [keyView()], servers, preferences }))
  const allocations = [{ ip: '127.0.0.1', alias: null, port: game.port, isDefault: true }]
  const details = { allocations, nodeHost: null, egg: null, image: null, programs: '', features: [], variables: {} }
  const client = createFakeClient()
  const sources = createSources({
    store,
    clock,
    clientFor: () => client,
    gameOf: () => details,
    findRoutes: async () => [{ kind: 'direct' }],
    sockets: systemSockets,
    interfaces: () => ({}),
    random: randomBytes,
  })
  let asking = 0
  let missed = 0
  const ask: AskPlayers = async (server, signal) => {
    asking += 1
    const asked = await sources.ask(server, signal)
    asking -= 1
    if (asked.count === null) missed += 1
    return asked
  }
  const before = process.cpuUsage()
  const end = start({ store, clock, ask })
  for (let passed = 0; passed < hourMs; passed += 1_000) {
    await clock.advance(1_000)
    // Time stands still until the answers are there.
    while (asking > 0) {
      await new Promise((resolve) => setImmediate(resolve))
      await clock.advance(0)
    }
  }
  end()
  const { user, system } = process.cpuUsage(before)
  await game.close()
  if (missed > 0) throw new Error(`${missed} questions were not answered`)
  return { packets: game.heard.length, cpuMs: (user + system) / 1_000 }
}

/** Fifty servers whose games are asked, against the same asked all every ten seconds. */
export async function measurePlayers(): Promise<Figure[]> {
  // Once for nothing, so that the code is as fast as it becomes.
  await anHour(asWeDo(inSight))
  const idle = await anHour(nobody)
  const naive = await anHour(allAgainAndAgain)
  const figuresOf = (name: string, hour: Hour, most: { packets: number; cpu: number }): Figure[] => [
    compared({
      name: `an hour of asking 50 games, ${name}: packets`,
      value: hour.packets,
      reference: [naive.packets, 'all every 10 s'],
      as: String,
      most: most.packets,
    }),
    compared({
      name: 'the same in CPU',
      value: hour.cpuMs - idle.cpuMs,
      reference: [naive.cpuMs - idle.cpuMs, 'all every 10 s'],
      as: ms,
      most: most.cpu,
    }),
  ]
  return [
    ...figuresOf('no window', await anHour(asWeDo(0)), { packets: 0.05, cpu: 0.1 }),
    ...figuresOf(`${inSight} rows in sight`, await anHour(asWeDo(inSight)), { packets: 0.3, cpu: 0.35 }),
  ]
}
