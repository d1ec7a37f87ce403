import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, demoServers, type StartedDemo, startFakeDemo } from '../fixtures/demo.ts'
import type { FakeClock } from '../fixtures/fake-clock.ts'
import { expectRefusesAnyBytes, sendRaw, statusOf } from '../fixtures/raw-http.ts'

let demo: StartedDemo & { clock: FakeClock }
let port: number
let token: string
const logged: string[] = []

beforeAll(async () => {
  demo = await startFakeDemo({ log: (line) => logged.push(line) })
  port = Number(new URL(demo.baseUrl).port)
  token = demo.token()
})
afterAll(() => demo.panel.dispose())

const raw = (bytes: string | Uint8Array) => sendRaw(port, bytes)

const request = (line: string, headers: readonly string[], body = '') =>
  raw(`${line} HTTP/1.1\r\n${[...headers, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`)

async function stillWell() {
  const response = await call(demo.baseUrl, token)
  expect(response.status).toBe(200)
  await response.text()
  expect(logged).toEqual([])
}

describe('the Host header', () => {
  const authorization = () => `Authorization: Bearer ${token}`

  it.each(['127.0.0.1', '[::1]', 'LOCALHOST'])('may be %s with the panel’s port', async (name) => {
    expect(statusOf(await request('GET /api/client', [`Host: ${name}:${port}`, authorization()]))).toBe(200)
  })

  it.each(['evil.example:PORT', '127.0.0.1:1', '127.0.0.1:PORT.evil.example'])('may not be %s', async (template) => {
    const host = `Host: ${template.replace('PORT', String(port))}`
    expect(statusOf(await request('GET /api/client', [host, authorization()]))).toBe(421)
    expect(statusOf(await request('GET /open?ticket=x', [host]))).toBe(421)
    expect(statusOf(await request('GET /style.css', [host]))).toBe(421)
  })

  it('must be there', async () => {
    expect(statusOf(await request('GET /api/client', [authorization()]))).toBe(400)
  })
})

describe('hostile input', () => {
  const own = () => `Host: 127.0.0.1:${port}`

  it('refuses a body over 1 MiB, announced or not', async () => {
    const url = `${demo.baseUrl}/servers/${demoServers.survival}/files/write?file=/big`
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/plain' }
    const exact = await fetch(url, { method: 'POST', headers, body: new Uint8Array(1024 * 1024) })
    expect(exact.status).toBe(204)
    const announced = await fetch(url, { method: 'POST', headers, body: new Uint8Array(1024 * 1024 + 1) })
    expect(announced.status).toBe(413)
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const head = `POST /x HTTP/1.1\r\n${own()}\r\nTransfer-Encoding: chunked\r\n\r\n`
    const refused = await raw(`${head}${chunk.repeat(17)}0\r\n\r\n`)
    expect(statusOf(refused)).toBe(413)
    expect(refused.toLowerCase()).toContain('connection: close')
    await stillWell()
  })

  it('refuses a handshake that follows another request at once, on the same connection to a machine', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${demo.baseUrl}/servers/${demoServers.survival}/websocket`, { headers })
    const { data } = (await response.json()) as { data: { socket: string } }
    const node = new URL(data.socket).host
    const first = `GET /a HTTP/1.1\r\nHost: ${node}\r\n\r\n`
    const handshake = `GET /b HTTP/1.1\r\nHost: ${node}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`
    expect(statusOf(await sendRaw(Number(new URL(data.socket).port), first + handshake))).toBeGreaterThanOrEqual(400)
    await stillWell()
  })

  it.each(['sort=id', 'filter[actor]=x'])(
    'refuses what panels do not know to ask of an activity: %s',
    async (query) => {
      const path = `/api/client/servers/${demoServers.survival}/activity?${query}`
      expect(statusOf(await request(`GET ${path}`, [own(), `Authorization: Bearer ${token}`]))).toBe(400)
    },
  )

  it('refuses oversized headers', async () => {
    expect([400, 431]).toContain(statusOf(await request('GET /', [own(), `X: ${'x'.repeat(20_000)}`])))
    await stillWell()
  })

  it.each([
    'GET http://evil.example/api/client',
    'OPTIONS *',
    'CONNECT evil.example:443',
    'GET /api/client/%E0%A4%A',
    'GET /api/client/servers/__proto__/power',
    'GET /api/clientele',
    'GET //evil.example/',
    'GET /..%2f..%2fetc/passwd',
  ])('refuses %s', async (line) => {
    const status = statusOf(await request(line, [own(), `Authorization: Bearer ${token}`]))
    expect(status === 0 || (status >= 400 && status < 500), `status ${status}`).toBe(true)
    await stillWell()
  })

  it('takes any bytes on the socket without a crash', async () => {
    await expectRefusesAnyBytes(port)
    await stillWell()
  })
})
