import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../electron/lib/clock.ts'
import { findBaseUrl } from '../../electron/panel/address.ts'
import { createPanelClient } from '../../electron/panel/client.ts'
import { isAll, permissions } from '../../shared/keys/permission.ts'
import { ok } from '../../shared/result.ts'
import { call, demoServers, must, type StartedDemo, startFakeDemo } from '../fixtures/demo.ts'
import type { FakeClock } from '../fixtures/fake-clock.ts'

let demo: StartedDemo & { clock: FakeClock }
let origin: string
let cookie: string

beforeEach(async () => {
  demo = await startFakeDemo()
  origin = new URL(demo.baseUrl).origin
  cookie = ''
})
afterEach(() => demo.panel.dispose())

const get = (path: string) => fetch(new URL(path, origin), { redirect: 'manual', headers: { cookie } })

function post(path: string, form: Record<string, string> | [string, string][], headers: Record<string, string> = {}) {
  const body = new URLSearchParams(form).toString()
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  return fetch(new URL(path, origin), {
    method: 'POST',
    redirect: 'manual',
    body,
    headers: { cookie, origin, ...type, ...headers },
  })
}

/** Uses a link and keeps the session's cookie. */
async function enter() {
  const response = await fetch(must(demo.panel.oneTimeLink()), { redirect: 'manual' })
  cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  return response
}

const csrfIn = (page: string) => /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
const csrf = async (path = '/keys/new') => csrfIn(await (await get(path)).text())

describe('the one-time link', () => {
  it('starts a session once', async () => {
    const link = must(demo.panel.oneTimeLink())
    const first = await fetch(link, { redirect: 'manual' })
    expect(first.status).toBe(303)
    expect(first.headers.get('location')).toBe('/')
    expect(first.headers.get('set-cookie')).toMatch(
      /^demo_panel_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    const second = await fetch(link, { redirect: 'manual' })
    expect(second.status).toBe(403)
    expect(second.headers.get('set-cookie')).toBeNull()
    expect(await second.text()).toContain('Open the demo panel')
  })

  it('expires after two minutes', async () => {
    const link = must(demo.panel.oneTimeLink())
    await demo.clock.advance(119_999)
    const late = must(demo.panel.oneTimeLink())
    await demo.clock.advance(1)
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(403)
    expect((await fetch(late, { redirect: 'manual' })).status).toBe(303)
  })

  it.each(['/', '/keys/new', '/keys/x/created'])('is needed for %s', async (path) => {
    const response = await get(path)
    expect(response.status).toBe(403)
    expect(await response.text()).not.toContain('Survival')
    cookie = 'demo_panel_session=wrong'
    expect((await get(path)).status).toBe(403)
  })

  it('gives a session that ends', async () => {
    await enter()
    expect((await get('/')).status).toBe(200)
    await demo.clock.advance(8 * 60 * 60_000)
    expect((await get('/')).status).toBe(403)
  })
})

describe('the pages', () => {
  beforeEach(enter)

  it('carry a strict policy and are never cached', async () => {
    const { headers } = await get('/')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; (?!.*unsafe)/)
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('create a key and show its token once, in a window titled Your API Key', async () => {
    const made = await post('/keys', [
      ['csrf', await csrf()],
      ['description', 'Announcer <b>'],
      ['servers', 'some'],
      ['server', demoServers.survival],
      ['permission', 'power'],
      ['permission', 'console'],
      ['allowedIps', '127.0.0.1\r\n'],
    ])
    expect(made.status).toBe(303)
    const shown = made.headers.get('location') ?? ''
    expect(shown).toMatch(/^\/keys\/[\w-]+\/created$/)
    const page = await (await get(shown)).text()
    expect(page).toContain('<title>Your API Key</title>')
    expect(page).toContain('cannot be shown again')
    const token = /ptlc_\w{43}/.exec(page)?.[0] ?? ''
    expect(
      (await call(`${demo.baseUrl}/servers/${demoServers.survival}/power`, token, 'POST', { signal: 'start' })).status,
    ).toBe(204)
    expect(page).toContain('data-copies="token"')
    expect((await get(shown)).headers.get('location')).toBe('/')
    const list = await (await get('/')).text()
    expect(list).toContain('Announcer &lt;b&gt;')
    expect(list).not.toContain('Announcer <b>')
    expect(list).toContain('<dd>Survival</dd>')
    expect(list).toContain('<dd>Power, Console</dd>')
    expect(list).not.toContain(token)
  })

  it('do not use the token up on a HEAD', async () => {
    const form = { csrf: await csrf(), description: 'Bot', servers: 'all', permission: 'power' }
    const shown = (await post('/keys', form)).headers.get('location') ?? ''
    const head = await fetch(`${origin}${shown}`, { method: 'HEAD', redirect: 'manual', headers: { cookie } })
    expect(head.status).toBe(404)
    expect(await (await get(shown)).text()).toContain('ptlc_')
  })

  it.each([
    ['an unknown word on servers', { servers: 'every', permission: 'power' }, 'No server is chosen.'],
    ['an unknown permission', { servers: 'all', permission: 'root' }, 'No permission is chosen.'],
  ])('refuse a key with %s, and widen none by it', async (_what, fields, message) => {
    const { keyId } = must(
      demo.panel.createKey({ description: 'Bot', servers: [demoServers.survival], permissions: ['console'] }),
    )
    const before = demo.panel.listKeys()
    for (const path of ['/keys', `/keys/${keyId}`]) {
      const response = await post(path, { csrf: await csrf(), description: 'Bot 2', ...fields })
      expect(response.status).toBe(422)
      expect(await response.text()).toContain(message)
    }
    expect(demo.panel.listKeys()).toEqual(before)
  })

  it('edit a key with its token unchanged, and delete it after a question', async () => {
    const { keyId, token } = must(demo.panel.createKey({ description: 'Bot', servers: 'all', permissions: ['power'] }))
    const form = { csrf: await csrf(`/keys/${keyId}/edit`), description: 'Bot 2', servers: 'all' }
    const all = permissions.map((permission): [string, string] => ['permission', permission])
    expect((await post(`/keys/${keyId}`, [...Object.entries(form), ...all])).status).toBe(303)
    const [key] = demo.panel.listKeys()
    expect(key).toMatchObject({ description: 'Bot 2' })
    expect(isAll(key?.permissions ?? [])).toBe(true)
    expect((await call(demo.baseUrl, token)).status).toBe(200)

    const question = await (await get(`/keys/${keyId}/delete`)).text()
    expect(question).toContain('Delete this key?')
    expect((await call(demo.baseUrl, token)).status).toBe(200)
    expect((await post(`/keys/${keyId}/delete`, { csrf: csrfIn(question) })).status).toBe(303)
    expect((await call(demo.baseUrl, token)).status).toBe(401)
    expect((await get(`/keys/${keyId}/edit`)).status).toBe(404)
  })

  it('of a server are none, with or without a session, which a page says', async () => {
    const path = `/server/${demoServers.survival}/schedules`
    const answers = [await get(path)]
    cookie = ''
    answers.push(await get(path))
    for (const answer of answers) {
      expect(answer.status).toBe(404)
      const page = await answer.text()
      expect(page).toContain('Look after its servers in Servertray.')
      expect(page).not.toContain('Survival')
    }
  })

  it.each([
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['an opaque origin', { origin: 'null' }],
    ['a same-site fetch', { 'sec-fetch-site': 'same-site' }],
  ])('refuse a form from %s', async (_name, headers) => {
    const { keyId } = must(demo.panel.createKey({ description: 'Bot', servers: 'all', permissions }))
    const form = { csrf: await csrf(), description: 'Evil', servers: 'all' }
    expect((await post('/keys', form, headers)).status).toBe(403)
    expect((await post(`/keys/${keyId}`, form, headers)).status).toBe(403)
    expect((await post(`/keys/${keyId}/delete`, form, headers)).status).toBe(403)
    expect(demo.panel.listKeys()).toMatchObject([{ description: 'Bot' }])
  })

  it('refuse a form without its secret, or with that of another session', async () => {
    const other = await csrf()
    await enter()
    for (const wrong of ['', 'x', other]) {
      expect((await post('/keys', { csrf: wrong, description: 'Evil', servers: 'all' })).status).toBe(403)
    }
    expect(demo.panel.listKeys()).toEqual([])
  })
})

describe('for a program that asks without a session', () => {
  const ask = async (path: string) => {
    const response = await fetch(new URL(path, origin), { redirect: 'manual', headers: { accept: 'application/json' } })
    return [response.status, response.headers.get('content-type')]
  }

  it('pages are pages on one kind of panel', async () => {
    for (const path of ['/', '/keys/new']) expect(await ask(path)).toEqual([403, 'text/html; charset=utf-8'])
  })

  it('pages ask for a token on the other, and those that it does not have are missing', async () => {
    await demo.panel.dispose()
    demo = await startFakeDemo({ dialect: 'pelican' })
    origin = new URL(demo.baseUrl).origin
    for (const path of ['/', '/profile?tab=api-keys', '/keys/new'])
      expect(await ask(path)).toEqual([401, 'application/json'])
    expect(await ask('/nothing')).toEqual([404, 'application/json'])
    expect((await fetch(origin, { redirect: 'manual', headers: { accept: 'text/html' } })).status).toBe(403)
    const { baseUrl } = demo
    const token = demo.token()
    const list = (base: string) =>
      createPanelClient({ baseUrl: base, clock: systemClock, readToken: async () => ok(token) }).listServers()
    for (const path of ['/keys/new', '/profile?tab=api-keys'])
      expect(await findBaseUrl(origin + path, list)).toMatchObject({ ok: true, value: { baseUrl } })
  })
})
