import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Clock, systemClock } from '../../electron/clock.ts'
import { createPanelClient, type PanelClientDeps } from '../../electron/panel/client.ts'
import { conditionOf } from '../../electron/panel/conditions.ts'
import type { PanelClient } from '../../electron/panel/types.ts'
import type { ErrorCode } from '../../shared/errors.ts'
import { ok, type Result } from '../../shared/result.ts'
import {
  type Behaviour,
  cutAtOnce,
  cutMidBody,
  empty,
  endless,
  type FaultPanel,
  htmlPage,
  json,
  noHttp,
  pageOf,
  redirect,
  refusal,
  serverList,
  silence,
  stall,
  startFaultPanel,
  stats,
  text,
  tooMany,
} from '../fixtures/fault-panel.ts'

const token = 'ptlc_0123456789aSecretThatMustNotLeak0123456789ab'
const id = 'a1b2c3d4'

/** Waits end at once and are written down; timeouts are real, and counted while they are set. */
function createHurriedClock() {
  let skipped = 0
  let timers = 0
  const slept: number[] = []
  const clock: Clock = {
    now: () => systemClock.now() + skipped,
    async sleep(ms, signal) {
      if (signal?.aborted) return false
      slept.push(ms)
      skipped += ms
      return true
    },
    after(ms, run) {
      timers += 1
      const cancel = systemClock.after(ms, run)
      return () => {
        timers -= 1
        cancel()
      }
    },
  }
  return { ...clock, slept, timers: () => timers }
}

let panel: FaultPanel
let clock: ReturnType<typeof createHurriedClock>

function clientOf(more: Partial<PanelClientDeps> = {}): PanelClient {
  return createPanelClient({
    baseUrl: panel.baseUrl,
    readToken: async () => ok(token),
    clock,
    random: () => 0,
    ...more,
  })
}

type Call = (client: PanelClient) => Promise<Result<unknown>>
const power = (client: PanelClient) => client.sendPower(id, 'restart')
const command = (client: PanelClient) => client.sendCommand(id, 'say hi')
const list = (client: PanelClient) => client.listServers()
const resources = (client: PanelClient) => client.readResources(id)

function errorOf(result: Result<unknown>) {
  if (result.ok) throw new Error('the call succeeded')
  return result.error
}

function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`the call failed: ${result.error.code}`)
  return result.value
}

beforeEach(async () => {
  panel = await startFaultPanel()
  clock = createHurriedClock()
})

afterEach(async () => {
  expect(clock.timers()).toBe(0)
  for (const request of panel.requests) {
    for (const header of ['cookie', 'origin', 'referer']) expect(request.headers).not.toHaveProperty(header)
    expect(request.headers.accept).toBe('application/json')
    expect(request.headers.authorization).toBe(`Bearer ${token}`)
  }
  await panel.close()
})

describe('what is sent', () => {
  it('lists with a plain GET of the base address', async () => {
    unwrap(await list(clientOf({ userAgent: 'Servertray/9.9.9' })))
    expect(panel.requests).toHaveLength(1)
    expect(panel.requests[0]).toMatchObject({ method: 'GET', path: '/api/client', body: '' })
    expect(panel.requests[0]?.headers['user-agent']).toBe('Servertray/9.9.9')
    expect(panel.requests[0]?.headers).not.toHaveProperty('content-type')
  })

  it('posts a signal', async () => {
    panel.respond(empty(204))
    unwrap(await power(clientOf()))
    expect(panel.requests).toHaveLength(1)
    expect(panel.requests[0]).toMatchObject({ method: 'POST', path: `/api/client/servers/${id}/power` })
    expect(panel.requests[0]?.headers['content-type']).toBe('application/json')
    expect(panel.requests[0]?.headers['content-length']).toBe('20')
    expect(JSON.parse(panel.requests[0]?.body ?? '')).toEqual({ signal: 'restart' })
  })

  it('posts a command, without its outer spaces', async () => {
    panel.respond(empty(204))
    unwrap(await clientOf().sendCommand(id, '  say "hä 🎮" '))
    expect(panel.requests[0]).toMatchObject({ method: 'POST', path: `/api/client/servers/${id}/command` })
    expect(JSON.parse(panel.requests[0]?.body ?? '')).toEqual({ command: 'say "hä 🎮"' })
  })

  it.each<[ErrorCode, Call]>([
    ['invalid-identifier', (client) => client.sendPower('../../x', 'start')],
    ['invalid-identifier', (client) => client.sendPower('a1b2c3d45', 'start')],
    ['invalid-identifier', (client) => client.sendCommand('', 'say hi')],
    ['invalid-identifier', (client) => client.readResources('a1b2c3d4?')],
    ['invalid-signal', (client) => client.sendPower(id, 'explode' as 'kill')],
    ['invalid-command', (client) => client.sendCommand(id, '  ')],
    ['invalid-command', (client) => client.sendCommand(id, 'say hi\nstop')],
    ['invalid-command', (client) => client.sendCommand(id, 'x'.repeat(2_001))],
  ])('sends nothing for %s', async (code, call) => {
    expect(errorOf(await call(clientOf())).code).toBe(code)
    expect(panel.requests).toHaveLength(0)
  })

  it.each(['', 'a b', 'a\r\nCookie: x', 'tökén', 'x'.repeat(4_097)])('sends nothing with the token %j', async (bad) => {
    expect(errorOf(await list(clientOf({ readToken: async () => ok(bad) }))).code).toBe('invalid-token')
    expect(panel.requests).toHaveLength(0)
  })

  it.each<[ErrorCode, string]>([
    ['invalid-address', 'not an address'],
    ['insecure-address', 'http://panel.example.com/api/client'],
  ])('sends nothing for %s', async (code, baseUrl) => {
    expect(errorOf(await list(clientOf({ baseUrl }))).code).toBe(code)
  })
})

describe('success', () => {
  it.each<[string, Behaviour]>([
    ['204', empty(204)],
    ['200 with a page', htmlPage(200)],
    ['202 with broken JSON', text(202, 'application/json', '{')],
    ['200 with a body that never ends', stall],
    ['200 with a body that breaks off', cutMidBody],
  ])('takes %s for a power signal and a command', async (_name, behaviour) => {
    panel.respond(behaviour)
    unwrap(await power(clientOf()))
    unwrap(await command(clientOf()))
    expect(panel.requests).toHaveLength(2)
  })

  it('reads a list whatever its content type says', async () => {
    panel.respond(text(200, 'text/plain', JSON.stringify([{ identifier: id, name: 'Lobby' }])))
    expect(unwrap(await list(clientOf()))).toEqual({
      servers: [{ identifier: id, name: 'Lobby', condition: null }],
      skipped: 0,
      dialect: 'core',
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
    panel.respond(json(200, stats('running', usage), headers))
    expect(unwrap(await resources(clientOf()))).toEqual({
      state: 'running',
      resources: { cpuPercent: 12.5, memoryBytes: 1024, diskBytes: 2048, uptimeMs: 60_000 },
      freshForMs,
    })
    expect(panel.requests[0]).toMatchObject({ method: 'GET', path: `/api/client/servers/${id}/resources` })
  })
})

describe('pages', () => {
  const serverOf = (number: number) => ({ identifier: `serv${String(number).padStart(4, '0')}`, name: `S${number}` })

  it('fetches all pages by number', async () => {
    panel.respond((reply, request) => {
      const page = pageOf(request)
      json(200, serverList([serverOf(page * 2), serverOf(page * 2 + 1)], { current: page, total: 3 }))(reply, request)
    })
    const { servers, dialect } = unwrap(await list(clientOf()))
    expect(servers.map((server) => server.name)).toEqual(['S2', 'S3', 'S4', 'S5', 'S6', 'S7'])
    expect(dialect).toBe('pterodactyl')
    expect(panel.requests.map((request) => request.path)).toEqual([
      '/api/client',
      '/api/client?page=2',
      '/api/client?page=3',
    ])
  })

  it('stops at a panel that repeats itself', async () => {
    panel.respond(json(200, serverList([serverOf(1)], { current: 1, total: 50 })))
    expect(unwrap(await list(clientOf())).servers).toHaveLength(1)
    expect(panel.requests).toHaveLength(2)
  })

  it('stops after 100 pages', async () => {
    panel.respond((reply, request) => {
      const page = pageOf(request)
      json(200, serverList([serverOf(page)], { current: page, total: page + 1 }))(reply, request)
    })
    expect(unwrap(await list(clientOf())).servers).toHaveLength(100)
    expect(panel.requests).toHaveLength(100)
  })

  it('fails as a whole when a page fails', async () => {
    panel.respond(json(200, serverList([serverOf(1)], { current: 1, total: 2 })), refusal(401, 'X', ''))
    expect(errorOf(await list(clientOf())).code).toBe('token-refused')
  })
})

describe('refusals', () => {
  type Case = [name: string, behaviour: Behaviour, call: Call, code: ErrorCode, status: number]
  it.each<Case>([
    ['401', refusal(401, 'AuthenticationException', 'Unauthenticated.'), power, 'token-refused', 401],
    ['401 page', htmlPage(401), list, 'token-refused', 401],
    ['403', json(403, {}), power, 'not-permitted', 403],
    ['403 page', htmlPage(403), list, 'not-permitted', 403],
    [
      '403 address',
      refusal(
        403,
        'AccessDeniedHttpException',
        'This IP address (1.2.3.4) does not have permission to access the API using these credentials.',
      ),
      list,
      'address-not-allowed',
      403,
    ],
    [
      '403 permission',
      refusal(403, 'AccessDeniedHttpException', 'This action is unauthorized.'),
      command,
      'permission-lacking',
      403,
    ],
    ['404 server', refusal(404, 'NotFoundHttpException', ''), power, 'server-not-found', 404],
    ['404 list', htmlPage(404), list, 'api-not-found', 404],
    ['409', refusal(409, 'ServerStateConflictException', 'suspended'), power, 'server-unavailable', 409],
    ['419', refusal(419, 'HttpException', 'CSRF token mismatch.'), power, 'panel-refused', 419],
    ['422', refusal(422, 'ValidationException', 'The command field is required.'), command, 'input-rejected', 422],
    ['500', refusal(500, 'X', 'An unexpected error'), power, 'panel-failed', 500],
    ['502 page', htmlPage(502), command, 'panel-failed', 502],
    [
      '502 offline',
      refusal(502, 'HttpException', 'Server must be online in order to send commands.'),
      command,
      'server-not-running',
      502,
    ],
    ['504', refusal(504, 'DaemonConnectionException', 'Could not'), resources, 'node-unreachable', 504],
    [
      '403 of the daemon',
      refusal(403, 'DaemonConnectionException', 'An error occurred on the remote host: x'),
      power,
      'node-unreachable',
      403,
    ],
  ])('%s', async (_name, behaviour, call, code, status) => {
    panel.respond(behaviour)
    expect(errorOf(await call(clientOf()))).toMatchObject({ code, status })
    expect(panel.requests).toHaveLength(1)
  })

  it('says which condition a 409 names', async () => {
    const detail = 'This server is currently restoring from a backup, please try again later.'
    panel.respond(refusal(409, 'ServerStateConflictException', detail))
    const error = errorOf(await power(clientOf()))
    expect(error.detail).toBe(detail)
    expect(conditionOf(error)).toBe('restoring')
  })

  it('keeps the token out of errors when the panel quotes it', async () => {
    panel.respond(refusal(400, 'X', `Bad header: Bearer ${token}`))
    const error = errorOf(await power(clientOf()))
    expect(JSON.stringify(error)).not.toContain(token)
    expect(error.detail).toBe('Bad header: Bearer [token]')
  })
})

describe('no usable answer', () => {
  const cases: [name: string, behaviour: Behaviour, code: ErrorCode][] = [
    ['silence', silence, 'timeout'],
    ['cut off without a word', cutAtOnce, 'connection-cut'],
    ['something that is not HTTP', noHttp, 'malformed-answer'],
  ]
  it.each(cases)('%s: a power signal and a command go out once each', async (_name, behaviour, code) => {
    panel.respond(behaviour)
    const client = clientOf({ timeouts: { readMs: 200, actMs: 200 } })
    expect(errorOf(await power(client)).code).toBe(code)
    expect(errorOf(await command(client)).code).toBe(code)
    expect(panel.requests).toHaveLength(2)
  })

  it.each<[string, Behaviour, ErrorCode, number]>([
    ...cases.map<[string, Behaviour, ErrorCode, number]>(([name, behaviour, code]) => [
      name,
      behaviour,
      code,
      code === 'connection-cut' ? 3 : 1,
    ]),
    ['an answer that never ends', stall, 'timeout', 1],
    ['an answer that breaks off', cutMidBody, 'connection-cut', 3],
    ['a page', htmlPage(200), 'not-json', 1],
    ['a page that claims to be JSON', text(200, 'application/json', ' <html>'), 'not-json', 1],
    ['broken JSON', text(200, 'application/json', '{"data":['), 'malformed-answer', 1],
    ['an empty answer', empty(200), 'malformed-answer', 1],
    ['no list', json(200, { hello: 'world' }), 'malformed-answer', 1],
    ['null', json(200, null), 'malformed-answer', 1],
    [
      'compression that is none',
      text(200, 'application/json', '{}', { 'content-encoding': 'gzip' }),
      'malformed-answer',
      1,
    ],
    ['a failing panel', htmlPage(503), 'panel-failed', 3],
  ])('%s: the list fails after a bounded number of requests', async (_name, behaviour, code, count) => {
    panel.respond(behaviour)
    const client = clientOf({ timeouts: { readMs: 200, actMs: 200 } })
    expect(errorOf(await list(client)).code).toBe(code)
    expect(panel.requests).toHaveLength(count)
  })

  it('gets the list after two failures, with growing waits', async () => {
    panel.respond(cutAtOnce, htmlPage(500), json(200, serverList([{ identifier: id, name: 'Lobby' }])))
    expect(unwrap(await list(clientOf())).servers).toHaveLength(1)
    expect(clock.slept).toEqual([500, 1_000])
  })

  it('sends no background read again', async () => {
    panel.respond(htmlPage(500))
    expect(errorOf(await clientOf().listServers({ priority: 'background' })).code).toBe('panel-failed')
    expect(panel.requests).toHaveLength(1)
  })

  it('stops reading at 16 MiB', async () => {
    const sent = { bytes: 0 }
    panel.respond(endless(sent))
    expect(errorOf(await list(clientOf())).code).toBe('answer-too-large')
    expect(panel.requests).toHaveLength(1)
    // What lies in the buffers between the two has left the panel already.
    expect(sent.bytes).toBeLessThan(32 * 1024 * 1024)
  })

  it('refuses a certificate nobody signed, and sends nothing', async () => {
    const other = await startFaultPanel({ tls: true })
    expect(errorOf(await list(clientOf({ baseUrl: other.baseUrl }))).code).toBe('tls-failed')
    expect(errorOf(await power(clientOf({ baseUrl: other.baseUrl }))).code).toBe('tls-failed')
    expect(other.requests).toHaveLength(0)
    await other.close()
  })

  it('says when TLS is asked of a panel without', async () => {
    const baseUrl = panel.baseUrl.replace('http:', 'https:')
    expect(errorOf(await list(clientOf({ baseUrl }))).code).toBe('tls-failed')
    expect(panel.requests).toHaveLength(0)
  })

  it('says when nothing listens', async () => {
    const gone = await startFaultPanel()
    await gone.close()
    expect(errorOf(await list(clientOf({ baseUrl: gone.baseUrl }))).code).toBe('connection-refused')
    expect(errorOf(await power(clientOf({ baseUrl: gone.baseUrl }))).code).toBe('connection-refused')
  })

  it('says when the name is unknown', async () => {
    // Fails as a lookup does, so that no resolver outside is asked.
    const lookupFails = () => Promise.reject(new TypeError('fetch failed', { cause: withCode('ENOTFOUND') }))
    const error = errorOf(await list(clientOf({ baseUrl: 'https://panel.example.com', fetch: lookupFails })))
    expect(error.code).toBe('host-not-found')
  })

  it('says when the connection ends before TLS began', async () => {
    const server = createServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    expect(errorOf(await power(clientOf({ baseUrl: `https://127.0.0.1:${port}` }))).code).toBe('connection-cut')
    await new Promise((resolve) => server.close(resolve))
  })
})

function withCode(code: string): Error {
  return Object.assign(new Error(code), { code })
}

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])('%i is never followed, and the token goes nowhere', async (status) => {
    const target = await startFaultPanel()
    panel.respond(redirect(`${target.origin}/auth/login/${token}?token=${token}`, status))
    for (const call of [list, power, command]) {
      const error = errorOf(await call(clientOf()))
      expect(error).toMatchObject({ code: 'redirected', status })
      expect(error.message).toContain(`${target.origin}/auth/login`)
      expect(JSON.stringify(error)).not.toContain(token)
    }
    expect(panel.requests).toHaveLength(3)
    expect(target.requests).toHaveLength(0)
    await target.close()
  })

  it.each([
    ['/auth/login', '/auth/login'],
    ['https://user:word@evil.example/x?y#z', 'https://evil.example/x.'],
    ['javascript:alert(1)', 'javascript:.'],
  ])('names the target of %s', async (location, shown) => {
    panel.respond(redirect(location))
    const { message } = errorOf(await list(clientOf()))
    expect(message).toContain(shown)
    expect(message).not.toContain('word')
  })

  it('reports a redirect without a target', async () => {
    panel.respond(empty(302))
    expect(errorOf(await list(clientOf())).code).toBe('redirected')
  })
})

describe('rate limit', () => {
  it.each<[string, Record<string, string>, number]>([
    ['seconds', { 'retry-after': '7' }, 7_000],
    ['none', {}, 1_000],
    ['zero', { 'retry-after': '0' }, 1_000],
    ['negative', { 'retry-after': '-5' }, 1_000],
    ['words', { 'retry-after': 'soon' }, 1_000],
    ['a date in the past', { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 1_000],
  ])('sends a power signal again after the wait (%s)', async (_name, headers, wait) => {
    panel.respond(tooMany(headers), empty(204))
    const waits: number[] = []
    unwrap(await clientOf().sendPower(id, 'restart', { onWait: (retryAt) => waits.push(retryAt) }))
    expect(panel.requests).toHaveLength(2)
    expect(waits).toHaveLength(1)
    // The wait counts from the answer; the few milliseconds until it is begun are part of it.
    expect(clock.slept[0]).toBeGreaterThan(wait - 200)
    expect(clock.slept[0]).toBeLessThanOrEqual(wait)
  })

  it('waits until a date', async () => {
    const date = 'Wed, 21 Oct 2026 07:28:00 GMT'
    const retry = 'Wed, 21 Oct 2026 07:28:12 GMT'
    panel.respond(tooMany({ date, 'retry-after': retry }), empty(204))
    unwrap(await command(clientOf()))
    expect(clock.slept[0]).toBeGreaterThan(11_800)
    expect(clock.slept[0]).toBeLessThanOrEqual(12_000)
  })

  it.each(['31', '86400', '999999999999999', '9'.repeat(400)])(
    'gives up when %s s outlast the bound',
    async (seconds) => {
      panel.respond(tooMany({ 'retry-after': seconds }))
      const result = await power(clientOf({ maxWaitMs: 900 }))
      const { code, retryAfterMs = 0 } = errorOf(result)
      expect(code).toBe('rate-limited')
      expect(retryAfterMs).toBeGreaterThan(0)
      expect(retryAfterMs).toBeLessThanOrEqual(3_600_000)
      expect(panel.requests).toHaveLength(1)
      expect(clock.slept).toEqual([])
    },
  )

  it.each<[string, Call]>([
    ['power', power],
    ['command', command],
    ['list', list],
  ])('never loops on 429 (%s)', async (_name, call) => {
    panel.respond(tooMany())
    expect(errorOf(await call(clientOf())).code).toBe('rate-limited')
    // 1 + 2 + 4 + 8 seconds fit into the bound of 30 s, 16 more do not.
    expect(panel.requests).toHaveLength(5)
  })

  it('never sends more than one request a second, whatever the panel asks', async () => {
    panel.respond(tooMany({ 'retry-after': '1' }))
    expect(errorOf(await power(clientOf())).code).toBe('rate-limited')
    expect(panel.requests.length).toBeLessThanOrEqual(31)
  })

  it('holds background calls back until the wait is over', async () => {
    panel.respond(tooMany({ 'retry-after': '20' }), json(200, serverList([])))
    const client = clientOf({ maxWaitMs: 10_000 })
    errorOf(await power(client))
    const { code, retryAfterMs } = errorOf(await client.listServers({ priority: 'background' }))
    expect(code).toBe('rate-limited')
    expect(retryAfterMs).toBeGreaterThan(10_000)
    expect(panel.requests).toHaveLength(1)
    await clock.sleep(20_000)
    unwrap(await client.listServers({ priority: 'background' }))
    expect(panel.requests).toHaveLength(2)
  })
})

describe('cancelling', () => {
  it('ends a request that is out', async () => {
    const stop = new AbortController()
    panel.respond(() => stop.abort())
    expect(errorOf(await clientOf().sendPower(id, 'stop', { signal: stop.signal })).code).toBe('cancelled')
    expect(panel.requests).toHaveLength(1)
  })

  it('ends a wait', async () => {
    const stop = new AbortController()
    panel.respond(tooMany())
    const options = { signal: stop.signal, onWait: () => stop.abort() }
    expect(errorOf(await clientOf().sendPower(id, 'stop', options)).code).toBe('cancelled')
    expect(panel.requests).toHaveLength(1)
  })

  it('sends nothing when it came first', async () => {
    const result = await clientOf().sendPower(id, 'stop', { signal: AbortSignal.abort() })
    expect(errorOf(result).code).toBe('cancelled')
    expect(panel.requests).toHaveLength(0)
  })
})
