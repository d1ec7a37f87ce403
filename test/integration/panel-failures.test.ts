import { gzipSync } from 'node:zlib'
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
  stats,
  text,
} from '../fixtures/fault-panel.ts'
import { openFaultPanel } from '../fixtures/open-fault-panel.ts'

const { panel, clock, clientOf, waitedOut } = setUpFaultPanel()

/** Only silence is waited out. */
const endOf = (code: ErrorCode, call: Call) => (code === 'timeout' ? waitedOut(call) : call(clientOf()))

describe('no usable answer', () => {
  const cases: [name: string, behaviour: Behaviour, code: ErrorCode][] = [
    ['silence', silence, 'timeout'],
    ['cut off without a word', cutAtOnce, 'connection-cut'],
    ['something that is not HTTP', noHttp, 'malformed-answer'],
  ]
  it.each(cases)('%s: a power signal and a command go out once each', async (_name, behaviour, code) => {
    panel().respond(behaviour)
    expect(errorOf(await endOf(code, power)).code).toBe(code)
    expect(errorOf(await endOf(code, command)).code).toBe(code)
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
    ['a panel that is away behind its web server', htmlPage(503), 'front-answered', 3],
  ])('%s: the list fails after a bounded number of requests', async (_name, behaviour, code, count) => {
    panel().respond(behaviour)
    expect(errorOf(await endOf(code, list)).code).toBe(code)
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

  it('decodes nested content encodings as far as the header names them', async () => {
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
})

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])('%i is never followed, and the token goes nowhere', async (status) => {
    const target = await openFaultPanel()
    panel().respond(redirect(`${target.origin}/auth/login/${token}?token=${token}`, status))
    for (const call of [list, power, command]) {
      const error = errorOf(await call(clientOf()))
      expect(error).toMatchObject({ code: 'redirected', status })
      expect(error.message).toContain(`${target.origin}/auth/login`)
      expect(JSON.stringify(error)).not.toContain(token)
    }
    expect(panel().requests).toHaveLength(3)
    expect(target.requests).toHaveLength(0)
  })

  it('does not advise to use the same address, which cannot be told apart by its slash', async () => {
    panel().respond(redirect('/api/client/', 308))
    const { hint } = errorOf(await list(clientOf()))
    expect(hint).toBe('Servertray asks without the slash at the end. Ask your host to have the panel answer there.')
  })
})
