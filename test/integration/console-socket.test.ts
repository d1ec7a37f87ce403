import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { systemClock } from '../../electron/lib/clock.ts'
import { type ConsoleClosed, openConsoleSocket } from '../../electron/panel/console-socket.ts'
import { placeOfConsole } from '../../electron/panel/machine-address.ts'
import { type CertificateName, fingerprintOf, readCertificate } from '../fixtures/certificates.ts'
import { eventually } from '../fixtures/eventually.ts'
import { setUpNetworkRig } from '../fixtures/network-rig.ts'

const rig = setUpNetworkRig()
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

type Machine = { readonly port: number; readonly sockets: WebSocketServer; readonly server: http.Server }

/** The machine of a server, with TLS where a certificate is named. */
async function startMachine(certificate?: CertificateName): Promise<Machine> {
  const server =
    certificate === undefined
      ? http.createServer()
      : https.createServer({ key: await readCertificate('key'), cert: await readCertificate(certificate) })
  const sockets = new WebSocketServer({ server, perMessageDeflate: true })
  sockets.on('connection', (socket) => socket.on('error', () => undefined))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => {
    for (const socket of sockets.clients) socket.terminate()
    server.close()
    server.closeAllConnections()
  })
  return { port: (server.address() as AddressInfo).port, sockets, server }
}

/** Something that answers a handshake with what it likes; gives its address. */
async function startAnswering(answer: (socket: Duplex, request: http.IncomingMessage) => void): Promise<string> {
  const server = http.createServer()
  server.on('upgrade', (request, socket) => {
    socket.on('error', () => undefined)
    answer(socket, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws`
}

/** Opens a console as the app does, and keeps what comes of it. */
function open(address: string, origin = 'https://panel.example.com') {
  const seen = { opened: 0, frames: [] as string[], closed: [] as ConsoleClosed[] }
  const url = new URL(address)
  const connect = rig.network.connectFor({ baseUrl: `${origin}/api/client`, fingerprint: () => rig.trusted })
  const socket = openConsoleSocket(
    {
      address: url,
      origin,
      userAgent: 'Servertray/9.9.9',
      clock: systemClock,
      connect: () => connect(placeOfConsole(url)),
    },
    {
      onOpen: () => {
        seen.opened += 1
      },
      onFrame: (text) => seen.frames.push(text),
      onClose: (closed) => seen.closed.push(closed),
    },
  )
  ends.push(() => socket.close())
  return { seen, socket }
}

const codeOf = ({ closed }: { closed: ConsoleClosed[] }) => closed.map(({ error }) => error.code)

describe('a console’s socket', () => {
  it('names the panel’s origin to the letter, itself, and no secret', async () => {
    const machine = await startMachine()
    const headers: http.IncomingHttpHeaders[] = []
    machine.server.on('upgrade', (request) => headers.push(request.headers))
    const { seen } = open(`ws://127.0.0.1:${machine.port}/api/servers/x/ws`)
    await eventually(() => expect(seen.opened).toBe(1))
    expect(headers).toHaveLength(1)
    expect(headers[0]).toMatchObject({ origin: 'https://panel.example.com', 'user-agent': 'Servertray/9.9.9' })
    for (const name of ['authorization', 'cookie', 'sec-websocket-protocol', 'sec-websocket-extensions', 'referer'])
      expect(headers[0]).not.toHaveProperty(name)
  })

  it('goes over TLS that is believed', async () => {
    const machine = await startMachine('valid')
    const { seen } = open(`wss://127.0.0.1:${machine.port}/ws`)
    await eventually(() => expect(seen.opened).toBe(1))
  })

  it.each<[CertificateName, string]>([
    ['self-signed', 'certificate-refused'],
    ['expired', 'certificate-refused'],
  ])('refuses a certificate that is %s, before anything is sent', async (certificate, code) => {
    const machine = await startMachine(certificate)
    let upgrades = 0
    machine.server.on('upgrade', () => {
      upgrades += 1
    })
    const { seen } = open(`wss://127.0.0.1:${machine.port}/ws`)
    await eventually(() => expect(codeOf(seen)).toEqual([code]))
    expect(seen.closed[0]?.error.certificate?.fingerprint).toBe(await fingerprintOf(certificate))
    // It is not the panel's: nobody can trust it by the panel's question.
    expect(seen.closed[0]?.error).toMatchObject({
      message: 'The certificate of the server’s machine couldn’t be verified, so its console was not opened.',
      hint: expect.stringContaining('If the machine is yours, give it a certificate that this computer trusts'),
    })
    expect(upgrades).toBe(0)
  })

  it('believes the certificate that the person trusted for the panel', async () => {
    rig.trusted = await fingerprintOf('self-signed')
    const machine = await startMachine('self-signed')
    const { seen } = open(`wss://127.0.0.1:${machine.port}/ws`)
    await eventually(() => expect(seen.opened).toBe(1))
  })

  it.each([
    [400, 'console-unreachable'],
    [403, 'console-refused'],
    [302, 'console-unreachable'],
  ])('says what a handshake answered with %d means, and follows nothing', async (status, code) => {
    const asked: string[] = []
    const address = await startAnswering((socket, request) => {
      asked.push(request.url ?? '')
      socket.end(`HTTP/1.1 ${status} x\r\nLocation: /elsewhere\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)
    })
    const { seen } = open(address)
    await eventually(() => expect(codeOf(seen)).toEqual([code]))
    expect(asked).toEqual(['/ws'])
  })

  it.each<[string, string, string, string]>([
    ['too many', 'application/json', '{"error":"Too many open websocket connections."}', 'console-full'],
    ['a missing upgrade', 'text/plain', 'Bad Request\n', 'console-unreachable'],
    [
      'http for https',
      'text/html',
      '<html>The plain HTTP request was sent to HTTPS port</html>',
      'console-unreachable',
    ],
    ['a long page', 'text/html', `${'x'.repeat(100_000)} too many`, 'console-unreachable'],
  ])('knows from the words of a 400 whether there are too many consoles: %s', async (_name, type, body, code) => {
    const address = await startAnswering((socket) => {
      socket.write(`HTTP/1.1 400 x\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`)
      for (const part of [body.slice(0, 9), body.slice(9)]) socket.write(part)
    })
    const { seen } = open(address)
    await eventually(() => expect(codeOf(seen)).toEqual([code]))
  })

  it('waits for the words of a 400 two seconds, however it dribbles', async () => {
    const address = await startAnswering((socket) => {
      socket.write('HTTP/1.1 400 x\r\nContent-Length: 1000\r\n\r\n')
      const drip = setInterval(() => socket.write('x'), 100)
      socket.on('close', () => clearInterval(drip))
    })
    const { seen } = open(address)
    await eventually(() => expect(codeOf(seen)).toEqual(['console-unreachable']))
  })

  it('says when nothing listens', async () => {
    const machine = await startMachine()
    machine.server.close()
    const { seen } = open(`ws://127.0.0.1:${machine.port}/ws`)
    await eventually(() => expect(codeOf(seen)).toEqual(['console-unreachable']))
  })

  it('knows what the other side has read, and when that will not be known', async () => {
    const machine = await startMachine()
    const read: string[] = []
    machine.sockets.on('connection', (one) => one.on('message', (data) => read.push(data.toString())))
    const { seen, socket } = open(`ws://127.0.0.1:${machine.port}/ws`)
    await eventually(() => expect(seen.opened).toBe(1))
    expect(socket.send('one')).toBe(true)
    expect(await socket.reached()).toBe(true)
    expect(read).toEqual(['one'])
    const unknown = socket.reached()
    for (const one of machine.sockets.clients) one.terminate()
    expect(await unknown).toBe(false)
    await eventually(() => expect(seen.closed).toHaveLength(1))
    expect(socket.send('two')).toBe(false)
    expect(await socket.reached()).toBe(false)
  })

  it('tells how it was closed', async () => {
    const machine = await startMachine()
    machine.sockets.on('connection', (one) => one.close(4409, 'server is suspended'))
    const { seen } = open(`ws://127.0.0.1:${machine.port}/ws`)
    await eventually(() => expect(seen.closed).toMatchObject([{ code: 4409, reason: 'server is suspended' }]))
  })

  it.each<[string, (machine: Machine) => void]>([
    [
      'a frame that is too large',
      ({ sockets }) => sockets.on('connection', (one) => one.send('x'.repeat(2 ** 20 + 1))),
    ],
    [
      'a compressed frame, which was not agreed on',
      ({ sockets }) =>
        sockets.on('connection', (_one, request) => {
          // FIN, RSV1 and text: one byte of what would be a bomb.
          request.socket.write(Buffer.from([0xc1, 0x01, 0x00]))
        }),
    ],
    [
      'a frame that is no text',
      ({ sockets }) =>
        sockets.on('connection', (_one, request) => {
          request.socket.write(Buffer.from([0x81, 0x02, 0xff, 0xfe]))
        }),
    ],
  ])('ends over %s', async (_, happen) => {
    const machine = await startMachine()
    happen(machine)
    const { seen } = open(`ws://127.0.0.1:${machine.port}/ws`)
    await eventually(() => expect(seen.closed).toHaveLength(1))
    expect(seen.frames).toEqual([])
  })

  it('passes binary frames over, and says nothing once it was closed', async () => {
    const machine = await startMachine()
    const { seen, socket } = open(`ws://127.0.0.1:${machine.port}/ws`)
    await eventually(() => expect(seen.opened).toBe(1))
    const [one] = machine.sockets.clients
    one?.send(Buffer.from('binary'))
    one?.send('text')
    await eventually(() => expect(seen.frames).toEqual(['text']))
    socket.close()
    await eventually(() => expect(machine.sockets.clients.size).toBe(0))
    expect(seen.closed).toEqual([])
  })

  it('closes a connection that comes when nobody wants it any more', async () => {
    const machine = await startMachine()
    const { seen, socket } = open(`ws://127.0.0.1:${machine.port}/ws`)
    socket.close()
    let upgrades = 0
    machine.server.on('upgrade', () => {
      upgrades += 1
    })
    const ended = new Promise((resolve) => machine.server.on('connection', (one) => one.on('close', resolve)))
    await ended
    expect({ upgrades, ...seen }).toEqual({ upgrades: 0, opened: 0, frames: [], closed: [] })
  })
})
