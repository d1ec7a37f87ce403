import { describe, expect, it } from 'vitest'
import { call, demoServers } from '../fixtures/demo.ts'
import { setUpFakeDemo } from '../fixtures/demo-rig.ts'

/** The statements of the panel dialect, part 2, *Users of a server*. */

const { survival: server, creative } = demoServers

const rig = setUpFakeDemo()
const { restart } = rig
const on = rig.on(server)

const mira = 'mira@example.com'
const invite = (email = mira, permissions: unknown = ['control.console']) =>
  on.attributes('POST', '/users', { email, permissions })
const refused = (method: string, path: string, body?: unknown) => on.refused(method, path, body)
const unauthorized = { status: 403, code: 'AccessDeniedHttpException', detail: 'This action is unauthorized.' }
const lacking = {
  status: 403,
  code: 'HttpForbiddenException',
  detail: 'Cannot assign permissions to a subuser that your account does not actively possess.',
}

describe('a user of a server', () => {
  it('is let in with the permissions that the panel knows, and may always connect', async () => {
    const user = await invite(mira, ['control.console', 'control.fly', 'database.view-password'])
    expect(user).toEqual({
      uuid: expect.any(String),
      username: 'mira',
      email: mira,
      image: null,
      '2fa_enabled': false,
      created_at: '2026-01-01T12:00:00+00:00',
      permissions: ['control.console', 'websocket.connect'],
    })
    expect(await on.list('/users')).toEqual([user])
    expect(await on.attributes('GET', `/users/${user.uuid}`)).toEqual(user)
    expect(await on.events('subuser')).toEqual(['server:subuser.create'])
  })

  it('gets an account and mail about it only without one', async () => {
    rig.demo.panel.users.know('Tobias@example.com')
    await invite('tobias@example.com')
    await invite(mira)
    expect(rig.demo.panel.users.mailed()).toEqual([mira])
    await rig.on(creative).send('POST', '/users', { email: mira, permissions: [] })
    expect(rig.demo.panel.users.mailed()).toEqual([mira])
  })

  it('is there once, and is not the owner', async () => {
    await invite()
    expect(await refused('POST', '/users', { email: mira, permissions: [] })).toMatchObject({
      status: 400,
      code: 'ServerSubuserExistsException',
    })
    expect(await refused('POST', '/users', { email: 'demo@example.com', permissions: [] })).toMatchObject({
      status: 400,
      code: 'UserIsServerOwnerException',
    })
  })

  it('is changed wholly', async () => {
    const { uuid } = await invite(mira, ['control.console', 'control.stop'])
    const changed = await on.attributes('POST', `/users/${uuid}`, { permissions: ['file.read'] })
    expect(changed.permissions).toEqual(['file.read', 'websocket.connect'])
    expect(await on.status('DELETE', `/users/${uuid}`)).toBe(204)
    expect(await on.list('/users')).toEqual([])
    expect((await refused('GET', `/users/${uuid}`)).status).toBe(404)
  })

  it('belongs to one server', async () => {
    const { uuid } = await invite()
    for (const method of ['GET', 'POST', 'DELETE'])
      expect(await rig.on(creative).status(method, `/users/${uuid}`)).toBe(404)
  })

  it.each([
    ['no e-mail', { email: 'nobody', permissions: [] }],
    ['a long one', { email: `${'a'.repeat(200)}@example.com`, permissions: [] }],
    ['no permissions', { email: mira }],
    ['permissions of another kind', { email: mira, permissions: [1] }],
  ])('is refused with %s', async (_what, body) => {
    expect((await refused('POST', '/users', body)).status).toBe(422)
  })
})

describe('an account that was only invited', () => {
  it('has an entry of its own, which it may neither read nor change', async () => {
    rig.demo.panel.users.setGuest(server, true)
    const [own] = await on.list('/users')
    expect(own).toMatchObject({ email: 'demo@example.com', permissions: expect.arrayContaining(['user.update']) })
    for (const method of ['GET', 'POST', 'DELETE'])
      expect(await refused(method, `/users/${own?.uuid}`)).toMatchObject(unauthorized)
    const facts = await on.read('GET', '')
    expect(facts.meta.is_server_owner).toBe(false)
    expect(facts.meta.user_permissions).not.toContain('*')
  })

  it('gives nobody what it lacks itself, whether new or held before', async () => {
    const { uuid } = await invite(mira, ['file.delete'])
    rig.demo.panel.users.setGuest(server, true)
    rig.demo.panel.deny(['file.delete'])
    expect(
      await refused('POST', '/users', { email: 'tobias@example.com', permissions: ['file.delete'] }),
    ).toMatchObject(lacking)
    expect(await refused('POST', `/users/${uuid}`, { permissions: ['file.delete', 'file.read'] })).toMatchObject(
      lacking,
    )
    expect((await on.attributes('POST', `/users/${uuid}`, { permissions: ['file.read'] })).permissions).toEqual([
      'file.read',
      'websocket.connect',
    ])
  })

  it.each(['read', 'create', 'update', 'delete'])('may be denied to %s', async (act) => {
    const { uuid } = await invite()
    rig.demo.panel.deny([`user.${act}`])
    const calls = {
      read: ['GET', '/users'],
      create: ['POST', '/users'],
      update: ['POST', `/users/${uuid}`],
      delete: ['DELETE', `/users/${uuid}`],
    } as const
    for (const [name, [method, path]] of Object.entries(calls)) {
      const body = method === 'POST' ? { email: 'tobias@example.com', permissions: [] } : undefined
      const status = await on.status(method, path, body)
      expect(status === 403, name).toBe(name === act)
    }
  })
})

describe('the two kinds of panels', () => {
  it('take ten invitations in 15 minutes, where they are new enough', async () => {
    await restart({ dialect: 'pelican' })
    for (let i = 0; i < 10; i += 1) await invite(`user${i}@example.com`)
    expect(await on.status('POST', '/users', { email: mira, permissions: [] })).toBe(429)
    await rig.demo.clock.advance(15 * 60_000)
    expect(await on.status('POST', '/users', { email: mira, permissions: [] })).toBe(200)
  })

  it.each([
    ['pterodactyl', 'database.view_password', 'database.view-password'],
    ['pelican', 'database.view-password', 'database.view_password'],
  ] as const)('name permissions in their own way: %s', async (dialect, known, unknown) => {
    await restart({ dialect })
    expect((await invite(mira, [known, unknown])).permissions).toEqual([known, 'websocket.connect'])
    const { attributes } = await (await call(`${rig.demo.baseUrl}/permissions`, rig.token)).json()
    const names = JSON.stringify(attributes.permissions)
    expect(Array.isArray(attributes.permissions)).toBe(dialect === 'pelican')
    expect(names).toContain(known.replace(/^.*[.]/, ''))
    expect(names).not.toContain(unknown.replace(/^.*[.]/, ''))
    expect((await (await call(`${rig.demo.baseUrl}/account`, rig.token)).json()).attributes).toMatchObject({
      email: 'demo@example.com',
      username: 'demo',
    })
  })
})
