import { randomBytes } from 'node:crypto'
import type { Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Target } from '../../electron/players/address.ts'
import { askGame, type GameAnswer } from '../../electron/players/ask.ts'
import { type Sockets, systemSockets } from '../../electron/players/ask-udp.ts'
import type { GameId } from '../../shared/model/players.ts'
import { eventually } from '../fixtures/eventually.ts'
import { createFakeClock, type FakeClock } from '../fixtures/fake-clock.ts'
import {
  bedrockPong,
  challengePacket,
  httpAnswer,
  infoPacket,
  openUdp,
  startTcpGame,
  startUdpGame,
  statusFrame,
  type TcpBehaviour,
  type UdpBehaviour,
} from '../fixtures/game-server.ts'

let tcp: Awaited<ReturnType<typeof startTcpGame>>
let udp: Awaited<ReturnType<typeof startUdpGame>>
let clock: FakeClock
/** Every socket for UDP that was made. */
let made: UdpSocket[]

beforeEach(async () => {
  ;[tcp, udp] = await Promise.all([startTcpGame(), startUdpGame()])
  clock = createFakeClock()
  made = []
})
afterEach(() => Promise.all([tcp.close(), udp.close()]))

const sockets: Sockets = {
  ...systemSockets,
  createUdp(family) {
    const socket = systemSockets.createUdp(family)
    made.push(socket)
    return socket
  },
}

function at(port: number): Target {
  return { host: 'play.example.com', port, address: '127.0.0.1', family: 4 }
}

type More = Partial<{ sockets: Sockets; signal: AbortSignal }>
const ask = (game: GameId, port: number, more: More = {}) =>
  askGame(game, at(port), { sockets, clock, random: randomBytes, signal: new AbortController().signal, ...more })

/** The same ping with one bit of its time turned, which an answer repeats: never by chance what was asked with. */
function anotherTime(ping: Buffer): Buffer {
  const other = Buffer.from(ping)
  other.writeUInt8(ping.readUInt8(8) ^ 1, 8)
  return other
}

const noAnswer: GameAnswer = { unknown: 'no-answer', isUdpSilent: false }
const udpSilent: GameAnswer = { unknown: 'no-answer', isUdpSilent: true }
const status = statusFrame({
  players: { online: 2, max: 20, sample: [{ name: 'Alice' }] },
  favicon: 'x'.repeat(30_000),
})
const statusRead: GameAnswer = { reading: { online: 2, max: 20, names: ['Alice'] } }

function writeForever(socket: Socket, bytes: Buffer): void {
  if (!socket.destroyed) socket.write(bytes, (failure) => failure ?? writeForever(socket, bytes))
}

describe('Minecraft Java', () => {
  it('tells who is on, and is asked by the name that a player types', async () => {
    tcp.behave((socket) => socket.write(status))
    expect(await ask('minecraft-java', tcp.port)).toEqual(statusRead)
    expect(tcp.heard.map(String).join()).toContain('play.example.com')
    expect(made).toHaveLength(0)
    expect(clock.pending()).toBe(0)
  })

  it.each<[string, TcpBehaviour]>([
    ['cuts its answer', (socket) => socket.end(status.subarray(0, 20_000))],
    ['breaks the connection', (socket) => socket.resetAndDestroy()],
    ['says that 10 MB come', (socket) => writeForever(socket, Buffer.from('ffffff04'.padEnd(200_000, '0'), 'hex'))],
  ])('is not known where it %s', async (_, behaviour) => {
    tcp.behave(behaviour)
    expect(await ask('minecraft-java', tcp.port)).toEqual(noAnswer)
    expect(clock.pending()).toBe(0)
  })

  it('is given up when whoever asks gives up, whatever came until then', async () => {
    const stop = new AbortController()
    tcp.behave((socket) => socket.write(status.subarray(0, 100)))
    const asked = ask('minecraft-java', tcp.port, { signal: stop.signal })
    await eventually(() => expect(tcp.heard).toHaveLength(1))
    await clock.advance(4_999)
    expect(await Promise.race([asked, 'waits'])).toBe('waits')
    stop.abort()
    expect(await asked).toEqual(noAnswer)
    expect(clock.pending()).toBe(0)
  })

  it('is given up after three seconds without a connection', async () => {
    const asked = ask('minecraft-java', 9, { sockets: { ...sockets, connectTcp: () => new Socket() } })
    await clock.advance(2_999)
    expect(await Promise.race([asked, 'waits'])).toBe('waits')
    await clock.advance(1)
    expect(await asked).toEqual(noAnswer)
  })

  it('is asked as Bedrock where a proxy of it refuses the status', async () => {
    udp.behave((packet, reply) => reply(bedrockPong(packet, 3)))
    // Nobody listens for TCP at the port of a UDP socket.
    expect(await ask('minecraft-proxy', udp.port)).toEqual({ reading: { online: 3, max: 10, names: [] } })
  })
})

describe('a game over UDP', () => {
  it('tells who is on', async () => {
    udp.behave((packet, reply) => reply(bedrockPong(packet, 3)))
    expect(await ask('minecraft-bedrock', udp.port)).toEqual({ reading: { online: 3, max: 10, names: [] } })
    expect(clock.pending()).toBe(0)
  })

  it.each<[string, GameId, UdpBehaviour, number]>([
    [
      'wants a challenge back',
      'cs2',
      (packet, reply) =>
        reply(
          packet.length === 25
            ? challengePacket(Buffer.from('abcd'))
            : packet.subarray(25).equals(Buffer.from('abcd'))
              ? infoPacket(5, 2)
              : Buffer.alloc(0),
        ),
      3,
    ],
    [
      'is San Andreas Multiplayer',
      'samp',
      (packet, reply) => reply(Buffer.concat([packet, Buffer.from([0, 7, 0, 50, 0])])),
      7,
    ],
    [
      'sends strange packets before',
      'tf2',
      (_, reply) => [Buffer.alloc(0), Buffer.from('hello'), Buffer.alloc(1_400), infoPacket(4)].forEach(reply),
      4,
    ],
  ])('is read where it %s', async (_, game, behaviour, online) => {
    udp.behave(behaviour)
    expect(await ask(game, udp.port)).toMatchObject({ reading: { online } })
  })

  it('is asked once more after two seconds', async () => {
    udp.behave((_, reply, count) => count === 2 && reply(infoPacket(1)))
    const asked = ask('unturned', udp.port)
    await eventually(() => expect(udp.heard).toHaveLength(1))
    await clock.advance(2_000)
    expect(await asked).toMatchObject({ reading: { online: 1 } })
  })

  it('is silent after two questions and four seconds', async () => {
    const asked = ask('unturned', udp.port)
    await eventually(() => expect(udp.heard).toHaveLength(1))
    await clock.advance(2_000)
    await eventually(() => expect(udp.heard).toHaveLength(2))
    await clock.advance(2_000)
    expect(await asked).toEqual(udpSilent)
    expect(udp.heard).toHaveLength(2)
    expect(clock.pending()).toBe(0)
  })

  it.each<[string, GameId, UdpBehaviour]>([
    ['answers with another id', 'minecraft-bedrock', (packet, reply) => reply(bedrockPong(anotherTime(packet), 3))],
    ['speaks of something else', 'gmod', (_, reply) => reply(Buffer.from('hello'))],
  ])('is not known after four seconds where it %s', async (_, game, behaviour) => {
    udp.behave(behaviour)
    const asked = ask(game, udp.port)
    for (const count of [1, 2]) {
      await eventually(() => expect(udp.heard).toHaveLength(count))
      await clock.advance(2_000)
    }
    expect(await asked).toEqual(noAnswer)
  })

  it.each<[string, GameId, UdpBehaviour]>([
    ['cuts its answer', 'gmod', (_, reply) => reply(infoPacket(7).subarray(0, 20))],
    [
      'wants ever another challenge back',
      'gmod',
      (_, reply, count) => reply(challengePacket(Buffer.from([1, 2, 3, count]))),
    ],
    ['floods', 'gmod', (_, reply) => Array.from({ length: 60 }, () => Buffer.alloc(1_200)).forEach(reply)],
  ])('is not known, at once, where it %s', async (_, game, behaviour) => {
    udp.behave(behaviour)
    expect(await ask(game, udp.port)).toEqual(noAnswer)
    expect(udp.heard.length).toBeLessThanOrEqual(3)
    expect(clock.pending()).toBe(0)
  })

  it('is not known, at once, where nobody is there', async () => {
    const gone = await openUdp()
    const { port } = gone.address()
    gone.close()
    await once(gone, 'close')
    expect(await ask('gmod', port)).toEqual(noAnswer)
  })

  it('is not heard from another port', async () => {
    const stranger = await openUdp()
    udp.behave((_, reply, count, from) => {
      stranger.send(infoPacket(99), from.port, from.address, () => count === 2 && reply(infoPacket(1)))
    })
    const asked = ask('unturned', udp.port)
    await eventually(() => expect(udp.heard).toHaveLength(1))
    await clock.advance(2_000)
    expect(await asked).toMatchObject({ reading: { online: 1 } })
    stranger.close()
  })

  it('is not heard from another address either, where the system lets one through', async () => {
    const asked = ask('unturned', udp.port)
    await eventually(() => expect(udp.heard).toHaveLength(1))
    const from = { family: 'IPv4' as const, size: 1, address: '127.0.0.1', port: udp.port }
    const [socket] = made
    socket?.emit('message', infoPacket(99), { ...from, address: '127.0.0.2' })
    socket?.emit('message', infoPacket(99), { ...from, port: udp.port + 1 })
    socket?.emit('message', infoPacket(99), { ...from, address: 'not an address' })
    expect(await Promise.race([asked, 'waits'])).toBe('waits')
    socket?.emit('message', infoPacket(1), from)
    expect(await asked).toMatchObject({ reading: { online: 1 } })
  })

  it('says nothing by a 0 of Valheim, nor by one in which Rust tells no keywords', async () => {
    udp.behave((_, reply) => reply(infoPacket(0)))
    const notTold = { unknown: 'not-told', isUdpSilent: false }
    expect(await ask('valheim', udp.port)).toEqual(notTold)
    expect(await ask('rust', udp.port)).toEqual(notTold)
    udp.behave((_, reply) => reply(infoPacket(255, 0, Buffer.from('\u0020mp300,cp271\0'))))
    expect(await ask('rust', udp.port)).toEqual({ reading: { online: 271, max: 300, names: [] } })
  })

  it('is as silent where this computer lets nothing out', async () => {
    const asked = ask('unturned', udp.port)
    await eventually(() => expect(udp.heard).toHaveLength(1))
    made[0]?.emit('error', Object.assign(new Error('not permitted'), { code: 'EPERM' }))
    expect(await asked).toEqual(udpSilent)
  })
})

describe('FiveM', () => {
  const dynamic = '{"clients":2,"sv_maxclients":"48"}'
  it('tells its count, and is asked for nothing else', async () => {
    tcp.behave((socket) => socket.write(httpAnswer('200 OK', dynamic)))
    expect(await ask('fivem', tcp.port)).toEqual({ reading: { online: 2, max: 48, names: [] } })
    expect(tcp.heard).toHaveLength(1)
    expect(String(tcp.heard[0])).toMatch(/^GET \/dynamic\.json /)
    expect(String(tcp.heard[0])).toContain(`host: play.example.com:${tcp.port}`)
    expect(clock.pending()).toBe(0)
  })

  it.each<[string, TcpBehaviour]>([
    [
      'leads elsewhere',
      (socket) => socket.write(httpAnswer('302 Found', '', 'location: http://127.0.0.1:1/dynamic.json\r\n')),
    ],
    [
      'sends without end',
      (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n', () => writeForever(socket, Buffer.alloc(9_000, 32))),
    ],
    [
      'sends headers without end',
      (socket) => socket.write('HTTP/1.1 200 OK\r\n', () => writeForever(socket, Buffer.from('x: y\r\n'.repeat(900)))),
    ],
    ['speaks no HTTP', (socket) => socket.end(status)],
    ['is cut off', (socket) => socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n${dynamic}`)],
    [
      'asks for another protocol',
      (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    ],
  ])('is not known where it %s', async (_, behaviour) => {
    tcp.behave(behaviour)
    expect(await ask('fivem', tcp.port)).toEqual(noAnswer)
    expect(tcp.heard).toHaveLength(1)
    expect(clock.pending()).toBe(0)
  })
})

describe('whoever asks', () => {
  it.each<GameId>(['minecraft-java', 'unturned', 'fivem'])('may stop at any time (%s)', async (game) => {
    const server = game === 'unturned' ? udp : tcp
    const stop = new AbortController()
    const asked = ask(game, server.port, { signal: stop.signal })
    await eventually(() => expect(server.heard).toHaveLength(1))
    stop.abort()
    expect(await asked).toMatchObject({ unknown: 'no-answer' })
    expect(clock.pending()).toBe(0)
    expect(await ask(game, server.port, { signal: stop.signal })).toMatchObject({ unknown: 'no-answer' })
    expect(server.heard).toHaveLength(1)
  })

  it.each<GameId>(['minecraft-java', 'unturned', 'fivem'])('may stop before anything is sent (%s)', async (game) => {
    const stop = new AbortController()
    const asked = ask(game, udp.port, { signal: stop.signal })
    const closed = Promise.all(made.map((socket) => once(socket, 'close')))
    stop.abort()
    expect(await asked).toMatchObject({ unknown: 'no-answer' })
    await closed
    expect(udp.heard).toHaveLength(0)
  })

  it('sends nothing to a game that cannot be asked', async () => {
    expect(await ask('terraria', udp.port)).toEqual({ unknown: 'unknown-game', isUdpSilent: false })
    expect(made).toHaveLength(0)
  })
})
