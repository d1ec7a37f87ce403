import { describe, expect, it } from 'vitest'
import { call, demoServers, startFakeDemo } from '../fixtures/demo.ts'
import {
  askForLogs,
  connectConsole,
  credentials,
  errorEvent,
  eventsOf,
  openConsole,
  outputsOf,
  statsOf,
} from '../fixtures/demo-console.ts'
import { setUpFakeDemo, unexpected } from '../fixtures/demo-rig.ts'

const { survival: server, creative, offline, suspended } = demoServers
const uuidTail = '-7d1c-4a52-9f3b-0c86e4d2a917'
const minute = 60_000

const rig = setUpFakeDemo()
const { restart } = rig

describe('credentials', () => {
  const ask = (apiToken = rig.token, id: string = server) =>
    call(`${rig.demo.baseUrl}/servers/${id}/websocket`, apiToken)

  it('are a token and the address of the server’s socket, without the usual envelope', async () => {
    const response = await ask()
    expect(response.status).toBe(200)
    const body = await response.json()
    expect(Object.keys(body)).toEqual(['data'])
    expect(body.data.socket).toMatch(new RegExp(`^ws://127\\.0\\.0\\.1:\\d+/api/servers/${server}${uuidTail}/ws$`))
    expect(new URL(body.data.socket).port).not.toBe(new URL(rig.demo.baseUrl).port)
    const claims = JSON.parse(Buffer.from(body.data.token.split('.')[1], 'base64url').toString())
    const seconds = rig.demo.clock.now() / 1000
    expect(claims).toMatchObject({
      iss: new URL(rig.demo.baseUrl).origin,
      aud: `http://${new URL(body.data.socket).host}`,
      iat: seconds,
      nbf: seconds - 300,
      exp: seconds + 600,
      server_uuid: `${server}${uuidTail}`,
      permissions: ['*'],
      scope: 'websocket',
    })
  })

  it.each([
    [['settings'], ['websocket.connect', 'settings.rename']],
    [['console'], ['websocket.connect', 'control.console']],
    [['power'], ['websocket.connect', 'control.start', 'control.stop', 'control.restart']],
  ] as const)('of a key with %j permit %j', async (held, permitted) => {
    const { data } = await (await ask(rig.demo.token({ permissions: held }))).json()
    expect(JSON.parse(Buffer.from(data.token.split('.')[1], 'base64url').toString()).permissions).toEqual(permitted)
  })

  it('are refused while the server is suspended', async () => {
    const response = await ask(rig.token, suspended)
    expect(response.status).toBe(409)
    expect((await response.json()).errors[0].code).toBe('ServerStateConflictException')
  })

  it('are given five times a minute a server, whichever key asks', async () => {
    const second = rig.demo.token()
    const five = await Promise.all([ask(), ask(second), ask(), ask(second), ask()])
    expect(five.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(five[4]?.headers.get('x-ratelimit-limit')).toBe('5')
    await rig.demo.clock.advance(20_000)
    const sixth = await ask(second)
    expect(sixth.status).toBe(429)
    expect(await sixth.json()).toEqual({
      errors: [{ code: 'ThrottleRequestsException', status: '429', detail: 'Too Many Attempts.' }],
    })
    expect(sixth.headers.get('retry-after')).toBe('40')
    expect(sixth.headers.get('x-ratelimit-remaining')).toBe('0')
    expect(sixth.headers.get('x-ratelimit-reset')).toBe(String(rig.demo.clock.now() / 1000 + 40))
    expect((await ask(rig.token, creative)).status).toBe(200)
    await rig.demo.clock.advance(40_000)
    expect((await ask()).status).toBe(200)
    expect(rig.demo.panel.node.tokensIssued(server)).toBe(6)
  })

  it('are given by the limit that is set', async () => {
    rig.demo.panel.node.setTokenLimit(1)
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 429])
    rig.demo.panel.node.setTokenLimit(null)
    for (let index = 0; index < 10; index += 1) expect((await ask()).status).toBe(200)
  })

  it('have no limit on older panels, and are not found on panels without live output', async () => {
    await restart({ node: { generation: '1.11' } })
    for (let index = 0; index < 8; index += 1) expect((await ask()).status).toBe(200)
    await restart({ liveOutput: false })
    const response = await ask()
    expect(response.status).toBe(404)
    expect((await response.json()).errors[0].code).toBe('NotFoundHttpException')
  })
})

describe('auth', () => {
  it('is answered by success and status, and stats only of a server that is offline', async () => {
    const running = await openConsole(rig.demo, rig.token)
    expect(running.frames).toEqual([{ event: 'auth success' }, { event: 'status', args: ['running'] }])
    const resting = await openConsole(rig.demo, rig.token, offline)
    expect(eventsOf(resting.frames)).toEqual(['auth success', 'status', 'stats'])
    expect(resting.frames[1]?.args).toEqual(['offline'])
    expect(statsOf(await resting.take('stats'))).toEqual({
      memory_bytes: 0,
      memory_limit_bytes: 4096 * 1.1 * 1_000_000,
      cpu_absolute: 0,
      network: { rx_bytes: 0, tx_bytes: 0 },
      uptime: 0,
      state: 'offline',
      disk_bytes: expect.any(Number),
    })
  })

  it('again is answered by success alone', async () => {
    const client = await openConsole(rig.demo, rig.token)
    const { token: fresh } = await credentials(rig.demo, rig.token)
    expect(await client.during(() => client.send('auth', fresh))).toEqual([{ event: 'auth success' }])
  })

  const failures: readonly (readonly [string, () => Promise<string>, string, string])[] = [
    ['a malformed token', async () => 'junk', 'daemon error', unexpected],
    [
      'a token of another panel',
      async () => {
        const other = await startFakeDemo()
        const data = await credentials(other, other.token())
        await other.panel.dispose()
        return data.token
      },
      'daemon error',
      unexpected,
    ],
    [
      'an expired token',
      async () => {
        const data = await credentials(rig.demo, rig.token)
        await rig.demo.clock.advance(10 * minute + 1_000)
        return data.token
      },
      'jwt error',
      'jwt: exp claim is invalid',
    ],
    [
      'a denied token',
      async () => {
        const data = await credentials(rig.demo, rig.token)
        await rig.demo.clock.advance(1_000)
        rig.demo.panel.node.restart()
        return data.token
      },
      'jwt error',
      'jwt: created too far in past \\(denylist\\)',
    ],
    [
      'a token of another server',
      async () => (await credentials(rig.demo, rig.token, creative)).token,
      'jwt error',
      'jwt: server uuid mismatch',
    ],
  ]
  it.each(failures)('with %s fails, in the longer shape', async (_what, bad, event, text) => {
    const wrong = await bad()
    const good = await credentials(rig.demo, rig.token)
    const client = await connectConsole(rig.demo, good.socket)
    expect(await client.during(() => client.send('auth', wrong))).toEqual([{ event, args: [errorEvent(text)] }])
    expect(await client.during(() => client.send('send logs')), 'still without a token').toEqual([
      { event: 'jwt error', args: ['jwt: no jwt present'] },
    ])
    client.send('auth', good.token)
    await client.take('auth success')
  })

  it('that fails leaves the token before it in use', async () => {
    const client = await openConsole(rig.demo, rig.token)
    await client.during(() => client.send('auth', 'junk'))
    expect(eventsOf(await client.during(() => client.send('send stats')))).toEqual(['stats'])
  })

  it('comes before everything: nothing is told without it', async () => {
    const { socket } = await credentials(rig.demo, rig.token)
    const client = await connectConsole(rig.demo, socket)
    expect(await client.during(() => client.send('send command', 'list'))).toEqual([
      { event: 'jwt error', args: ['jwt: no jwt present'] },
    ])
    rig.demo.panel.node.print(server, ['a secret line'])
    await rig.demo.clock.advance(5_000)
    await client.settled()
    expect(client.frames).toHaveLength(1)
    expect(rig.demo.panel.consoleLines(server).at(-1)).toBe('a secret line')
  })
})

describe('a token that ends', () => {
  it('is announced in its last minute, and after its end every event is replaced and lost', async () => {
    const client = await openConsole(rig.demo, rig.token)
    const said = () => eventsOf(client.frames).filter((event) => event.startsWith('token') || event === 'jwt error')
    await rig.demo.clock.advance(9 * minute - 1)
    await client.settled()
    expect(said()).toEqual([])
    await rig.demo.clock.advance(minute)
    await client.settled()
    expect(said()).toEqual(['token expiring', 'token expiring'])
    await rig.demo.clock.advance(1)
    await client.settled()
    expect(said(), 'good to the end of the second').toEqual(['token expiring', 'token expiring', 'token expired'])

    const after = await client.during(async () => {
      await rig.demo.clock.advance(1_000)
      rig.demo.panel.node.print(server, ['lost'])
    })
    // A reading, and the line.
    expect(after).toEqual(after.map(() => ({ event: 'jwt error', args: ['jwt: exp claim is invalid'] })))
    expect(after.length).toBeGreaterThanOrEqual(2)
    expect(await client.during(() => client.send('send stats'))).toEqual([
      { event: 'jwt error', args: ['jwt: exp claim is invalid'] },
    ])

    const { token: fresh } = await credentials(rig.demo, rig.token)
    const renewed = await client.during(() => client.send('auth', fresh))
    expect(renewed).toEqual([{ event: 'auth success' }])
    expect(outputsOf(await client.during(() => rig.demo.panel.node.print(server, ['kept'])))).toEqual(['kept'])
  })

  it('is renewed on the same socket in time, for hours', async () => {
    const client = await openConsole(rig.demo, rig.token)
    for (let round = 0; round < 20; round += 1) {
      await rig.demo.clock.advance(9 * minute)
      await client.take('token expiring')
      client.send('auth', (await credentials(rig.demo, rig.token)).token)
      await client.take('auth success')
    }
    expect(eventsOf(client.frames)).not.toContain('jwt error')
    expect(rig.demo.panel.node.sockets(server)).toBe(1)
  })

  it('that lives shorter than the checks are apart is never announced', async () => {
    await restart({ consoleTokenMs: 20_000 })
    const client = await openConsole(rig.demo, rig.token)
    await rig.demo.clock.advance(20_999)
    await client.settled()
    expect(eventsOf(client.frames).filter((event) => event.startsWith('token') || event === 'jwt error')).toEqual([])
    await rig.demo.clock.advance(1)
    await client.take('jwt error')
  })
})

describe('what a server does', () => {
  it('is told: lines one by one, every state, and a reading each second while a process exists', async () => {
    const client = await openConsole(rig.demo, rig.token, offline)
    const started = await client.during(async () => {
      expect(
        (await call(`${rig.demo.baseUrl}/servers/${offline}/power`, rig.token, 'POST', { signal: 'start' })).status,
      ).toBe(204)
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
      client.send('set state', 'stop')
      await client.settled()
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

  it('is shown whatever its text is', async () => {
    const client = await openConsole(rig.demo, rig.token)
    const lines = ['a\r\nb', '\u001b]0;title\u0007', '\u202Ebidi', '\ud800', '"}]', 'x'.repeat(64 * 1024)]
    expect(outputsOf(await client.during(() => rig.demo.panel.node.print(server, lines)))).toEqual(lines)
    rig.demo.panel.node.print(server, Array(200_000).fill('flood'))
    expect(rig.demo.panel.consoleLines(server)).toEqual(Array(500).fill('flood'))
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

  it('commands run and are noted, by right and while the server runs', async () => {
    const client = await openConsole(rig.demo, rig.token)
    const answered = await client.during(() => client.send('send command', 'say ', 'hello'))
    expect(outputsOf(answered)).toEqual(['say hello', expect.stringMatching(/\[Server\] hello$/)])
    const { data } = await (await call(`${rig.demo.baseUrl}/servers/${server}/activity`, rig.token)).json()
    expect(data[0].attributes).toMatchObject({ event: 'server:console.command', properties: { command: 'say hello' } })

    const reader = await openConsole(rig.demo, rig.demo.token({ permissions: ['power'] }))
    expect(await reader.during(() => reader.send('send command', 'say no'))).toEqual([])
    const resting = await openConsole(rig.demo, rig.token, offline)
    expect(await resting.during(() => resting.send('send command', 'say no'))).toEqual([])
  })

  it('commands are told to the panel late where the machine tells in batches, at the time they were sent', async () => {
    rig.demo.panel.activity.setBatches(60_000)
    const deeds = async () => {
      const { data } = await (await call(`${rig.demo.baseUrl}/servers/${server}/activity`, rig.token)).json()
      return data.map(({ attributes }: { attributes: { event: string; timestamp: string } }) => attributes)
    }
    const client = await openConsole(rig.demo, rig.token)
    const sentAt = rig.demo.clock.now()
    await client.during(() => client.send('send command', 'say hello'))
    await call(`${rig.demo.baseUrl}/servers/${server}/command`, rig.token, 'POST', { command: 'list' })
    expect(await deeds()).toMatchObject([{ event: 'server:console.command' }])
    await rig.demo.clock.advance(60_000)
    const [late, atOnce, ...others] = await deeds()
    expect([late, atOnce]).toMatchObject([
      { properties: { command: 'say hello' } },
      { properties: { command: 'list' } },
    ])
    expect(others).toEqual([])
    expect(Date.parse(late.timestamp)).toBeLessThan(sentAt + 60_000)
  })

  it('signals act by right, and say when they cannot', async () => {
    const reader = await openConsole(rig.demo, rig.demo.token({ permissions: ['console'] }), creative)
    expect(await reader.during(() => reader.send('set state', 'stop'))).toEqual([])
    const client = await openConsole(rig.demo, rig.token, creative)
    expect(await client.during(() => client.send('set state', 'start'))).toEqual([
      { event: 'daemon error', args: [errorEvent(unexpected)] },
    ])
    const stopping = await client.during(() => client.send('set state', 'restart'))
    expect(stopping).toContainEqual({ event: 'status', args: ['stopping'] })
    expect(await client.during(() => client.send('set state', 'stop'))).toEqual([
      {
        event: 'daemon error',
        args: [errorEvent('another power action is currently being processed for this server, please try again later')],
      },
    ])
    expect(await client.during(() => client.send('set state', 'kill'))).toContainEqual({
      event: 'status',
      args: ['offline'],
    })
  })

  it('is kept for tests to see, without tokens', async () => {
    const client = await openConsole(rig.demo, rig.token)
    await client.during(() => client.send('send command', 'list'))
    expect(rig.demo.panel.node.received(server)).toEqual([
      { event: 'auth', args: [] },
      { event: 'send command', args: ['list'] },
    ])
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
    expect(await client.during(() => client.send('send command', 'list'))).toHaveLength(2)
    expect(await client.during(() => client.send('send command', 'list'))).toHaveLength(2)
    expect(await client.during(() => client.send('send command', 'list'))).toEqual([
      { event: 'throttled', args: ['global'] },
    ])
    await rig.demo.clock.advance(1_000)
    expect(eventsOf(await client.during(() => client.send('send stats')))).toEqual(['stats'])
  })

  it('is not throttled on older nodes', async () => {
    await restart({ node: { generation: '1.11' } })
    const client = await openConsole(rig.demo, rig.token)
    const flood = await client.during(() => {
      for (let index = 0; index < 50; index += 1) client.send('send stats')
    })
    expect(eventsOf(flood)).toEqual(Array(50).fill('stats'))
  })
})
