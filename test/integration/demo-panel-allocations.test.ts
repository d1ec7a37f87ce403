import { describe, expect, it } from 'vitest'
import { demoServers } from '../fixtures/demo.ts'
import { setUpFakeDemo } from '../fixtures/demo-rig.ts'

/** The statements of the panel dialect, part 2, *Network*. */

const { survival: server, creative } = demoServers
const path = '/network/allocations'

const rig = setUpFakeDemo()
const { restart } = rig
const on = rig.on(server)

const port = () => rig.demo.panel.games.port(server) ?? 0
const add = () => on.attributes('POST', path)
const primaryOf = async () => (await on.list(path)).filter((one) => one.is_default)
const limitOf = async () => (await on.attributes('GET', '')).feature_limits.allocations

describe('the addresses of a server', () => {
  it('are the ports of its game, of which the first one is the primary', async () => {
    expect(await on.list(path)).toEqual([
      { id: port(), ip: '127.0.0.1', ip_alias: null, port: port(), notes: null, is_default: true },
    ])
    expect(await rig.on(demoServers.offline).list(path)).toHaveLength(2)
    expect(await limitOf()).toBe(2)
  })

  it('get one more, on the machine of the primary one, up to the limit that counts it too', async () => {
    rig.demo.panel.allocations.describe(server, port(), { ip: '203.0.113.7', alias: 'play.example.com' })
    const added = await add()
    expect(added).toEqual({
      id: expect.any(Number),
      ip: '203.0.113.7',
      ip_alias: 'play.example.com',
      port: added.id,
      notes: null,
      is_default: false,
    })
    expect(await on.list(path)).toHaveLength(2)
    expect(await on.refused('POST', path)).toMatchObject({
      status: 400,
      detail: 'Cannot assign additional allocations to this server: limit has been reached.',
    })
    expect((await on.attributes('GET', '')).relationships.allocations.data).toHaveLength(2)
  })

  it.each([0, null])('are neither more nor fewer with the limit %s', async (limit) => {
    const { id } = await add()
    rig.demo.panel.allocations.setLimit(server, limit)
    expect(await limitOf()).toBe(limit)
    expect((await on.refused('POST', path)).status).toBe(400)
    expect(await on.refused('DELETE', `${path}/${id}`)).toMatchObject({ status: 400, code: 'DisplayException' })
    expect(await on.status('POST', `${path}/${id}/primary`)).toBe(200)
  })

  it.each([
    ['off', 'AutoAllocationNotEnabledException'],
    ['used-up', 'NoAutoAllocationSpaceAvailableException'],
  ] as const)('get no more where that is %s', async (trap, code) => {
    rig.demo.panel.allocations.setTrap(trap)
    expect(await on.refused('POST', path)).toMatchObject({ status: 400, code })
    expect(await on.list(path)).toHaveLength(1)
  })

  it('get one more though the answer is lost', async () => {
    rig.demo.panel.allocations.setTrap('cut')
    expect(await on.status('POST', path)).toBe(504)
    expect(await on.list(path)).toHaveLength(2)
  })

  it('have notes, which are trimmed; nothing clears them', async () => {
    const note = (body: unknown) => on.attributes('POST', `${path}/${port()}`, body)
    expect((await note({ notes: '  Voice chat ' })).notes).toBe('Voice chat')
    expect((await note({ notes: '' })).notes).toBeNull()
    expect((await note({ notes: null })).notes).toBeNull()
    for (const body of [{}, { notes: 'x'.repeat(257) }, { notes: 5 }])
      expect((await on.refused('POST', `${path}/${port()}`, body)).status).toBe(422)
    expect(await on.events('allocation')).toEqual(['server:allocation.notes', 'server:allocation.notes'])
  })

  it('have another primary one at once, and never lose that', async () => {
    const { id } = await add()
    expect((await on.attributes('POST', `${path}/${id}/primary`)).is_default).toBe(true)
    expect(await primaryOf()).toMatchObject([{ id }])
    expect(await on.refused('DELETE', `${path}/${id}`)).toMatchObject({ status: 400, code: 'DisplayException' })
    expect(await on.status('DELETE', `${path}/${port()}`)).toBe(204)
    expect(await on.list(path)).toMatchObject([{ id }])
    const events = ['create', 'primary', 'delete'].map((name) => `server:allocation.${name}`)
    expect(await on.events('allocation')).toEqual(events)
  })

  it('belong to one server', async () => {
    const other = rig.on(creative)
    for (const [method, below] of [
      ['POST', ''],
      ['POST', '/primary'],
      ['DELETE', ''],
    ] as const)
      expect(await other.status(method, `${path}/${port()}${below}`, { notes: 'x' })).toBe(404)
  })

  it.each(['read', 'create', 'update', 'delete'])('may be denied to an account: %s', async (act) => {
    const { id } = await add()
    rig.demo.panel.deny([`allocation.${act}`])
    const calls = [
      ['read', 'GET', ''],
      ['update', 'POST', `/${id}`],
      ['update', 'POST', `/${port()}/primary`],
      ['delete', 'DELETE', `/${id}`],
      ['create', 'POST', ''],
    ] as const
    for (const [name, method, below] of calls) {
      const status = await on.status(method, `${path}${below}`, method === 'POST' ? { notes: 'x' } : undefined)
      expect(status === 403, `${method} ${below}`).toBe(name === act)
    }
  })

  it('are told with the server only as far as the account may read them', async () => {
    await on.send('POST', `${path}/${port()}`, { notes: 'For players' })
    await add()
    rig.demo.panel.deny(['allocation.read'])
    const { allocations } = (await on.attributes('GET', '')).relationships
    expect(allocations.data.map((one: { attributes: unknown }) => one.attributes)).toMatchObject([
      { port: port(), notes: null, is_default: true },
    ])
  })
})

describe('the other kind of panel', () => {
  it('lets the primary one go, and leaves the server without', async () => {
    await restart({ dialect: 'pelican' })
    const { id } = await add()
    expect(await on.status('DELETE', `${path}/${port()}`)).toBe(204)
    expect(await on.list(path)).toMatchObject([{ id, is_default: false }])
  })

  it('may have servers without any', async () => {
    await restart({ dialect: 'pelican' })
    rig.demo.panel.allocations.clear(server)
    expect(await on.list(path)).toEqual([])
    expect((await on.attributes('GET', '')).relationships.allocations.data).toEqual([])
  })

  it('takes two a minute', async () => {
    await restart({ dialect: 'pelican' })
    rig.demo.panel.allocations.setLimit(server, 9)
    expect([await on.status('POST', path), await on.status('POST', path)]).toEqual([200, 200])
    expect(await on.status('POST', path)).toBe(429)
    await rig.demo.clock.advance(60_000)
    expect(await on.status('POST', path)).toBe(200)
  })
})
