import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { call, demoServers, must, type StartedDemo } from '../fixtures/demo.ts'
import {
  type ConsoleFrame,
  connectConsole,
  credentials,
  errorEvent,
  eventsOf,
  openConsole,
  outputsOf,
} from '../fixtures/demo-console.ts'
import { setUpFakeDemo, unexpected } from '../fixtures/demo-rig.ts'
import type { FakeClock } from '../fixtures/fake-clock.ts'

const { survival: server, creative, offline } = demoServers
const minute = 60_000

let demo: StartedDemo & { clock: FakeClock }
let token: string

const restartDemo = setUpFakeDemo((started, itsToken) => {
  demo = started
  token = itsToken
})

describe('a reader that is slow', () => {
  it('loses lines, and nothing that answers it, while a quick one loses none', async () => {
    const slow = await openConsole(demo, token, server, { perMessageDeflate: false })
    const quick = await openConsole(demo, token)
    // More than the system's own buffers take, in pieces below the bound, so that only who does not read is over it.
    const [rounds, perRound] = [128, 8]
    const long = 'x'.repeat(64 * 1024)
    slow.socket.pause()
    for (let round = 0; round < rounds; round += 1) {
      demo.panel.node.print(server, Array(perRound).fill(long))
      await quick.settled()
    }
    slow.send('auth', (await credentials(demo, token)).token)
    slow.socket.resume()
    await slow.take('auth success')
    const count = (frames: readonly ConsoleFrame[]) => outputsOf(frames).filter((line) => line === long).length
    expect(count(quick.frames)).toBe(rounds * perRound)
    expect(count(slow.frames)).toBeGreaterThan(perRound)
    expect(count(slow.frames)).toBeLessThan(rounds * perRound)
    await slow.settled()
    expect(outputsOf(await slow.during(() => demo.panel.node.print(server, ['again'])))).toEqual(['again'])
  })
})

describe('the life of nodes and servers', () => {
  it('a cut ends sockets without a close frame', async () => {
    const [one, other] = [await openConsole(demo, token), await openConsole(demo, token, creative)]
    demo.panel.node.cutConnections(server)
    expect(await one.closed).toEqual([1006, ''])
    expect(demo.panel.node.sockets(creative)).toBe(1)
    demo.panel.node.cutConnections()
    expect(await other.closed).toEqual([1006, ''])
    await openConsole(demo, token)
  })

  it('a restart cuts all and denies the tokens of before', async () => {
    const { token: before } = await credentials(demo, token)
    const client = await openConsole(demo, token)
    await demo.clock.advance(1_000)
    demo.panel.node.restart()
    expect(await client.closed).toEqual([1006, ''])
    const again = await openConsole(demo, token)
    const failed = await again.during(() => again.send('auth', before))
    expect(failed).toEqual([{ event: 'jwt error', args: [errorEvent('jwt: created too far in past \\(denylist\\)')] }])
  })

  it('a stopped node is unreachable, while credentials are given; it comes back at its address', async () => {
    const client = await openConsole(demo, token)
    await demo.panel.node.stop()
    expect(await client.closed).toEqual([1006, ''])
    const { socket, token: console } = await credentials(demo, token)
    await expect(connectConsole(demo, socket)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    must(await demo.panel.node.start())
    const back = await connectConsole(demo, socket)
    back.send('auth', console)
    await back.take('auth success')
  })

  it('a move is told, ends the sockets, and leaves a 404 at the old address', async () => {
    const old = await credentials(demo, token)
    const client = await openConsole(demo, token)
    const stays = await openConsole(demo, token, creative)
    must(await demo.panel.node.move(server))
    expect(await client.closed).toEqual([1001, ''])
    expect(client.frames.slice(2)).toEqual(
      ['pending', 'processing', 'completed'].map((state) => ({ event: 'transfer status', args: [state] })),
    )
    await expect(connectConsole(demo, old.socket)).rejects.toThrow('404')
    const moved = await credentials(demo, token)
    expect(new URL(moved.socket).host).not.toBe(new URL(old.socket).host)
    await openConsole(demo, token)
    expect(eventsOf(await stays.during(() => stays.send('send stats')))).toEqual(['stats'])
    must(await demo.panel.node.move(server))
    expect((await credentials(demo, token)).socket).toBe(old.socket)
  })

  it('a move while the node is stopped shows once it is back', async () => {
    const old = await credentials(demo, token)
    await demo.panel.node.stop()
    must(await demo.panel.node.move(server))
    must(await demo.panel.node.start())
    expect((await credentials(demo, token)).socket).not.toBe(old.socket)
    await openConsole(demo, token)
  })

  it('a deleted server says so, closes, and is gone from the list', async () => {
    const { socket } = await credentials(demo, token)
    const client = await openConsole(demo, token)
    const timers = demo.clock.pending()
    demo.panel.node.remove(server)
    expect(await client.closed).toEqual([1001, 'server deleted'])
    expect(client.frames.at(-1)).toEqual({ event: 'deleted', args: ['null'] })
    expect(demo.clock.pending()).toBeLessThan(timers)
    await expect(connectConsole(demo, socket)).rejects.toThrow('404')
    expect((await call(`${demo.baseUrl}/servers/${server}`, token)).status).toBe(404)
    const { data } = await (await call(demo.baseUrl, token)).json()
    expect(data).toHaveLength(7)
  })

  it('a suspended server is killed, and newer nodes close with 4409, at the handshake too', async () => {
    const { socket } = await credentials(demo, token)
    const client = await openConsole(demo, token)
    demo.panel.node.setSuspended(server, true)
    expect(await client.closed).toEqual([4409, 'server is suspended'])
    expect(client.frames).toContainEqual({ event: 'status', args: ['offline'] })
    const late = await connectConsole(demo, socket)
    expect(await late.closed).toEqual([4409, 'server is suspended'])
    expect((await call(`${demo.baseUrl}/servers/${server}/websocket`, token)).status).toBe(409)
    demo.panel.node.setSuspended(server, false)
    const again = await openConsole(demo, token)
    again.send('set state', 'start')
    await demo.clock.advance(200)
    await expect.poll(() => demo.clock.advance(1_000).then(() => eventsOf(again.frames))).toContain('stats')
  })

  it('a server that is suspended before its process exists does not start', async () => {
    await call(`${demo.baseUrl}/servers/${offline}/power`, token, 'POST', { signal: 'start' })
    demo.panel.node.setSuspended(offline, true)
    await demo.clock.advance(minute)
    const { attributes } = await (await call(`${demo.baseUrl}/servers/${offline}`, token)).json()
    expect(attributes).toMatchObject({ status: 'suspended', is_suspended: true })
    expect(demo.panel.consoleLines(offline)).toHaveLength(3)
  })

  it('a suspended server keeps its sockets on older nodes', async () => {
    await restartDemo({ node: { generation: '1.11' } })
    const { socket, token: console } = await credentials(demo, token)
    demo.panel.node.setSuspended(server, true)
    const client = await connectConsole(demo, socket)
    client.send('auth', console)
    await client.take('auth success')
    expect(await client.during(() => client.send('set state', 'start'))).toEqual([
      { event: 'daemon error', args: [errorEvent(unexpected)] },
    ])
  })

  it('a panel that ends takes everything with it, clients that do not read included', async () => {
    const client = await openConsole(demo, token)
    const { socket } = await credentials(demo, token, creative)
    const deaf = await rawUpgrade(socket)
    demo.panel.node.remove(creative)
    must(await demo.panel.node.move(server))
    const moved = await openConsole(demo, token)
    const places = [demo.baseUrl, socket, (await credentials(demo, token)).socket].map((address) => new URL(address))
    const gone = once(deaf, 'close')
    await demo.panel.dispose()
    await Promise.all([client.closed, moved.closed, gone])
    expect(demo.panel.node.sockets(server)).toBe(0)
    for (const { port } of places) expect(await isListening(Number(port))).toBe(false)
    expect(demo.clock.pending()).toBe(0)
  })
})

/** A socket after its handshake that reads nothing more and answers nothing. */
async function rawUpgrade(address: string): Promise<Duplex> {
  const { hostname, port, pathname } = new URL(address)
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': Buffer.alloc(16).toString('base64'),
    origin: new URL(demo.baseUrl).origin,
  }
  const outgoing = request({ hostname, port, path: pathname, headers })
  outgoing.end()
  const [, socket] = (await once(outgoing, 'upgrade')) as [unknown, Duplex]
  socket.on('error', () => {})
  // An end is only noticed by who reads.
  socket.resume()
  return socket
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
