import { createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createPanelClient } from '../../electron/panel/client.ts'
import { conditionOf } from '../../electron/panel/conditions.ts'
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
  token,
  unwrap,
} from '../fixtures/client-rig.ts'
import {
  type Behaviour,
  cutAtOnce,
  cutMidBody,
  empty,
  endless,
  htmlPage,
  json,
  noHttp,
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
import { refusalsQuoting } from '../fixtures/token-quotes.ts'
import { holdsToken, tokenSpellings } from '../fixtures/token-spellings.ts'

const { panel, clock, clientOf } = setUpFaultPanel()

/** Ends the connection in the middle of a page. */
const cutPage =
  (status: number): Behaviour =>
  (reply) => {
    reply.writeHead(status, { 'content-type': 'text/html', 'content-length': '1000' })
    reply.write('<!doctype html>', () => reply.destroy())
  }

describe('refusals', () => {
  type Case = [name: string, behaviour: Behaviour, call: Call, code: ErrorCode, status: number]
  it.each<Case>([
    ['401', refusal(401, 'AuthenticationException', 'Unauthenticated.'), power, 'token-refused', 401],
    ['401 page', htmlPage(401), list, 'token-refused', 401],
    ['403', json(403, {}), power, 'not-permitted', 403],
    ['403 called a page, with nothing in it', text(403, 'text/html', ''), power, 'not-permitted', 403],
    ['403 called a page, with a word in it', text(403, 'text/html', 'Forbidden'), power, 'not-permitted', 403],
    ['403 page longer than it is read', text(403, 'text/html', `<html>${'x'.repeat(70_000)}`), power, 'not-json', 403],
    ['403 page that breaks off', cutPage(403), power, 'not-json', 403],
    ['409 with plain words', text(409, 'text/plain', 'Server is offline'), command, 'server-not-running', 409],
    ['403 page before a list', htmlPage(403), list, 'not-json', 403],
    ['403 page before an action', htmlPage(403), power, 'not-json', 403],
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
    panel().respond(behaviour)
    expect(errorOf(await call(clientOf()))).toMatchObject({ code, status })
    expect(panel().requests).toHaveLength(1)
  })

  it.each<[string, Behaviour, boolean]>([
    ['a page of a proxy that got no answer', htmlPage(502), true],
    ['a page of a proxy that waited too long', htmlPage(524), true],
    ['an error inside the panel', refusal(500, 'X', 'An unexpected error'), true],
    ['a machine that did not answer', refusal(504, 'DaemonConnectionException', 'Could not'), true],
    ['maintenance', refusal(503, 'HttpException', 'Service Unavailable'), false],
    ['a challenge page', htmlPage(403), false],
    ['a refusal', refusal(403, 'AccessDeniedHttpException', 'This action is unauthorized.'), false],
    ['no answer', cutAtOnce, true],
  ])('%s: whether the panel acted is said of an action, never of a list', async (_name, behaviour, isOpen) => {
    panel().respond(behaviour)
    for (const call of [power, command]) {
      const error = errorOf(await call(clientOf()))
      expect(error.mayHaveActed).toBe(isOpen ? true : undefined)
      expect(error.hint.includes('not known whether the panel acted')).toBe(isOpen)
      if (isOpen) expect(error.hint).not.toMatch(/try again|in a minute/i)
    }
    const error = errorOf(await list(clientOf()))
    expect(`${error.message} ${error.hint} ${error.mayHaveActed}`).not.toMatch(/whether the panel acted|true/)
  })

  it('says which condition a 409 names', async () => {
    const detail = 'This server is currently restoring from a backup, please try again later.'
    panel().respond(refusal(409, 'ServerStateConflictException', detail))
    const error = errorOf(await power(clientOf()))
    expect(error.detail).toBe(detail)
    expect(conditionOf(error)).toBe('restoring')
  })

  it('keeps the token out of errors when the panel quotes it', async () => {
    panel().respond(refusal(400, 'X', `Bad header: Bearer ${token}`))
    const error = errorOf(await power(clientOf()))
    expect(JSON.stringify(error)).not.toContain(token)
    expect(error.detail).toBe('Bad header: Bearer [token]')
  })

  it.each(Object.entries(tokenSpellings(token)))(
    'keeps the token out of errors when it is quoted %s',
    async (_, spelling) => {
      const otherShapes = [text(400, 'text/plain', `Bad ${spelling}`), json(400, { errors: { header: [spelling] } })]
      for (const behaviour of [...refusalsQuoting(spelling), ...otherShapes]) {
        panel().respond(behaviour)
        const error = errorOf(await power(clientOf()))
        expect(holdsToken(JSON.stringify(error), token)).toBe(false)
      }
    },
  )

  it.each(Object.entries(tokenSpellings(token)))('keeps the token out of names of servers, %s', async (_, text) => {
    const names = [text, `Name ${text} of a server`, `${'x'.repeat(180)}${text}`]
    panel().respond(json(200, serverList(names.map((name, i) => ({ identifier: `aaaaaaa${i}`, name })))))
    const listed = await clientOf().listServers()
    if (!listed.ok) throw new Error(listed.error.code)
    expect(listed.value.servers).toHaveLength(names.length)
    expect(holdsToken(JSON.stringify(listed.value), token)).toBe(false)
  })

  it.each(['a', '"', 'e1', '{', '\\'])('reads JSON as it is with the token %s', async (short) => {
    const servers = [{ identifier: 'a1b2c3d4', name: 'Survival "one" \\ {a}' }]
    const client = createPanelClient({
      baseUrl: 'http://127.0.0.1/api/client',
      clock: clock(),
      readToken: async () => ok(short),
      fetch: async () => Response.json(serverList(servers)),
    })
    expect(await client.listServers()).toMatchObject({ ok: true, value: { servers } })
  })
})

describe('no usable answer', () => {
  const cases: [name: string, behaviour: Behaviour, code: ErrorCode][] = [
    ['silence', silence, 'timeout'],
    ['cut off without a word', cutAtOnce, 'connection-cut'],
    ['something that is not HTTP', noHttp, 'malformed-answer'],
  ]
  it.each(cases)('%s: a power signal and a command go out once each', async (_name, behaviour, code) => {
    panel().respond(behaviour)
    // Only silence is waited out.
    const client = clientOf(code === 'timeout' ? { timeouts: { readMs: 500, actMs: 500 } } : {})
    expect(errorOf(await power(client)).code).toBe(code)
    expect(errorOf(await command(client)).code).toBe(code)
    expect(panel().requests).toHaveLength(2)
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
    panel().respond(behaviour)
    // Only silence is waited out.
    const client = clientOf(code === 'timeout' ? { timeouts: { readMs: 500, actMs: 500 } } : {})
    expect(errorOf(await list(client)).code).toBe(code)
    expect(panel().requests).toHaveLength(count)
  })

  it('gets the list after two failures, with growing waits', async () => {
    panel().respond(cutAtOnce, htmlPage(500), json(200, serverList([{ identifier: id, name: 'Lobby' }])))
    expect(unwrap(await list(clientOf())).servers).toHaveLength(1)
    expect(clock().slept).toEqual([500, 1_000])
  })

  it('sends no background read again', async () => {
    panel().respond(htmlPage(500))
    expect(errorOf(await clientOf().listServers({ priority: 'background' })).code).toBe('panel-failed')
    expect(panel().requests).toHaveLength(1)
  })

  it('stops reading at 16 MiB', async () => {
    const sent = { bytes: 0 }
    panel().respond(endless(sent))
    expect(errorOf(await list(clientOf())).code).toBe('answer-too-large')
    expect(panel().requests).toHaveLength(1)
    // What lies in the buffers between the two has left the panel already.
    expect(sent.bytes).toBeLessThan(32 * 1024 * 1024)
  })

  const access: Call = (client) => client.readConsoleAccess(id)
  it.each<[string, Call]>([
    ['load', resources],
    ['console', access],
  ])('reads no more than 256 KiB of an answer that tells of one %s', async (_, call) => {
    const sent = { bytes: 0 }
    panel().respond(endless(sent))
    expect(errorOf(await call(clientOf())).code).toBe('answer-too-large')
    expect(panel().requests).toHaveLength(1)
    // Some of it lies in buffers, but by far not what is read of a list.
    expect(sent.bytes).toBeLessThan(16 * 1024 * 1024)
    const padded = (bytes: number) => json(200, { ...stats('running'), padding: 'x'.repeat(bytes) })
    panel().respond(padded(257 * 1024))
    expect(errorOf(await call(clientOf())).code).toBe('answer-too-large')
    panel().respond(padded(200 * 1024))
    expect(unwrap(await resources(clientOf()))).toMatchObject({ state: 'running' })
  })

  it('reads nothing of the answer to an action, and little of a refusal', async () => {
    const sent = { bytes: 0 }
    panel().respond(endless(sent))
    expect(await power(clientOf())).toEqual(ok())
    expect(await command(clientOf())).toEqual(ok())
    panel().respond(refusal(409, 'X', 'x'.repeat(100 * 1024)))
    expect(errorOf(await power(clientOf()))).not.toHaveProperty('detail')
    expect(sent.bytes).toBeLessThan(16 * 1024 * 1024)
  })

  const coded = (times: number, named: number): Behaviour => {
    let body = Buffer.from(JSON.stringify(serverList([{ identifier: id, name: 'Lobby' }])))
    for (let time = 0; time < times; time += 1) body = gzipSync(body)
    const coding = Array(named).fill('gzip').join(', ')
    return (reply) => reply.writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding }).end(body)
  }

  it('undoes codings inside each other as far as they are named', async () => {
    panel().respond(coded(2, 2))
    expect(unwrap(await list(clientOf())).servers).toHaveLength(1)
  })

  it.each([
    ['one that is not named', 2, 1],
    ['more that are named than there are', 1, 2],
    ['more than anybody undoes', 12, 12],
  ])('says of %s that the answer could not be read, not that there was none', async (_, times, named) => {
    for (const call of [list, resources, access]) {
      panel().respond(coded(times, named))
      expect(errorOf(await call(clientOf())).code).toBe('malformed-answer')
    }
    // Of an action it is then not known what became of it.
    if (times > 2)
      expect(errorOf(await power(clientOf()))).toMatchObject({ code: 'malformed-answer', mayHaveActed: true })
  })

  it('refuses a certificate nobody signed, and sends nothing', async () => {
    const other = await startFaultPanel({ tls: true })
    expect(errorOf(await list(clientOf({ baseUrl: other.baseUrl }))).code).toBe('tls-failed')
    expect(errorOf(await power(clientOf({ baseUrl: other.baseUrl }))).code).toBe('tls-failed')
    expect(other.requests).toHaveLength(0)
    await other.close()
  })

  it('says when TLS is asked of a panel without', async () => {
    const baseUrl = panel().baseUrl.replace('http:', 'https:')
    expect(errorOf(await list(clientOf({ baseUrl }))).code).toBe('tls-failed')
    expect(panel().requests).toHaveLength(0)
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
    panel().respond(redirect(`${target.origin}/auth/login/${token}?token=${token}`, status))
    for (const call of [list, power, command]) {
      const error = errorOf(await call(clientOf()))
      expect(error).toMatchObject({ code: 'redirected', status })
      expect(error.message).toContain(`${target.origin}/auth/login`)
      expect(JSON.stringify(error)).not.toContain(token)
    }
    expect(panel().requests).toHaveLength(3)
    expect(target.requests).toHaveLength(0)
    await target.close()
  })

  it.each([
    ['/auth/login', '/auth/login'],
    ['https://user:word@evil.example/x?y#z', 'https://evil.example/x.'],
    ['javascript:alert(1)', 'javascript:.'],
  ])('names the target of %s', async (location, shown) => {
    panel().respond(redirect(location))
    const { message } = errorOf(await list(clientOf()))
    expect(message).toContain(shown)
    expect(message).not.toContain('word')
  })

  it('reports a redirect without a target', async () => {
    panel().respond(empty(302))
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
    panel().respond(tooMany(headers), empty(204))
    const waits: number[] = []
    unwrap(await clientOf().sendPower(id, 'restart', { onWait: (retryAt) => waits.push(retryAt) }))
    expect(panel().requests).toHaveLength(2)
    expect(waits).toHaveLength(1)
    // The wait counts from the answer; the few milliseconds until it is begun are part of it.
    expect(clock().slept[0]).toBeGreaterThan(wait - 200)
    expect(clock().slept[0]).toBeLessThanOrEqual(wait)
  })

  it('waits until a date', async () => {
    const date = 'Wed, 21 Oct 2026 07:28:00 GMT'
    const retry = 'Wed, 21 Oct 2026 07:28:12 GMT'
    panel().respond(tooMany({ date, 'retry-after': retry }), empty(204))
    unwrap(await command(clientOf()))
    expect(clock().slept[0]).toBeGreaterThan(11_800)
    expect(clock().slept[0]).toBeLessThanOrEqual(12_000)
  })

  it.each(['31', '86400', '999999999999999', '9'.repeat(400)])(
    'gives up when %s s outlast the bound',
    async (seconds) => {
      panel().respond(tooMany({ 'retry-after': seconds }))
      const result = await power(clientOf({ maxWaitMs: 900 }))
      const { code, retryAfterMs = 0 } = errorOf(result)
      expect(code).toBe('rate-limited')
      expect(retryAfterMs).toBeGreaterThan(0)
      expect(retryAfterMs).toBeLessThanOrEqual(3_600_000)
      expect(panel().requests).toHaveLength(1)
      expect(clock().slept).toEqual([])
    },
  )

  it.each<[string, Behaviour]>([
    ['a page', htmlPage(429)],
    ['nothing, without a type', empty(429)],
    ['plain words', text(429, 'text/plain', 'Slow down')],
    ['JSON of another shape', json(429, ['slow down'])],
  ])('takes 429 for a limit, whatever comes with it: %s', async (_name, behaviour) => {
    const calls: readonly Call[] = [list, power, command]
    for (const call of calls) {
      panel().respond(behaviour, call === list ? json(200, []) : empty(204))
      unwrap(await call(clientOf()))
    }
    expect(panel().requests).toHaveLength(6)
  })

  it.each<[string, Call]>([
    ['power', power],
    ['command', command],
    ['list', list],
  ])('never loops on 429 (%s)', async (_name, call) => {
    panel().respond(tooMany())
    expect(errorOf(await call(clientOf())).code).toBe('rate-limited')
    // 1 + 2 + 4 + 8 seconds fit into the bound of 30 s, 16 more do not.
    expect(panel().requests).toHaveLength(5)
  })

  it('never sends more than one request a second, whatever the panel asks', async () => {
    panel().respond(tooMany({ 'retry-after': '1' }))
    expect(errorOf(await power(clientOf())).code).toBe('rate-limited')
    expect(panel().requests.length).toBeLessThanOrEqual(31)
  })

  it('holds background calls back until the wait is over', async () => {
    panel().respond(tooMany({ 'retry-after': '20' }), json(200, serverList([])))
    const client = clientOf({ maxWaitMs: 10_000 })
    errorOf(await power(client))
    const { code, retryAfterMs } = errorOf(await client.listServers({ priority: 'background' }))
    expect(code).toBe('rate-limited')
    expect(retryAfterMs).toBeGreaterThan(10_000)
    expect(panel().requests).toHaveLength(1)
    await clock().sleep(20_000)
    unwrap(await client.listServers({ priority: 'background' }))
    expect(panel().requests).toHaveLength(2)
  })
})
