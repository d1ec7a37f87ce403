import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { call, demoServers, must } from '../fixtures/demo.ts'
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

const { survival: server, creative, offline } = demoServers
const minute = 60_000

const rig = setUpFakeDemo()
const { restart } = rig

describe('a reader that is slow', () => {
  it('loses lines, and nothing that answers it, while a quick one loses none', async () => {
    const slow = await openConsole(rig.demo, rig.token, server, { perMessageDeflate: false })
    const quick = await openConsole(rig.demo, rig.token)
    // More than the system's own buffers take, in pieces below the bound, so that only who does not read is over it.
    const [rounds, perRound] = [128, 8]
    const long = 'x'.repeat(64 * 1024)
    slow.socket.pause()
    for (let round = 0; round < rounds; round += 1) {
      rig.demo.panel.node.print(server, Array(perRound).fill(long))
      await quick.settled()
    }
    slow.send('auth', (await credentials(rig.demo, rig.token)).token)
    slow.socket.resume()
    await slow.take('auth success')
    const count = (frames: readonly ConsoleFrame[]) => outputsOf(frames).filter((line) => line === long).length
    expect(count(quick.frames)).toBe(rounds * perRound)
    expect(count(slow.frames)).toBeGreaterThan(perRound)
    expect(count(slow.frames)).toBeLessThan(rounds * perRound)
    await slow.settled()
    expect(outputsOf(await slow.during(() => rig.demo.panel.node.print(server, ['again'])))).toEqual(['again'])
  })
})

describe('the life of nodes and servers', () => {
  it('a cut ends sockets without a close frame', async () => {
    const [one, other] = [await openConsole(rig.demo, rig.token), await openConsole(rig.demo, rig.token, creative)]
    rig.demo.panel.node.cutConnections(server)
    expect(await one.closed).toEqual([1006, ''])
    expect(rig.demo.panel.node.sockets(creative)).toBe(1)
    rig.demo.panel.node.cutConnections()
    expect(await other.closed).toEqual([1006, ''])
    await openConsole(rig.demo, rig.token)
  })

  it('a restart cuts all and denies the tokens of before', async () => {
    const { token: before } = await credentials(rig.demo, rig.token)
    const client = await openConsole(rig.demo, rig.token)
    await rig.demo.clock.advance(1_000)
    rig.demo.panel.node.restart()
    expect(await client.closed).toEqual([1006, ''])
    const again = await openConsole(rig.demo, rig.token)
    const failed = await again.during(() => again.send('auth', before))
    expect(failed).toEqual([{ event: 'jwt error', args: [errorEvent('jwt: created too far in past \\(denylist\\)')] }])
  })

  it('a stopped node is unreachable, while credentials are given; it comes back at its address', async () => {
    const client = await openConsole(rig.demo, rig.token)
    await rig.demo.panel.node.stop()
    expect(await client.closed).toEqual([1006, ''])
    const { socket, token: console } = await credentials(rig.demo, rig.token)
    await expect(connectConsole(rig.demo, socket)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    must(await rig.demo.panel.node.start())
    const back = await connectConsole(rig.demo, socket)
    back.send('auth', console)
    await back.take('auth success')
  })

  it('a move is told, ends the sockets, and leaves a 404 at the old address', async () => {
    const old = await credentials(rig.demo, rig.token)
    const client = await openConsole(rig.demo, rig.token)
    const stays = await openConsole(rig.demo, rig.token, creative)
    must(await rig.demo.panel.node.move(server))
    expect(await client.closed).toEqual([1001, ''])
    expect(client.frames.slice(2)).toEqual(
      ['pending', 'processing', 'completed'].map((state) => ({ event: 'transfer status', args: [state] })),
    )
    await expect(connectConsole(rig.demo, old.socket)).rejects.toThrow('404')
    const moved = await credentials(rig.demo, rig.token)
    expect(new URL(moved.socket).host).not.toBe(new URL(old.socket).host)
    await openConsole(rig.demo, rig.token)
    expect(eventsOf(await stays.during(() => stays.send('send stats')))).toEqual(['stats'])
    must(await rig.demo.panel.node.move(server))
    expect((await credentials(rig.demo, rig.token)).socket).toBe(old.socket)
  })

  it('a move while the node is stopped shows once it is back', async () => {
    const old = await credentials(rig.demo, rig.token)
    await rig.demo.panel.node.stop()
    must(await rig.demo.panel.node.move(server))
    must(await rig.demo.panel.node.start())
    expect((await credentials(rig.demo, rig.token)).socket).not.toBe(old.socket)
    await openConsole(rig.demo, rig.token)
  })

  it('a deleted server says so, closes, and is gone from the list', async () => {
    const { socket } = await credentials(rig.demo, rig.token)
    const client = await openConsole(rig.demo, rig.token)
    const timers = rig.demo.clock.pending()
    rig.demo.panel.node.remove(server)
    expect(await client.closed).toEqual([1001, 'server deleted'])
    expect(client.frames.at(-1)).toEqual({ event: 'deleted', args: ['null'] })
    expect(rig.demo.clock.pending()).toBeLessThan(timers)
    await expect(connectConsole(rig.demo, socket)).rejects.toThrow('404')
    expect((await call(`${rig.demo.baseUrl}/servers/${server}`, rig.token)).status).toBe(404)
    const { data } = await (await call(rig.demo.baseUrl, rig.token)).json()
    expect(data).toHaveLength(7)
  })

  it('a suspended server is killed, and newer nodes close with 4409, at the handshake too', async () => {
    const { socket } = await credentials(rig.demo, rig.token)
    const client = await openConsole(rig.demo, rig.token)
    rig.demo.panel.node.setSuspended(server, true)
    expect(await client.closed).toEqual([4409, 'server is suspended'])
    expect(client.frames).toContainEqual({ event: 'status', args: ['offline'] })
    const late = await connectConsole(rig.demo, socket)
    expect(await late.closed).toEqual([4409, 'server is suspended'])
    expect((await call(`${rig.demo.baseUrl}/servers/${server}/websocket`, rig.token)).status).toBe(409)
    rig.demo.panel.node.setSuspended(server, false)
    const again = await openConsole(rig.demo, rig.token)
    again.send('set state', 'start')
    await rig.demo.clock.advance(200)
    await expect.poll(() => rig.demo.clock.advance(1_000).then(() => eventsOf(again.frames))).toContain('stats')
  })

  it('a server that is suspended before its process exists does not start', async () => {
    await call(`${rig.demo.baseUrl}/servers/${offline}/power`, rig.token, 'POST', { signal: 'start' })
    rig.demo.panel.node.setSuspended(offline, true)
    await rig.demo.clock.advance(minute)
    const { attributes } = await (await call(`${rig.demo.baseUrl}/servers/${offline}`, rig.token)).json()
    expect(attributes).toMatchObject({ status: 'suspended', is_suspended: true })
    expect(rig.demo.panel.consoleLines(offline)).toHaveLength(3)
  })

  it('a suspended server keeps its sockets on older nodes', async () => {
    await restart({ node: { generation: '1.11' } })
    const { socket, token: console } = await credentials(rig.demo, rig.token)
    rig.demo.panel.node.setSuspended(server, true)
    const client = await connectConsole(rig.demo, socket)
    client.send('auth', console)
    await client.take('auth success')
    expect(await client.during(() => client.send('set state', 'start'))).toEqual([
      { event: 'daemon error', args: [errorEvent(unexpected)] },
    ])
  })

  it('a panel that ends takes everything with it, clients that do not read included', async () => {
    const client = await openConsole(rig.demo, rig.token)
    const { socket } = await credentials(rig.demo, rig.token, creative)
    const deaf = await rawUpgrade(socket)
    rig.demo.panel.node.remove(creative)
    must(await rig.demo.panel.node.move(server))
    const moved = await openConsole(rig.demo, rig.token)
    const places = [rig.demo.baseUrl, socket, (await credentials(rig.demo, rig.token)).socket].map(
      (address) => new URL(address),
    )
    const gone = once(deaf, 'close')
    await rig.demo.panel.dispose()
    await Promise.all([client.closed, moved.closed, gone])
    expect(rig.demo.panel.node.sockets(server)).toBe(0)
    for (const { port } of places) expect(await isListening(Number(port))).toBe(false)
    expect(rig.demo.clock.pending()).toBe(0)
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
    origin: new URL(rig.demo.baseUrl).origin,
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
