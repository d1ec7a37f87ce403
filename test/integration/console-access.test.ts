import { describe, expect, it } from 'vitest'
import type { PanelClient } from '../../electron/panel/client.ts'
import type { ErrorCode } from '../../shared/errors.ts'
import { errorOf, id, list, setUpFaultPanel, unwrap } from '../fixtures/client-rig.ts'
import {
  type Behaviour,
  cutAtOnce,
  empty,
  htmlPage,
  json,
  refusal,
  serverList,
  text,
  tooMany,
} from '../fixtures/fault-panel.ts'

const { panel, clock, clientOf } = setUpFaultPanel()

const access = (client: PanelClient) => client.readConsoleAccess(id)
const socket = 'wss://node.example.com:8080/api/servers/5f0c3f5e/ws'
const both = { token: 'h.p.s', socket }

describe('the way to a console', () => {
  it.each<[string, unknown]>([
    ['in `data`', { data: both }],
    ['in `attributes`', { object: 'x', attributes: both }],
    ['bare', both],
  ])('is read %s', async (_, body) => {
    panel().respond(json(200, body))
    expect(unwrap(await access(clientOf()))).toEqual({
      token: 'h.p.s',
      permissions: null,
      address: new URL(socket),
      hideToken: expect.any(Function),
    })
    expect(panel().requests).toMatchObject([{ method: 'GET', path: `/api/client/servers/${id}/websocket` }])
  })

  it.each<[string, Behaviour, ErrorCode]>([
    ['another answer', json(200, { servers: [] }), 'no-live-output'],
    ['no token', json(200, { data: { token: '', socket } }), 'no-live-output'],
    ['a page', htmlPage(200), 'not-json'],
    ['nothing', empty(204), 'malformed-answer'],
    ['no JSON', text(200, 'application/json', '{'), 'malformed-answer'],
    [
      'an address that is not safe',
      json(200, { data: { token: 'x', socket: 'ws://node.example.com/ws' } }),
      'console-unsafe',
    ],
    ['an address that is none', json(200, { data: { token: 'x', socket: 'javascript:alert(1)' } }), 'console-unsafe'],
    ['a cut', cutAtOnce, 'connection-cut'],
    ['a panel that fails', refusal(502, 'HttpException', 'x'), 'panel-failed'],
  ])('fails for %s', async (_, behaviour, code) => {
    panel().respond(behaviour)
    expect(errorOf(await access(clientOf())).code).toBe(code)
    // The panel counts these calls, so none is made again behind the console's back.
    expect(panel().requests).toHaveLength(1)
  })

  it('has a limit of its own: a refusal comes at once and holds no other call back', async () => {
    const client = clientOf()
    panel().respond(
      tooMany({ 'retry-after': '40', 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '0' }),
      json(200, serverList([])),
    )
    expect(errorOf(await access(client))).toMatchObject({ code: 'rate-limited', retryAfterMs: 40_000 })
    expect(clock().slept).toEqual([])
    unwrap(await list(client))
    expect(clock().slept).toEqual([])
  })

  it('says nothing of the account’s limit, though its headers tell the lower of the two', async () => {
    const told: unknown[] = []
    const client = clientOf({ onBudget: (budget) => told.push(budget) })
    panel().respond(json(200, { data: both }, { 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '0' }))
    unwrap(await access(client))
    expect(told).toEqual([])
    expect(client.backgroundAt()).toBeLessThanOrEqual(clock().now())
  })
})
