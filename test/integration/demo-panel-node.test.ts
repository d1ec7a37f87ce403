import { describe, expect, it } from 'vitest'
import { call, demoServers } from '../fixtures/demo.ts'
import { askForLogs, eventsOf, openConsole, outputsOf, statsOf } from '../fixtures/demo-console.ts'
import { setUpFakeDemo } from '../fixtures/demo-rig.ts'

const { survival: server, offline } = demoServers
const minute = 60_000

const rig = setUpFakeDemo()

describe('what a server does', () => {
  it('is told: lines one by one, every state, and a reading each second while a process exists', async () => {
    const client = await openConsole(rig.demo, rig.token, offline)
    const power = (signal: string) =>
      call(`${rig.demo.baseUrl}/servers/${offline}/power`, rig.token, 'POST', { signal })
    const started = await client.during(async () => {
      await power('start')
      await rig.demo.clock.advance(4_000)
    })
    expect(started.filter(({ event }) => event === 'status').map(({ args }) => args?.[0])).toEqual([
      'starting',
      'running',
    ])
    expect(outputsOf(started)).toEqual(rig.demo.panel.consoleLines(offline))
    expect(eventsOf(started).filter((event) => event === 'stats')).toHaveLength(3)
    const [reading = { event: 'none' }] = await client.during(() => rig.demo.clock.advance(1_000))
    expect(statsOf(reading)).toMatchObject({ state: 'running', uptime: 4_000, cpu_absolute: expect.any(Number) })

    const stopped = await client.during(async () => {
      await power('stop')
      await rig.demo.clock.advance(2_000)
    })
    expect(stopped.filter(({ event }) => event === 'status').map(({ args }) => args?.[0])).toEqual([
      'stopping',
      'offline',
    ])
    expect(statsOf(stopped.at(-1) ?? { event: 'none' })).toMatchObject({ state: 'offline', uptime: 0, memory_bytes: 0 })
    expect(await client.during(() => rig.demo.clock.advance(minute))).toEqual([])
  })

  it('is told to every client, and to none that left', async () => {
    const [one, two] = [await openConsole(rig.demo, rig.token), await openConsole(rig.demo, rig.token)]
    expect(rig.demo.panel.node.sockets(server)).toBe(2)
    rig.demo.panel.node.print(server, ['both'])
    expect([(await one.take('console output')).args, (await two.take('console output')).args]).toEqual([
      ['both'],
      ['both'],
    ])
    one.socket.close()
    await one.closed
    await expect.poll(() => rig.demo.panel.node.sockets(server)).toBe(1)
    rig.demo.panel.node.print(server, ['one'])
    expect((await two.take('console output')).args).toEqual(['one'])
    const timers = rig.demo.clock.pending()
    two.socket.close()
    await expect.poll(() => rig.demo.panel.node.sockets(server)).toBe(0)
    expect(rig.demo.clock.pending(), 'no readings and no checks without a client').toBe(timers - 2)
  })
})

describe('what a client sends', () => {
  it('logs are the last 150 lines, and none without a process', async () => {
    const client = await openConsole(rig.demo, rig.token)
    const lines = Array.from({ length: 200 }, (_, index) => `line ${index}`)
    await client.during(() => rig.demo.panel.node.print(server, lines))
    expect(outputsOf(await client.during(() => askForLogs(client, rig.demo.clock)))).toEqual(lines.slice(50))
    const resting = await openConsole(rig.demo, rig.token, offline)
    rig.demo.panel.node.print(offline, ['of yesterday'])
    await resting.take('console output')
    expect(await resting.during(() => askForLogs(resting, rig.demo.clock))).toEqual([])
    expect(eventsOf(await resting.during(() => resting.send('send stats')))).toEqual(['stats'])
  })

  it('is throttled on newer nodes: the excess is dropped, with one notice an episode', async () => {
    const client = await openConsole(rig.demo, rig.token)
    await rig.demo.clock.advance(10_000)
    const flood = await client.during(() => {
      for (let index = 0; index < 8; index += 1) client.send('send stats')
    })
    expect(flood.map(({ event, args }) => (event === 'stats' ? event : args?.[0]))).toEqual([
      'stats',
      'stats',
      'stats',
      'stats',
      'send stats',
    ])
    await rig.demo.clock.advance(1_000)
    expect(eventsOf(await client.during(() => client.send('send stats')))).toEqual(['stats'])
  })
})
