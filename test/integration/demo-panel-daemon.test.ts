import { afterEach, expect, it } from 'vitest'
import { demoServers, type StartedDemo, startFakeDemo } from '../fixtures/demo.ts'
import {
  askForLogs,
  type ConsoleFrame,
  connectConsole,
  credentials,
  type DemoConsole,
  errorEvent,
  eventsOf,
  openConsole,
  outputsOf,
  statsOf,
} from '../fixtures/demo-console.ts'
import type { TestPanelOptions } from '../fixtures/demo-panel/test-panel.ts'
import type { FakeClock } from '../fixtures/fake-clock.ts'

const { survival, creative, offline, crashes } = demoServers

let demo: StartedDemo & { clock: FakeClock }
let token: string
afterEach(() => demo.panel.dispose())

const node = () => demo.panel.node
const denied = { event: 'jwt error', args: ['jwt: created too far in past (denylist)'] }
const lines = (count: number) => Array.from({ length: count }, (_, index) => `n ${index + 1}`)
/** The lines that a test printed. */
const numbered = (frames: readonly ConsoleFrame[]) => outputsOf(frames).filter((line) => line.startsWith('n '))
const byDaemon = (line: string) => line.includes('[Pterodactyl Daemon]:')
const plain = (line: string) => line.replace(/^.*Daemon\]:\S* /, '').replace('\u001b[0m', '')
/** Each frame as one word: the state of a status, the event of others, and a line as it is. */
const told = (frames: readonly ConsoleFrame[]) =>
  frames.map(({ event, args }) => (event === 'console output' ? plain(args?.[0] ?? '') : `${event} ${args?.[0] ?? ''}`))

/** Does something and lets time pass. */
function during(client: DemoConsole, ms: number, ...steps: readonly (() => unknown)[]) {
  return client.during(async () => {
    for (const step of steps) await step()
    await client.settled()
    await demo.clock.advance(ms)
  })
}

type Row = readonly [what: string, source: string, options: Omit<TestPanelOptions, 'clock'>, check: () => Promise<void>]

/** What a real daemon does that a kinder one would not: each row names where that is to be read. */
const rows: readonly Row[] = [
  [
    'the log is that of this run alone, without the daemon’s own lines',
    'wings environment/docker/power.go OnBeforeStart, server/console.go',
    {},
    async () => {
      const client = await openConsole(demo, token)
      node().print(survival, ['n of the run before'])
      client.send('set state', 'kill')
      await client.settled()
      const started = await during(client, 4_000, () => client.send('set state', 'start'))
      expect(outputsOf(started).filter(byDaemon)).not.toEqual([])
      const repeated = outputsOf(await client.during(() => askForLogs(client, demo.clock)))
      expect(repeated.filter((line) => byDaemon(line) || line.startsWith('n '))).toEqual([])
      expect(repeated[0]).toContain('Starting minecraft server')
      expect(repeated.at(-1)).toContain('Done (')
    },
  ],
  [
    'lines that are printed come before, between and after those repeated, and some of them twice',
    'wings router/router_server_ws.go: each message is handled on its own',
    { node: { replay: { readMs: 10, pieceLines: 3, pieceMs: 5 } } },
    async () => {
      const client = await openConsole(demo, token)
      await client.during(() => node().print(survival, lines(148)))
      const told = await client.during(async () => {
        client.send('send logs')
        await client.settled()
        node().print(survival, ['n before'])
        await demo.clock.advance(12)
        node().print(survival, ['n between'])
        await demo.clock.advance(1_000)
        node().print(survival, ['n after'])
      })
      expect(numbered(told)).toEqual([
        'n before',
        'n 1',
        'n 2',
        'n between',
        ...lines(148).slice(2),
        'n before',
        'n after',
      ])
    },
  ],
  [
    'a line may be repeated before it comes live',
    'wings system/sink_pool.go: output waits for each client on its own',
    { node: { replay: { readMs: 5, liveMs: 20 } } },
    async () => {
      const client = await openConsole(demo, token)
      const told = await during(
        client,
        100,
        () => node().print(survival, ['n 1']),
        () => client.send('send logs'),
      )
      expect(numbered(told)).toEqual(['n 1', 'n 1'])
      expect(outputsOf(told).at(-1)).toBe('n 1')
    },
  ],
  [
    'blank lines are repeated, and never come live',
    'wings system/utils.go ScanReader, environment/docker/container.go Readlog',
    {},
    async () => {
      const client = await openConsole(demo, token)
      expect(outputsOf(await client.during(() => node().print(survival, ['a', '', '\r', 'b'])))).toEqual(['a', 'b'])
      const repeated = outputsOf(await client.during(() => askForLogs(client, demo.clock)))
      expect(repeated.slice(-4)).toEqual(['a', '', '', 'b'])
    },
  ],
  [
    'a line over 64 KiB goes on in further lines, and the log ends before it',
    'wings system/utils.go ScanReader, environment/docker/container.go Readlog',
    {},
    async () => {
      const client = await openConsole(demo, token)
      const long = `${'x'.repeat(64 * 1024)}${'lost'.repeat(64)}and the rest`
      const live = outputsOf(await client.during(() => node().print(survival, ['n 1', long, 'n 2'])))
      expect(live).toEqual(['n 1', 'x'.repeat(64 * 1024), 'and the rest', 'n 2'])
      expect(outputsOf(await client.during(() => askForLogs(client, demo.clock))).at(-1)).toBe('n 1')
    },
  ],
  [
    'what is typed is echoed, the daemon’s own stop too',
    'wings environment/docker/container.go: the process has a terminal',
    {},
    async () => {
      const client = await openConsole(demo, token)
      expect(outputsOf(await client.during(() => client.send('send command', 'say hi')))).toEqual([
        'say hi',
        expect.stringContaining('[Server] hi'),
      ])
      const stopped = await during(client, 3_000, () => client.send('set state', 'stop'))
      expect(told(stopped).slice(0, 2)).toEqual(['status stopping', 'stop'])
      const typed = await openConsole(demo, token, creative)
      const outputs = outputsOf(await during(typed, 3_000, () => typed.send('send command', 'stop')))
      expect(outputs.filter((line) => line === 'stop')).toHaveLength(1)
      expect(eventsOf(typed.frames)).toContain('status')
    },
  ],
  [
    'a start has these words of the daemon, and an end has none',
    'wings server/power.go onBeforeStart, server/listeners.go',
    { node: { generation: '1.11' } },
    async () => {
      const client = await openConsole(demo, token, offline)
      const started = await during(client, 4_000, () => client.send('set state', 'start'))
      expect(outputsOf(started).filter(byDaemon).map(plain)).toEqual([
        'Checking server disk space usage, this could take a few seconds...',
        'Updating process configuration files...',
        'Ensuring file permissions are set correctly, this could take a few seconds...',
        'Pulling Docker container image, this could take a few minutes to complete...',
        'Finished pulling Docker container image',
      ])
      const words = told(started).filter((one) => !one.startsWith('stats'))
      expect(words.indexOf('status starting')).toBe(3)
      const stopped = await during(client, 3_000, () => client.send('set state', 'stop'))
      expect(outputsOf(stopped).filter(byDaemon)).toEqual([])
      expect(told(stopped).at(-2)).toBe('status offline')
    },
  ],
  [
    'running is told before the line that means it, or after',
    'wings server/listeners.go processConsoleOutputEvent',
    {},
    async () => {
      const client = await openConsole(demo, token, offline)
      const orders = new Set<boolean>()
      for (let run = 0; run < 8; run += 1) {
        const words = told(await during(client, 4_000, () => client.send('set state', 'start')))
        orders.add(words.indexOf('status running') < words.findIndex((word) => word.includes('Done (')))
        await during(client, 1_000, () => client.send('set state', 'kill'))
      }
      expect(orders).toEqual(new Set([true, false]))
    },
  ],
  [
    'a crash is told as offline, then the reading, then the words, then the start',
    'wings server/server.go OnStateChange, server/crash.go',
    {},
    async () => {
      const client = await openConsole(demo, token, crashes)
      const at = () => told(client.frames).indexOf('status offline')
      for (let second = 0; second < 580 && at() < 0; second += 1) {
        await demo.clock.advance(1_000)
        await client.settled()
      }
      await demo.clock.advance(1_000)
      await client.settled()
      expect(at()).toBeGreaterThan(0)
      const after = told(client.frames).slice(at())
      expect(after[1]).toMatch(/^stats /)
      expect(after.slice(2, 8)).toEqual([
        '---------- Detected server process in a crashed state! ----------',
        'Exit code: 137',
        'Out of memory: false',
        'Checking server disk space usage, this could take a few seconds...',
        'Updating process configuration files...',
        'Ensuring file permissions are set correctly, this could take a few seconds...',
      ])
      expect(after[8]).toBe('status starting')
    },
  ],
  [
    'tokens are denied by account and server, those of the same second too; sockets stay',
    'wings router/tokens/websocket.go DenyJTI, Denylisted',
    {},
    async () => {
      const client = await openConsole(demo, token)
      await demo.clock.advance(500)
      node().revoke(survival)
      expect(await client.during(() => node().print(survival, ['n 1']))).toEqual([denied])
      await demo.clock.advance(300)
      const early = (await credentials(demo, token)).token
      expect(await client.during(() => client.send('auth', early))).toEqual([
        { event: 'jwt error', args: [errorEvent('jwt: created too far in past \\(denylist\\)')] },
      ])
      await openConsole(demo, token, creative)
      await demo.clock.advance(200)
      const late = (await credentials(demo, token)).token
      await demo.clock.advance(5_000)
      client.send('auth', late)
      await client.take('auth success')
      expect(numbered(await client.during(() => node().print(survival, ['n 2'])))).toEqual(['n 2'])
    },
  ],
  [
    'a boot denies the tokens of its own second',
    'wings router/tokens/websocket.go wingsBootTime',
    {},
    async () => {
      await demo.clock.advance(500)
      node().restart()
      await demo.clock.advance(400)
      const { socket, token: early } = await credentials(demo, token)
      const client = await connectConsole(demo, socket)
      expect(eventsOf(await client.during(() => client.send('auth', early)))).toEqual(['jwt error'])
      await demo.clock.advance(100)
      await openConsole(demo, token)
    },
  ],
  [
    'the end of a token is looked for every 30 s, whatever its life, and announced from 60 s on',
    'wings router/websocket/listeners.go listenForExpiration',
    { consoleTokenMs: 100_000 },
    async () => {
      const client = await openConsole(demo, token)
      const news: string[] = []
      for (let seconds = 10; seconds <= 120; seconds += 10) {
        const frames = await client.during(() => demo.clock.advance(10_000))
        const events = new Set(eventsOf(frames).filter((event) => event !== 'stats' && event !== 'console output'))
        news.push(...[...events].map((event) => `${seconds} ${event}`))
      }
      expect(news).toEqual(['60 token expiring', '90 token expiring', '110 jwt error', '120 jwt error'])
    },
  ],
  [
    'more than 2,000 lines in 100 ms are left out, with a word once, and are in the log',
    'wings server/console.go ConsoleThrottle, config/config.go',
    {},
    async () => {
      const client = await openConsole(demo, token)
      const live = outputsOf(await client.during(() => node().print(survival, lines(2_500))))
      expect(live.slice(0, 2_000)).toEqual(lines(2_000))
      expect(live.slice(2_000).map(plain)).toEqual(['Server is outputting console data too quickly -- throttling...'])
      const repeated = numbered(await client.during(() => askForLogs(client, demo.clock)))
      expect(repeated).toEqual(lines(2_500).slice(-150))
      await demo.clock.advance(1)
      expect(numbered(await client.during(() => node().print(survival, ['n 1'])))).toEqual(['n 1'])
    },
  ],
  [
    'an installation is told; its output only to administrators',
    'wings server/install.go, router/websocket/websocket.go SendJson',
    { node: { isAdministrator: true } },
    async () => {
      const administrator = await openConsole(demo, token, offline)
      const person = await openConsole(demo, demo.token({ permissions: ['console', 'power'] }), offline)
      const frames = await administrator.during(() => {
        node().setInstalling(offline, true)
        node().setInstalling(offline, false)
      })
      await person.settled()
      const expected = ['install started', 'daemon message', 'install output', 'daemon message', 'install completed']
      expect(eventsOf(frames)).toEqual(expected)
      expect(frames[0]?.args).toEqual([''])
      expect(eventsOf(person.frames).slice(3)).toEqual(expected.filter((event) => event !== 'install output'))
    },
  ],
  [
    'a transfer may fail, and the sockets stay; its log is for administrators',
    'wings router/router_server_transfer.go, server/transfer/transfer.go',
    { node: { isAdministrator: true } },
    async () => {
      const administrator = await openConsole(demo, token)
      const person = await openConsole(demo, demo.token({ permissions: ['console'] }))
      const frames = await administrator.during(() => node().failMove(survival))
      await person.settled()
      const states = ['pending', 'processing', 'failure']
      expect(eventsOf(frames)).toContain('transfer logs')
      expect(told(frames).filter((word) => word.startsWith('transfer status'))).toEqual(
        states.map((state) => `transfer status ${state}`),
      )
      expect(told(person.frames.slice(2))).toEqual(states.map((state) => `transfer status ${state}`))
      expect(node().sockets(survival)).toBe(2)
    },
  ],
  [
    'every frame ends with a line break',
    'wings router/websocket/websocket.go: a JSON encoder writes it',
    {},
    async () => {
      const client = await openConsole(demo, token)
      const frame = new Promise((resolve) => client.socket.once('message', (data) => resolve(data.toString())))
      node().print(survival, ['a\nb'])
      expect(await frame).toBe('{"event":"console output","args":["a\\nb"]}\n')
    },
  ],
  [
    'the memory limit is in megabytes of a million bytes, with an overhead',
    'wings environment/settings.go BoundedMemoryLimit, config/config_docker.go',
    {},
    async () => {
      const client = await openConsole(demo, token, demoServers.factorio)
      client.send('send stats')
      expect(statsOf(await client.take('stats')).memory_limit_bytes).toBe(2048 * 1.15 * 1_000_000)
    },
  ],
  [
    'an unknown power action is an error, and no silence',
    'wings server/power.go HandlePowerAction',
    {},
    async () => {
      const client = await openConsole(demo, token)
      expect(eventsOf(await client.during(() => client.send('set state', 'explode')))).toEqual(['daemon error'])
    },
  ],
]

it.each(rows)('%s (%s)', async (_what, _source, options, check) => {
  demo = await startFakeDemo({ consoleTokensPerMinute: null, ...options })
  token = demo.token()
  await check()
})
