import { describe, expect, it } from 'vitest'
import { call, demoServers, startFakeDemo } from '../fixtures/demo.ts'
import {
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
