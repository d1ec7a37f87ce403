import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { call, demoServers, type StartedDemo, startFakeDemo } from '../fixtures/demo.ts'
import type { FakeClock } from '../fixtures/fake-clock.ts'

let demo: StartedDemo & { clock: FakeClock }
let token: string
beforeEach(async () => {
  demo = await startFakeDemo()
  token = demo.token()
})
afterEach(() => demo.panel.dispose())

const on = (server: string, path: string, method = 'GET', body?: unknown) =>
  call(`${demo.baseUrl}/servers/${server}${path}`, token, method, body)
const power = (server: string, signal: string) => on(server, '/power', 'POST', { signal })
const errors = async (response: Response) => ({ status: response.status, ...(await response.json()) })

describe('files and backups', () => {
  const { survival: server } = demoServers
  const content = async (file: string) => (await on(server, `/files/contents?file=${encodeURIComponent(file)}`)).text()
  const signed = async (path: string): Promise<string> => (await (await on(server, path)).json()).attributes.url
  const write = (file: string, body: string) =>
    fetch(`${demo.baseUrl}/servers/${server}/files/write?file=${encodeURIComponent(file)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
      body,
    })

  it('are written, read, downloaded once and uploaded once', async () => {
    expect((await write('/notes/today.txt', 'hello')).status).toBe(204)
    expect(await content('/notes/today.txt')).toBe('hello')
    const download = await signed('/files/download?file=/notes/today.txt')
    const first = await fetch(download)
    expect(first.headers.get('content-disposition')).toContain('attachment')
    expect(await first.text()).toBe('hello')
    expect((await fetch(download)).status).toBe(404)

    const upload = await signed('/files/upload')
    const form = new FormData()
    form.append('files', new File(['up'], '../../up.txt'))
    expect((await fetch(`${upload}&directory=/notes`, { method: 'POST', body: form })).status).toBe(200)
    expect((await fetch(`${upload}&directory=/notes`, { method: 'POST', body: form })).status).toBe(404)
    expect(await content('/notes/up.txt')).toBe('up')
    expect((await fetch(await signed('/files/upload'), { method: 'POST', body: 'junk' })).status).toBe(400)
    expect((await on(server, '/files/contents?file=/nowhere')).status).toBe(404)
  })

  it('go into a backup and come back from it', async () => {
    await write('/keep.txt', 'before')
    const { attributes } = await (await on(server, '/backups', 'POST', { name: 'Before' })).json()
    expect(attributes).toMatchObject({ name: 'Before', completed_at: null, is_successful: false })
    await demo.clock.advance(3_000)
    const listed = await (await on(server, '/backups')).json()
    expect(listed.meta.backup_count).toBe(1)
    expect(listed.data[0].attributes).toMatchObject({ is_successful: true })
    const archive = new Uint8Array(
      await (await fetch(await signed(`/backups/${attributes.uuid}/download`))).arrayBuffer(),
    )
    expect([...archive.subarray(0, 2)]).toEqual([0x1f, 0x8b])
    expect(archive).toHaveLength(listed.data[0].attributes.bytes)

    await write('/keep.txt', 'after')
    await write('/later.txt', 'later')
    expect((await on(server, `/backups/${attributes.uuid}/restore`, 'POST', { truncate: true })).status).toBe(204)
    expect(await errors(await power(server, 'stop'))).toMatchObject({
      status: 409,
      errors: [{ detail: 'This server is currently restoring from a backup, please try again later.' }],
    })
    await demo.clock.advance(5_000)
    expect(await content('/keep.txt')).toBe('before')
    expect((await on(server, '/files/contents?file=/later.txt')).status).toBe(404)
    const { data } = await (await on(server, '/activity')).json()
    expect(data.map((entry: { attributes: { event: string } }) => entry.attributes.event)).toContain(
      'server:backup.restore',
    )
  })
})

describe('databases, schedules and subusers', () => {
  const { survival: server } = demoServers
  const attributesOf = async (response: Promise<Response>) => (await (await response).json()).attributes

  it('show a database password only where it may be changed', async () => {
    const made = await attributesOf(on(server, '/databases', 'POST', { database: 'plots', remote: '%' }))
    expect(made).toMatchObject({ name: `s${server}_plots`, connections_from: '%' })
    const changed = await attributesOf(on(server, `/databases/${made.id}/rotate-password`, 'POST'))
    const { password } = changed.relationships.password.attributes
    expect(password).not.toBe(made.relationships.password.attributes.password)

    const url = `${demo.baseUrl}/servers/${server}/databases`
    const viewer = demo.token({ permissions: ['databases-view'] })
    expect(await (await call(`${url}?include=password`, viewer)).text()).not.toContain('database_password')
    expect(await (await call(url, token)).text()).not.toContain(password)
    expect(await (await call(`${url}?include=password`, token)).text()).toContain(password)
  })

  it('have bounds', async () => {
    for (const name of ['one', 'two', 'three']) {
      expect((await on(server, '/databases', 'POST', { database: name, remote: '%' })).status).toBe(200)
    }
    expect(await errors(await on(server, '/databases', 'POST', { database: 'four', remote: '%' }))).toMatchObject({
      status: 400,
      errors: [{ code: 'TooManyDatabasesException' }],
    })
    demo.panel.backups.setThrottle(null)
    for (let count = 0; count < 5; count += 1) await on(server, '/backups', 'POST', {})
    expect(await errors(await on(server, '/backups', 'POST', {}))).toMatchObject({
      status: 400,
      errors: [{ code: 'TooManyBackupsException' }],
    })
  })

  it('keep what is created, changed and deleted, each on its own server', async () => {
    const cron = { minute: '*/5', hour: '*', day_of_month: '*', month: '*', day_of_week: '1-5' }
    const schedule = await attributesOf(on(server, '/schedules', 'POST', { name: 'Save', ...cron, is_active: false }))
    expect(schedule).toMatchObject({ name: 'Save', cron, is_active: false })
    await on(server, `/schedules/${schedule.id}`, 'POST', { name: 'Save often', ...cron })
    expect(await attributesOf(on(server, `/schedules/${schedule.id}`))).toMatchObject({ name: 'Save often' })
    expect((await on(demoServers.creative, `/schedules/${schedule.id}`)).status).toBe(404)
    expect((await on(server, '/schedules', 'POST', { name: 'Bad', ...cron, minute: '; rm' })).status).toBe(400)

    const user = await attributesOf(
      on(server, '/users', 'POST', { email: 'mira@example.com', permissions: ['control.start'] }),
    )
    expect(user.permissions).toEqual(['control.start', 'websocket.connect'])
    expect((await on(server, '/users', 'POST', { email: 'mira@example.com', permissions: [] })).status).toBe(400)
    expect((await on(server, '/users', 'POST', { email: 'nobody', permissions: [] })).status).toBe(422)
    expect((await on(server, `/users/${user.uuid}`, 'DELETE')).status).toBe(204)
    expect((await on(server, `/users/${user.uuid}`)).status).toBe(404)
  })
})
