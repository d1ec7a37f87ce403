import { describe, expect, it } from 'vitest'
import { removeBackup, renameBackup, toggleLock } from '../../electron/backups/panel.ts'
import { createPanelClient } from '../../electron/panel/client.ts'
import { conditionOf } from '../../electron/panel/conditions.ts'
import type { ErrorCode } from '../../shared/errors.ts'
import { ok } from '../../shared/result.ts'
import { backupId } from '../fixtures/backup-view.ts'
import { type Call, command, errorOf, id, list, power, setUpFaultPanel, token } from '../fixtures/client-rig.ts'
import { type Behaviour, cutAtOnce, empty, htmlPage, json, refusal, serverList, text } from '../fixtures/fault-panel.ts'
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
    [
      '403 page longer than it is read',
      text(403, 'text/html', `<html>${'x'.repeat(70_000)}`),
      power,
      'not-permitted',
      403,
    ],
    ['403 page that breaks off', cutPage(403), power, 'not-permitted', 403],
    ['409 with plain words', text(409, 'text/plain', 'Server is offline'), command, 'server-not-running', 409],
    ['403 page before a list', htmlPage(403), list, 'not-permitted', 403],
    ['403 page before an action', htmlPage(403), power, 'not-permitted', 403],
    ['404 list', htmlPage(404), list, 'api-not-found', 404],
    ['502 page', htmlPage(502), command, 'front-answered', 502],
  ])('%s', async (_name, behaviour, call, code, status) => {
    panel().respond(behaviour)
    expect(errorOf(await call(clientOf()))).toMatchObject({ code, status })
    expect(panel().requests).toHaveLength(1)
  })

  it('403 as a page names the two causes that the client API document gives', async () => {
    panel().respond(htmlPage(403))
    const { message, hint } = errorOf(await power(clientOf()))
    expect(message).toMatch(/address is not allowed, or the key lacks the permission/)
    expect(hint).toMatch(/Allowed IPs and permissions/)
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

  const backup = backupId()
  // By itself `fetch` sends again after some of them (421).
  it.each<[name: string, call: Call, body: string]>([
    ['what has a body', power, '{"signal":"restart"}'],
    ['what has none', (client) => toggleLock(client.at(id, {}), backup), ''],
    ['a deletion', (client) => removeBackup(client.at(id, {}), backup), ''],
    ['a change', (client) => renameBackup(client.at(id, {}), backup, 'hä'), '{"name":"hä"}'],
  ])('go out once, whatever status refuses them: %s', async (_name, call, body) => {
    const client = clientOf()
    for (let status = 300; status < 600; status += 1) {
      // Panels refuse so before they act.
      if (status === 429) continue
      panel().respond(empty(status))
      expect(await call(client)).toMatchObject({ ok: false })
    }
    const others = panel().requests.filter((request) => request.body !== body)
    expect({ sent: panel().requests.length, others }).toEqual({ sent: 299, others: [] })
    const { headers } = panel().requests[0] ?? {}
    expect(headers).not.toHaveProperty('transfer-encoding')
    expect(Number(headers?.['content-length'] ?? 0)).toBe(Buffer.byteLength(body))
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
