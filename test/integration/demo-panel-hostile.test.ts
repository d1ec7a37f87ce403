import fc from 'fast-check'
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

  it.each(['127.0.0.1', 'localhost', '[::1]', 'LOCALHOST'])('may be %s with the panel’s port', async (name) => {
    expect(statusOf(await request('GET /api/client', [`Host: ${name}:${port}`, authorization()]))).toBe(200)
  })

  it.each([
    'evil.example:PORT',
    '127.0.0.1',
    '127.0.0.1:1',
    'localhost.evil.example:PORT',
    '127.0.0.1:PORT.evil.example',
    '0.0.0.0:PORT',
  ])('may not be %s', async (template) => {
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
    expect(statusOf(await raw(`${head}${chunk.repeat(17)}0\r\n\r\n`))).toBe(413)
    await stillWell()
  })

  it('hangs up on a sender that goes on for ever', async () => {
    const head = `POST /x HTTP/1.1\r\n${own()}\r\nContent-Length: 99999999999\r\n\r\n`
    expect([0, 413]).toContain(statusOf(await raw(head + 'x'.repeat(12 * 1024 * 1024))))
    await stillWell()
  })

  it('refuses oversized headers', async () => {
    expect([400, 431]).toContain(statusOf(await request('GET /', [own(), `X: ${'x'.repeat(20_000)}`])))
    await stillWell()
  })

  it.each([
    'GET http://evil.example/api/client',
    'GET *',
    'OPTIONS *',
    'CONNECT evil.example:443',
    'GET /api/client/%00',
    'GET /api/client/%E0%A4%A',
    'GET /api/client/servers/%2e%2e%2f',
    'GET /api/client/servers/__proto__/power',
    'GET /api/clientele',
    'GET //evil.example/',
    'GET /..%2f..%2fetc/passwd',
    'TRACE /',
    'BREW /api/client',
  ])('refuses %s', async (line) => {
    const status = statusOf(await request(line, [own(), `Authorization: Bearer ${token}`]))
    expect(status === 0 || (status >= 400 && status < 500), `status ${status}`).toBe(true)
    await stillWell()
  })

  it('takes any bytes on the socket without a crash', async () => {
    await expectRefusesAnyBytes(port)
    await stillWell()
  })

  it('answers any path, method, query and body with a status below 500 and JSON', async () => {
    const part = fc.oneof(
      fc.constantFrom(
        'servers',
        demoServers.survival,
        'files',
        'write',
        'list',
        'power',
        'backups',
        'users',
        'network',
        'allocations',
        'schedules',
        '..',
        '',
      ),
      fc.string({ maxLength: 12 }).map(encodeURIComponent),
    )
    const wellFormed = fc.tuple(
      fc.array(part, { maxLength: 5 }),
      fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH'),
      fc.record({ file: fc.string(), directory: fc.string(), page: fc.string(), per_page: fc.string() }),
      fc.json(),
    )
    await fc.assert(
      fc.asyncProperty(wellFormed, async ([parts, method, query, body]) => {
        const url = `${demo.baseUrl}/${parts.join('/')}?${new URLSearchParams(query)}`
        const response = await fetch(url, {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(method === 'GET' ? {} : { body }),
        })
        const text = await response.text()
        expect(response.status, `${method} ${url}`).toBeLessThan(500)
        if (response.status >= 400 && url.startsWith(demo.baseUrl))
          expect(text === '' || text[0] === '{' || text[0] === '<').toBe(true)
      }),
      { numRuns: 400 },
    )
    await stillWell()
  })

  it('answers every operation on any JSON body with a status below 500', async () => {
    const operations = [
      ['POST', 'power'],
      ['POST', 'command'],
      ['PUT', 'files/rename'],
      ['POST', 'files/delete'],
      ['POST', 'files/create-folder'],
      ['POST', 'backups'],
      ['POST', 'databases'],
      ['POST', 'settings/rename'],
      ['POST', 'schedules'],
      ['POST', 'schedules/SCHEDULE/tasks'],
      ['POST', 'backups/BACKUP/restore'],
      ['POST', 'backups/BACKUP/lock'],
      ['POST', 'users'],
      ['POST', 'network/allocations'],
      ['POST', 'network/allocations/ALLOCATION'],
      ['POST', 'extensions/players/kick'],
    ] as const
    const name = fc.constantFrom(
      'signal',
      'command',
      'root',
      'files',
      'name',
      'database',
      'remote',
      'email',
      'permissions',
      'ignored',
      'is_locked',
      'truncate',
      'is_active',
      'action',
      'payload',
      'notes',
      'time_offset',
      'sequence_id',
      '__proto__',
    )
    demo.panel.backups.setThrottle(null)
    // A pending one is never restored, which would hold the server up.
    const pending = { name: 'Given', agoMs: 0, state: 'pending' } as const
    const backup = await demo.panel.backups.add(demoServers.creative, pending)
    const daily = { minute: '0', hour: '3', day_of_month: '*', month: '*', day_of_week: '*' }
    const given = { name: 'Given', cron: daily, isActive: false, onlyWhenOnline: false }
    const schedule = demo.panel.schedules.add(demoServers.creative, given, [])
    const port = demo.panel.games.port(demoServers.creative)
    const value = fc.oneof(fc.string(), fc.jsonValue(), fc.constantFrom('start', '\u0000', '\ud800', '../..'))
    const body = fc.dictionary(name, value)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...operations), body, async ([method, path], fields) => {
        const whole = path
          .replace('BACKUP', backup)
          .replace('SCHEDULE', String(schedule))
          .replace('ALLOCATION', String(port))
        const response = await call(`${demo.baseUrl}/servers/${demoServers.creative}/${whole}`, token, method, fields)
        const text = await response.text()
        if (path !== 'command') expect(response.status, text).toBeLessThan(500)
        else expect([204, 422, 502]).toContain(response.status)
      }),
      { numRuns: 400 },
    )
    await stillWell()
  })

  it('survives deep nesting', async () => {
    const response = await fetch(`${demo.baseUrl}/servers/${demoServers.survival}/power`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: `{"signal":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
    })
    expect([400, 422]).toContain(response.status)
    await stillWell()
  })
})
