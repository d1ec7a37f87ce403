import { once } from 'node:events'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { call, demoServers, type StartedDemo, startFakeDemo } from '../fixtures/demo.ts'
import { connectConsole, credentials, openConsole } from '../fixtures/demo-console.ts'
import type { FakeClock } from '../fixtures/fake-clock.ts'
import { expectRefusesAnyBytes, sendRaw, statusOf } from '../fixtures/raw-http.ts'
import { sizeOf } from '../fixtures/run.ts'

const { survival: server, creative } = demoServers

let demo: StartedDemo & { clock: FakeClock }
let token: string
let origin: string
let address: string
let port: number
const logged: string[] = []

beforeAll(async () => {
  // Older nodes take any number of messages, so that each of them is really read.
  const node = { generation: '1.11', maxSocketsPerServer: 30 } as const
  demo = await startFakeDemo({ node, log: (line) => logged.push(line) })
  token = demo.token()
  origin = new URL(demo.baseUrl).origin
  address = (await credentials(demo, token)).socket
  port = Number(new URL(address).port)
})
afterAll(() => demo.panel.dispose())

async function stillWell() {
  const client = await openConsole(demo, token)
  const frames = await client.during(() => client.send('send stats'))
  expect(frames.map(({ event }) => event)).toEqual(['stats'])
  expect((await call(demo.baseUrl, token)).status).toBe(200)
  expect(logged).toEqual([])
  client.socket.terminate()
  await client.closed
  await expect.poll(() => demo.panel.node.sockets(server)).toBe(0)
}

const raw = (bytes: string | Uint8Array) => sendRaw(port, bytes)

const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n'
const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
const handshake = (lines: string, path = new URL(address).pathname, handed = key) =>
  raw(`GET ${path} HTTP/1.1\r\n${lines}${upgrade}${handed}\r\n`)
const own = () => `Host: 127.0.0.1:${port}\r\n`
const errorOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)).error

describe('the handshake', () => {
  it.each([
    ['without an origin', () => own(), 403],
    ['from another origin', () => `${own()}Origin: http://evil.example\r\n`, 403],
    ['from the origin with a slash', () => `${own()}Origin: ${origin}/\r\n`, 403],
    ['from the panel by another name', () => `${own()}Origin: ${origin.replace('127.0.0.1', 'localhost')}\r\n`, 403],
    ['from the panel by another scheme', () => `${own()}Origin: ${origin.replace('http', 'https')}\r\n`, 403],
    ['at the node by another name', () => `Host: evil.example:${port}\r\nOrigin: ${origin}\r\n`, 421],
    ['at the panel’s port', () => `Host: ${new URL(origin).host}\r\nOrigin: ${origin}\r\n`, 421],
  ])('is refused %s', async (_what, lines, status) => {
    const answer = await handshake(lines())
    expect(statusOf(answer)).toBe(status)
    expect(errorOf(answer)).toEqual(expect.any(String))
    expect(demo.panel.node.sockets(server)).toBe(0)
  })

  it.each([
    ['an unknown server', () => `/api/servers/00000000-0000-4000-8000-000000000000/ws`],
    ['a short identifier', () => `/api/servers/${server}/ws`],
    ['no server', () => '/'],
    ['the panel’s own path', () => `/api/client/servers/${server}/websocket`],
  ])('answers 404 for %s', async (_what, path) => {
    const answer = await handshake(`${own()}Origin: ${origin}\r\n`, path())
    expect(statusOf(answer)).toBe(404)
    expect(errorOf(answer)).toBe('The requested resource does not exist on this instance.')
  })

  it('is refused without a proper key', async () => {
    expect(statusOf(await handshake(`${own()}Origin: ${origin}\r\n`, undefined, ''))).toBe(400)
    await stillWell()
  })

  it('is the only thing there: plain HTTP is not found', async () => {
    for (const path of [new URL(address).pathname, '/', '/api/client']) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Connection: 'close' } })
      expect(response.status).toBe(404)
      expect(await response.json()).toEqual({ error: expect.any(String) })
    }
    expect(statusOf(await raw(`GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`))).toBe(421)
  })

  it('is refused for the 31st socket of a server, and taken again when one leaves', async () => {
    const open = await Promise.all(Array.from({ length: 30 }, () => connectConsole(demo, address)))
    const answer = await handshake(`${own()}Origin: ${origin}\r\n`)
    expect(statusOf(answer)).toBe(400)
    expect(errorOf(answer)).toBe('Too many open websocket connections.')
    const other = await openConsole(demo, token, creative)
    other.socket.terminate()
    open[0]?.socket.close()
    await open[0]?.closed
    await expect.poll(() => demo.panel.node.sockets(server)).toBe(29)
    const next = await connectConsole(demo, address)
    for (const { socket } of [...open, next]) socket.terminate()
    await expect.poll(() => demo.panel.node.sockets(server)).toBe(0)
    await stillWell()
  })

  it('takes any bytes without a crash', async () => {
    await expectRefusesAnyBytes(port)
    await stillWell()
  })
})

describe('hostile frames', () => {
  const ignored: readonly (readonly [string, string | Uint8Array])[] = [
    ['text that is not JSON', 'send stats'],
    ['nothing', ''],
    ['JSON that is no object', '[1,2]'],
    ['an event that is no text', '{"event":["send stats"]}'],
    ['arguments that are no texts', '{"event":"send stats","args":[1]}'],
    ['arguments that are no list', '{"event":"send stats","args":"x"}'],
    ['a name of every object', '{"event":"__proto__","args":["toString"]}'],
    ['deep nesting', '['.repeat(32_000)],
    ['a binary frame', Buffer.from('{"event":"send stats"}')],
  ]
  it.each(ignored)('%s: ignored', async (_what, frame) => {
    const client = await openConsole(demo, token)
    expect(await client.during(() => client.socket.send(frame))).toEqual([])
    client.socket.terminate()
    await client.closed
    await stillWell()
  })

  it.each([
    ['one byte over the bound', 32_769, false],
    ['a bomb that is small on the wire', 100_000_000, true],
  ])('%s ends that connection alone', async (_what, size, compress) => {
    const client = await openConsole(demo, token)
    const other = await openConsole(demo, token)
    expect(await client.during(() => client.socket.send('x'.repeat(32_768)))).toEqual([])
    client.socket.send('x'.repeat(size), { compress })
    expect(await client.closed).toEqual([1009, ''])
    expect(await other.during(() => other.send('send stats'))).toHaveLength(1)
    other.socket.terminate()
    await stillWell()
  })

  it('text that is not UTF-8 ends that connection alone', async () => {
    const client = await openConsole(demo, token)
    client.socket.send(Buffer.from([0xff, 0xfe, 0xc0]), { binary: false })
    expect(await client.closed).toEqual([1007, ''])
    await stillWell()
  })

  it('pieces of garbage do nothing', async () => {
    const event = fc.constantFrom('send stats', 'send logs', 'set state', 'send command', 'what', '')
    const garbage = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.json(),
      fc.record({ event: fc.oneof(fc.jsonValue(), event), args: fc.jsonValue() }).map((value) => JSON.stringify(value)),
      fc.record({ event, args: fc.array(fc.string()) }).map((value) => JSON.stringify(value)),
      fc.uint8Array({ maxLength: 60 }),
    )
    const client = await connectConsole(demo, address)
    const lines = demo.panel.consoleLines(server)
    for (const frame of fc.sample(garbage, sizeOf({ short: 2_000, long: 10_000 }))) client.socket.send(frame)
    await client.settled()
    expect(new Set(client.frames.map((frame) => JSON.stringify(frame)))).toEqual(
      new Set(['{"event":"jwt error","args":["jwt: no jwt present"]}']),
    )
    expect(demo.panel.consoleLines(server)).toEqual(lines)
    expect(demo.panel.node.received(server).length).toBeLessThanOrEqual(500)
    client.socket.terminate()
    await client.closed
    await stillWell()
  })

  it('any auth but a token of the panel is an error, and none is a crash', async () => {
    const client = await connectConsole(demo, address)
    const good = (await credentials(demo, token)).token
    const changed = fc
      .tuple(fc.nat(good.length - 1), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }))
      .map(([at, letter]) => good.slice(0, at) + letter + good.slice(at + 1))
      .filter((text) => text !== good)
    const text = fc.oneof(fc.string({ unit: 'binary' }), changed)
    for (const bad of fc.sample(text, { numRuns: 500, seed: 6 })) client.send('auth', bad)
    await client.settled()
    expect(client.frames).toHaveLength(500)
    expect(new Set(client.frames.map(({ event }) => event))).toEqual(new Set(['daemon error']))
    client.socket.terminate()
    await client.closed
    await stillWell()
  })
})

describe('hostile messages to a client', () => {
  it('go out as they are: any text, any size, bytes that are no text', async () => {
    const socket = new WebSocket(address, { origin, skipUTF8Validation: true })
    await once(socket, 'open')
    for (const frame of ['not JSON', '{"event":1}', 'x'.repeat(1_000_000), Uint8Array.of(0x61, 0xff)]) {
      const came = once(socket, 'message')
      demo.panel.node.send(server, frame)
      expect(await came).toEqual([typeof frame === 'string' ? Buffer.from(frame) : Buffer.from(frame), false])
    }
    socket.terminate()
    await expect.poll(() => demo.panel.node.sockets(server)).toBe(0)
  })
})
