import { describe, expect, it } from 'vitest'
import type { ErrorCode } from '../../shared/errors.ts'
import { ok } from '../../shared/result.ts'
import {
  type Call,
  command,
  errorOf,
  id,
  list,
  power,
  resources,
  setUpFaultPanel,
  unwrap,
} from '../fixtures/client-rig.ts'
import {
  type Behaviour,
  cutMidBody,
  empty,
  htmlPage,
  json,
  pageOf,
  refusal,
  serverList,
  stall,
  stats,
  text,
  tooMany,
} from '../fixtures/fault-panel.ts'

const { panel, clientOf } = setUpFaultPanel()

describe('what is sent', () => {
  it('lists with a plain GET of the base address', async () => {
    unwrap(await list(clientOf({ userAgent: 'Servertray/9.9.9' })))
    expect(panel().requests).toHaveLength(1)
    expect(panel().requests[0]).toMatchObject({ method: 'GET', path: '/api/client', body: '' })
    expect(panel().requests[0]?.headers['user-agent']).toBe('Servertray/9.9.9')
    expect(panel().requests[0]?.headers).not.toHaveProperty('content-type')
  })

  it('posts a signal', async () => {
    panel().respond(empty(204))
    unwrap(await power(clientOf()))
    expect(panel().requests).toHaveLength(1)
    expect(panel().requests[0]).toMatchObject({ method: 'POST', path: `/api/client/servers/${id}/power` })
    expect(panel().requests[0]?.headers['content-type']).toBe('application/json')
    expect(panel().requests[0]?.headers['content-length']).toBe('20')
    expect(JSON.parse(panel().requests[0]?.body ?? '')).toEqual({ signal: 'restart' })
  })

  it('posts a command as it was typed, however long it is', async () => {
    panel().respond(empty(204))
    unwrap(await clientOf().sendCommand(id, `  say\t"hä 🎮" ${'x'.repeat(5_000)} `))
    expect(panel().requests[0]).toMatchObject({ method: 'POST', path: `/api/client/servers/${id}/command` })
    expect(JSON.parse(panel().requests[0]?.body ?? '')).toEqual({ command: `  say\t"hä 🎮" ${'x'.repeat(5_000)} ` })
  })

  it.each<[ErrorCode, Call]>([
    ['invalid-identifier', (client) => client.sendPower('../../x', 'start')],
    ['invalid-identifier', (client) => client.sendPower('a1b2c3d45', 'start')],
    ['invalid-identifier', (client) => client.sendCommand('', 'say hi')],
    ['invalid-identifier', (client) => client.readResources('a1b2c3d4?')],
    ['invalid-signal', (client) => client.sendPower(id, 'explode' as 'kill')],
    ['invalid-command', (client) => client.sendCommand(id, '  ')],
    ['invalid-command', (client) => client.sendCommand(id, 'say hi\nstop')],
  ])('sends nothing for %s', async (code, call) => {
    expect(errorOf(await call(clientOf())).code).toBe(code)
    expect(panel().requests).toHaveLength(0)
  })

  it.each(['', 'a b', 'a\r\nCookie: x', 'tökén', 'x'.repeat(4_097)])('sends nothing with the token %j', async (bad) => {
    expect(errorOf(await list(clientOf({ readToken: async () => ok(bad) }))).code).toBe('invalid-token')
    expect(panel().requests).toHaveLength(0)
  })

  it.each<[ErrorCode, string]>([
    ['invalid-address', 'not an address'],
    ['insecure-address', 'http://panel.example.com/api/client'],
  ])('sends nothing for %s', async (code, baseUrl) => {
    expect(errorOf(await list(clientOf({ baseUrl }))).code).toBe(code)
  })
})

/** Begins a page, and then does something else. */
const pageBegun =
  (then: (reply: Parameters<Behaviour>[0]) => void): Behaviour =>
  (reply) => {
    reply.writeHead(200, { 'content-type': 'text/html' })
    reply.write('<!doctype html>', () => then(reply))
  }

describe('success', () => {
  it.each<[string, Behaviour]>([
    ['200 with nothing', empty(200)],
    ['201', json(201, { id: 7 })],
    ['202 with a list', json(202, [])],
    ['202 with a text', text(202, 'text/plain', 'Accepted')],
    ['200 with a body and no type', (reply) => reply.writeHead(200).end('done')],
    ['200 with bytes', text(200, 'application/octet-stream', '\u0000\u0001')],
    ['200 with nothing, called a page', text(200, 'text/html; charset=utf-8', '')],
    ['202 with a word, called a page', text(202, 'text/html; charset=utf-8', 'OK')],
    ['200 with JSON, called a page', text(200, 'text/html; charset=utf-8', '{"message":"<b>Done</b>"}')],
    ['204, called a page', empty(204, { 'content-type': 'text/html; charset=utf-8' })],
    ['204', empty(204)],
    ['202 with broken JSON', text(202, 'application/json', '{')],
    ['200 with a body that never ends', stall],
    ['200 with a body that breaks off', cutMidBody],
  ])('takes %s for a power signal and a command', async (_name, behaviour) => {
    panel().respond(behaviour)
    unwrap(await power(clientOf()))
    unwrap(await command(clientOf()))
    expect(panel().requests).toHaveLength(2)
  })

  it.each([
    ['a login', htmlPage(200)],
    ['a page that begins with words', text(200, 'text/html', 'Please <a href="/login">log in</a>')],
    ['a long page', text(200, 'text/html', `${' '.repeat(3_000)}<!doctype html>${'x'.repeat(100_000)}`)],
    ['a page that breaks off', pageBegun((reply) => reply.destroy())],
    ['a page that never ends', pageBegun(() => undefined)],
  ])('takes no page for an answer of the API: %s', async (_name, behaviour) => {
    panel().respond(behaviour)
    for (const call of [power, command]) {
      expect(errorOf(await call(clientOf()))).toMatchObject({ code: 'not-json', status: 200, mayHaveActed: true })
    }
    expect(panel().requests).toHaveLength(2)
  })

  it('reads a list whatever its content type says', async () => {
    panel().respond(text(200, 'text/plain', JSON.stringify([{ identifier: id, name: 'Lobby' }])))
    expect(unwrap(await list(clientOf()))).toEqual({
      servers: [{ identifier: id, name: 'Lobby', condition: null, limits: null, game: null }],
      leftOut: { unusable: 0, beyondBound: 0 },
      dialect: 'core',
      isPelican: false,
    })
  })

  it.each([
    [{}, 20_000],
    [{ 'cache-control': 'max-age=5, private' }, 5_000],
    [{ 'cache-control': 'max-age=0' }, 20_000],
    [{ 'cache-control': 'no-cache, private' }, 20_000],
    [{ 'cache-control': 's-maxage=9' }, 20_000],
  ])('reads resources with %j', async (headers, freshForMs) => {
    const usage = { cpu_absolute: 12.5, memory_bytes: 1024, disk_bytes: 2048, uptime: 60_000 }
    panel().respond(json(200, stats('running', usage), headers))
    expect(unwrap(await resources(clientOf()))).toEqual({
      state: 'running',
      resources: { cpuPercent: 12.5, memoryBytes: 1024, diskBytes: 2048, uptimeMs: 60_000 },
      freshForMs,
    })
    expect(panel().requests[0]).toMatchObject({ method: 'GET', path: `/api/client/servers/${id}/resources` })
  })
})

describe('pages', () => {
  const serverOf = (number: number) => ({ identifier: `serv${String(number).padStart(4, '0')}`, name: `S${number}` })

  it('fetches all pages by number', async () => {
    panel().respond((reply, request) => {
      const page = pageOf(request)
      json(200, serverList([serverOf(page * 2), serverOf(page * 2 + 1)], { current: page, total: 3 }))(reply, request)
    })
    const { servers, dialect } = unwrap(await list(clientOf()))
    expect(servers.map((server) => server.name)).toEqual(['S2', 'S3', 'S4', 'S5', 'S6', 'S7'])
    expect(dialect).toBe('pterodactyl')
    expect(panel().requests.map((request) => request.path)).toEqual([
      '/api/client',
      '/api/client?page=2',
      '/api/client?page=3',
    ])
  })

  it('goes on while the panel says that there is a next page', async () => {
    panel().respond((reply, request) => {
      const page = pageOf(request)
      const next = page < 3 ? `${panel().baseUrl}?page=${page + 1}` : null
      json(200, { results: [serverOf(page)], next })(reply, request)
    })
    const { servers, leftOut } = unwrap(await list(clientOf()))
    expect(servers.map((server) => server.name)).toEqual(['S1', 'S2', 'S3'])
    expect(leftOut).toEqual({ unusable: 0, beyondBound: 0 })
    expect(panel().requests).toHaveLength(3)
  })

  it.each([
    ['refuses the number of a page', refusal(422, 'X', 'Unknown parameter: page.')],
    ['has no such page', refusal(404, 'X', '')],
    ['answers something else', json(200, { page: 2 })],
    ['repeats itself', json(200, { data: [serverOf(1)], next_cursor: 'abc' })],
  ])('says that there is more where a panel counts no pages and %s', async (_name, second) => {
    panel().respond(json(200, { data: [serverOf(1)], next_cursor: 'abc' }), second)
    const { servers, leftOut } = unwrap(await list(clientOf()))
    expect(servers).toHaveLength(1)
    expect(leftOut).toEqual({ unusable: 0, beyondBound: 1 })
    expect(panel().requests).toHaveLength(2)
  })

  it.each([401, 403, 500])('fails as a whole when a next page fails with %i', async (status) => {
    panel().respond(json(200, { data: [serverOf(1)], next_cursor: 'abc' }), refusal(status, 'X', ''))
    expect((await list(clientOf())).ok).toBe(false)
  })

  it.each([
    ['404', refusal(404, 'X', '')],
    ['408', refusal(408, 'X', '')],
    ['an answer that cannot be read', json(200, { page: 2 })],
  ])('fails as a whole, not cut, when a next page fails with %s that was read before', async (_name, failure) => {
    const next = json(200, { results: [serverOf(2)], next: null })
    panel().respond(json(200, { results: [serverOf(1)], next: 'x' }), next)
    const client = clientOf()
    expect(unwrap(await list(client)).servers).toHaveLength(2)
    panel().respond(json(200, { results: [serverOf(1)], next: 'x' }), failure)
    expect((await list(client)).ok).toBe(false)
    panel().respond(json(200, { results: [serverOf(1)], next: 'x' }), next)
    expect(unwrap(await list(client)).servers).toHaveLength(2)
  })

  it('reads to 10,000 servers and says what is beyond, also where the number of pages is a text', async () => {
    panel().respond((reply, request) => {
      const first = (pageOf(request) - 1) * 2_500
      const servers = Array.from({ length: 2_500 }, (_, i) => ({
        ...serverOf(first + i),
        identifier: String(10_000_000 + first + i),
      }))
      const pagination = { current_page: pageOf(request), total_pages: '180', total: 450_000 }
      json(200, { ...serverList(servers), meta: { pagination } })(reply, request)
    })
    const { servers, leftOut } = unwrap(await list(clientOf()))
    expect(servers).toHaveLength(10_000)
    expect(leftOut).toEqual({ unusable: 0, beyondBound: 440_000 })
    expect(panel().requests).toHaveLength(4)
  })

  it.each(['ab-d_234', 'a b%c?d#', 'äöü漢字🎮xy'])('escapes the identifier %j in addresses', async (identifier) => {
    panel().respond(empty(204))
    unwrap(await clientOf().sendPower(identifier, 'start'))
    expect(panel().requests[0]?.path).toBe(`/api/client/servers/${encodeURIComponent(identifier)}/power`)
  })

  it('fails as a whole when a page fails', async () => {
    panel().respond(json(200, serverList([serverOf(1)], { current: 1, total: 2 })), refusal(401, 'X', ''))
    expect(errorOf(await list(clientOf())).code).toBe('token-refused')
  })
})

describe('cancelling', () => {
  it('ends a request that is out', async () => {
    const stop = new AbortController()
    panel().respond(() => stop.abort())
    expect(errorOf(await clientOf().listServers({ signal: stop.signal })).code).toBe('cancelled')
    expect(panel().requests).toHaveLength(1)
  })

  it('waits for the answer to an action that is out, since the panel may have acted', async () => {
    const stop = new AbortController()
    panel().respond((reply, request) => {
      stop.abort()
      empty(204)(reply, request)
    })
    expect(await clientOf().sendPower(id, 'stop', { signal: stop.signal })).toEqual({ ok: true })
    expect(panel().requests).toHaveLength(1)
  })

  it('ends a wait', async () => {
    const stop = new AbortController()
    panel().respond(tooMany())
    const options = { signal: stop.signal, onWait: () => stop.abort() }
    expect(errorOf(await clientOf().sendPower(id, 'stop', options)).code).toBe('cancelled')
    expect(panel().requests).toHaveLength(1)
  })

  it('sends nothing when it came first', async () => {
    const result = await clientOf().sendPower(id, 'stop', { signal: AbortSignal.abort() })
    expect(errorOf(result).code).toBe('cancelled')
    expect(panel().requests).toHaveLength(0)
  })
})
