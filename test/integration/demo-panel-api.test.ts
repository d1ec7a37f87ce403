import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { call, demoServers, type StartedDemo, startFakeDemo } from '../fixtures/demo.ts'
import type { TestPanelOptions } from '../fixtures/demo-panel/test-panel.ts'
import type { FakeClock } from '../fixtures/fake-clock.ts'

let demo: StartedDemo & { clock: FakeClock }
let token: string
const start = async (options: Omit<TestPanelOptions, 'clock'> = {}) => {
  demo = await startFakeDemo(options)
  token = demo.token()
}
beforeEach(() => start())
afterEach(() => demo.panel.dispose())

const on = (server: string, path: string, method = 'GET', body?: unknown) =>
  call(`${demo.baseUrl}/servers/${server}${path}`, token, method, body)
const power = (server: string, signal: string) => on(server, '/power', 'POST', { signal })
const state = async (server: string): Promise<string> =>
  (await (await on(server, '/resources')).json()).attributes.current_state
const errors = async (response: Response) => ({ status: response.status, ...(await response.json()) })

describe('a server’s life', () => {
  it('goes from offline over starting to running, and back over stopping', async () => {
    const { offline: server } = demoServers
    expect(await state(server)).toBe('offline')
    const accepted = await power(server, 'start')
    expect([accepted.status, await accepted.text()]).toEqual([204, ''])
    expect(await state(server)).toBe('offline')
    await demo.clock.advance(200)
    expect(await state(server)).toBe('starting')
    await demo.clock.advance(3_800)
    expect(await state(server)).toBe('running')
    expect(demo.panel.consoleLines(server).at(-1)).toMatch(/Done \(3\.800s\)! For help, type "help"$/)
    await power(server, 'stop')
    expect(await state(server)).toBe('stopping')
    await demo.clock.advance(2_000)
    expect(await state(server)).toBe('offline')
  })
})

describe('console commands', () => {
  const send = (server: string, command: unknown) => on(server, '/command', 'POST', { command })
  const last = () => demo.panel.consoleLines(demoServers.survival).at(-1)

  it('have effects', async () => {
    expect((await send(demoServers.survival, '  say hello ')).status).toBe(204)
    expect(last()).toMatch(/\[Server\] hello$/)
    await send(demoServers.survival, 'list')
    expect(last()).toMatch(/players online:/)
    await send(demoServers.survival, 'stop')
    expect(await state(demoServers.survival)).toBe('stopping')
  })

  it('are refused unless the server is running', async () => {
    const refused = {
      status: 502,
      errors: [{ code: 'HttpException', status: '502', detail: 'Server must be online in order to send commands.' }],
    }
    expect(await errors(await send(demoServers.offline, 'list'))).toEqual(refused)
    await power(demoServers.survival, 'stop')
    expect(await errors(await send(demoServers.survival, 'list'))).toEqual(refused)
  })

  it.each([['a\nb'], [7]])('refuses %j', async (command) => {
    const before = demo.panel.consoleLines(demoServers.survival)
    expect((await send(demoServers.survival, command)).status).toBe(422)
    expect(demo.panel.consoleLines(demoServers.survival)).toEqual(before)
  })
})

describe('answers', () => {
  it('list eight servers in the panel’s wrapping, a page at a time', async () => {
    const body = await (await call(demo.baseUrl, token)).json()
    expect(body.object).toBe('list')
    expect(body.data).toHaveLength(8)
    expect(body.meta.pagination).toMatchObject({
      total: 8,
      count: 8,
      per_page: 50,
      current_page: 1,
      total_pages: 1,
      links: {},
    })
    for (const { object, attributes } of body.data) {
      expect(object).toBe('server')
      expect(attributes.identifier).toMatch(/^[0-9a-f]{8}$/)
      expect(attributes.uuid.startsWith(attributes.identifier)).toBe(true)
    }
    const page = await (await call(`${demo.baseUrl}?per_page=3&page=3`, token)).json()
    expect(page.data).toHaveLength(2)
    expect(page.meta.pagination.links).toEqual({ previous: `${demo.baseUrl}?per_page=3&page=2` })
    expect((await (await call(`${demo.baseUrl}?page=99`, token)).json()).data).toEqual([])
  })

  it.each([
    ['', [3, 3]],
    ['?type=', [3, 3]],
    ['?type=unknown', [3, 3]],
    ['?type=owner', [2, 2]],
    ['?type=admin', [0, 5]],
    ['?type=admin-all', [0, 8]],
  ])('list to a person and to an administrator what the list is of: %s', async (query, counts) => {
    const { survival, creative, rust, ...others } = demoServers
    for (const server of Object.values(others)) demo.panel.giveAway(server)
    demo.panel.users.setGuest(rust, true)
    const listed = async () => (await (await call(demo.baseUrl + query, token)).json()).meta.pagination.total
    const asPerson = await listed()
    demo.panel.setAdmin(true)
    expect([asPerson, await listed()]).toEqual(counts)
  })

  it('tell an administrator all rights on what is others’, and nobody else that it is there', async () => {
    demo.panel.giveAway(demoServers.survival)
    expect((await on(demoServers.survival, '')).status).toBe(404)
    expect((await power(demoServers.survival, 'stop')).status).toBe(404)
    demo.panel.setAdmin(true)
    const { attributes, meta } = await (await on(demoServers.survival, '')).json()
    expect([attributes.server_owner, meta]).toEqual([
      false,
      {
        is_server_owner: false,
        user_permissions: ['*', 'admin.websocket.errors', 'admin.websocket.install', 'admin.websocket.transfer'],
      },
    ])
    expect((await (await call(`${demo.baseUrl}/account`, token)).json()).attributes.admin).toBe(true)
    expect((await power(demoServers.survival, 'stop')).status).toBe(204)
  })

  it('say 409 for everything on a suspended server but showing it', async () => {
    const { suspended: server } = demoServers
    expect((await on(server, '')).status).toBe(200)
    for (const response of [
      await power(server, 'start'),
      await on(server, '/resources'),
      await on(server, '/files/list'),
    ]) {
      expect(await errors(response)).toEqual({
        status: 409,
        errors: [
          {
            code: 'ServerStateConflictException',
            status: '409',
            detail: 'This server is currently suspended and the functionality requested is unavailable.',
          },
        ],
      })
    }
  })

  it.each([
    [{ signal: 'explode' }, 'in', 'The selected signal is invalid.'],
    [{ signal: ' ' }, 'required', 'The signal field is required.'],
    [[], 'required', 'The signal field is required.'],
  ])('say 422 for the power input %j', async (body, rule, detail) => {
    expect(await errors(await on(demoServers.survival, '/power', 'POST', body))).toEqual({
      status: 422,
      errors: [{ code: 'ValidationException', status: '422', detail, meta: { source_field: 'signal', rule } }],
    })
  })

  it('refuse an order or a filter of the activity that they do not know', async () => {
    const activity = async (query: string) => errors(await on(demoServers.survival, `/activity?${query}`))
    const allowed = (what: string, name: string) =>
      `Requested ${what}(s) \`${name}\` is not allowed. Allowed ${what}(s) are \`${what === 'sort' ? 'timestamp' : 'event'}\`.`
    expect(await activity('sort=-id')).toEqual({
      status: 400,
      errors: [{ code: 'InvalidSortQuery', status: '400', detail: allowed('sort', 'id') }],
    })
    expect(await activity('filter%5Bevent%5D=power&filter%5Bactor%5D=1')).toEqual({
      status: 400,
      errors: [{ code: 'InvalidFilterQuery', status: '400', detail: allowed('filter', 'actor') }],
    })
    expect(await activity('sort=timestamp')).toMatchObject({ status: 200 })
  })

  it('have what each word of a list of words asks for', async () => {
    await power(demoServers.survival, 'kill')
    await on(demoServers.survival, '/command', 'POST', { command: 'list' })
    const told = await (await on(demoServers.survival, '/activity?include=x,actor&filter%5Bevent%5D=,power')).json()
    expect(told.data).toMatchObject([
      { attributes: { event: 'server:power.kill', relationships: { actor: { object: 'user' } } } },
    ])
    const server = await (await on(demoServers.survival, '?include=egg,subusers')).json()
    expect(server.attributes.relationships.egg.attributes.name).toBe('Paper')
  })

  const cron = { minute: '0', hour: '4', day_of_month: '*', day_of_week: '*' }
  const task = { action: 'command', payload: 'list' }
  it.each([
    [{ time_offset: null }, 'time_offset', 'required'],
    [{ time_offset: true }, 'time_offset', 'number'],
    [{ time_offset: [] }, 'time_offset', 'required'],
    [{ time_offset: '0x10' }, 'time_offset', 'number'],
    [{ time_offset: '901' }, 'time_offset', 'max'],
    [{ time_offset: 0, sequence_id: '1e9' }, 'sequence_id', 'number'],
  ])('say 422 for a task with %j', async (input, source_field, rule) => {
    const made = await on(demoServers.survival, '/schedules', 'POST', { name: 'Night', month: '*', ...cron })
    const path = `/schedules/${(await made.json()).attributes.id}/tasks`
    expect(await errors(await on(demoServers.survival, path, 'POST', { ...task, ...input }))).toMatchObject({
      status: 422,
      errors: [{ meta: { source_field, rule } }],
    })
  })

  it.each([
    ['pterodactyl', { status: 500, errors: [{ code: 'TypeError' }] }],
    ['pelican', { status: 422, errors: [{ meta: { source_field: 'month', rule: 'required' } }] }],
  ] as const)('are those of %s for a schedule without a month', async (dialect, expected) => {
    await demo.panel.dispose()
    await start({ dialect })
    const created = await on(demoServers.survival, '/schedules', 'POST', { name: 'Night', ...cron })
    expect(await errors(created)).toMatchObject(expected)
  })

  it('say 400 for malformed JSON', async () => {
    const response = await fetch(`${demo.baseUrl}/servers/${demoServers.survival}/power`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"signal":',
    })
    const { status, errors: list } = await errors(response)
    expect([status, list[0].code]).toEqual([400, 'BadRequestHttpException'])
    expect(list[0].detail).toMatch(/^The JSON data passed in the request appears to be malformed: /)
  })

  it('read resources fresh, or again for a while where that is set', async () => {
    expect((await on(demoServers.survival, '/resources')).headers.get('cache-control')).toBe('private, max-age=1')
    await demo.panel.dispose()
    await start({ resourcesCacheMs: 20_000 })
    expect(await state(demoServers.survival)).toBe('running')
    await power(demoServers.survival, 'kill')
    await demo.clock.advance(19_999)
    expect(await state(demoServers.survival)).toBe('running')
    await demo.clock.advance(1)
    expect(await state(demoServers.survival)).toBe('offline')
  })
})

describe('the rate limit', () => {
  it('counts all keys together, says what is left, and answers 429 until the window ends', async () => {
    await demo.panel.dispose()
    await start({ rateLimit: { requests: 3, windowMs: 60_000 } })
    const second = demo.token()
    for (const left of ['2', '1', '0']) {
      const { headers, status } = await call(demo.baseUrl, left === '1' ? second : token)
      expect([status, headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual([200, '3', left])
    }
    await demo.clock.advance(15_000)
    const refused = await power(demoServers.survival, 'kill')
    expect(refused.headers.get('retry-after')).toBe('45')
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
    expect(Number(refused.headers.get('x-ratelimit-reset'))).toBe((demo.clock.now() + 45_000) / 1000)
    expect(await errors(refused)).toEqual({
      status: 429,
      errors: [{ code: 'ThrottleRequestsException', status: '429', detail: 'Too Many Attempts.' }],
    })
    await demo.clock.advance(45_000)
    expect(await state(demoServers.survival)).toBe('running')
  })

  it('does not count, or tell, what was refused before it', async () => {
    await demo.panel.dispose()
    await start({ rateLimit: { requests: 1, windowMs: 60_000 } })
    const elsewhere = demo.token({ allowedIps: '203.0.113.9' })
    for (const wrong of ['nonsense', elsewhere]) {
      expect((await call(demo.baseUrl, wrong)).headers.get('x-ratelimit-limit')).toBeNull()
    }
    expect((await call(demo.baseUrl, token)).status).toBe(200)
    demo.panel.setRateLimit({ requests: 9, windowMs: 1_000 })
    expect((await call(demo.baseUrl, token)).headers.get('x-ratelimit-remaining')).toBe('8')
  })
})
