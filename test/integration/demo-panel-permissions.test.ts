import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiPath } from '../../electron/demo-panel/api.ts'
import { type Permission, permissions, readOnlyPermissions } from '../../shared/model/permission.ts'
import { call, demoServers, must, type StartedDemo, startFakeDemo } from '../fixtures/demo.ts'
import type { FakeClock } from '../fixtures/fake-clock.ts'

/** What an operation needs, in the words of the client API document's permission table. */
type Need = readonly Permission[] | 'all' | 'none named'
type Send = (method: string, path: string, body?: unknown) => Promise<Response>

type Row = {
  readonly does: string
  readonly needs: Need
  readonly method: string
  /** Below `/servers/{id}`; `{child}` stands for what `prepare` made. */
  readonly path: string
  readonly body?: unknown
  readonly status: number
  /** Makes the thing the operation works on, with a key that may do everything; gives its id. */
  readonly prepare?: (owner: Send, clock: FakeClock) => Promise<string>
}

const idOf = async (response: Promise<Response>, field: string): Promise<string> =>
  String((await (await response).json()).attributes[field])

const backup = async (owner: Send, clock: FakeClock) => {
  const uuid = await idOf(owner('POST', '/backups', { name: 'before' }), 'uuid')
  await clock.advance(10_000)
  return uuid
}
const dropBackups = async (owner: Send) => {
  const { data } = await (await owner('GET', '/backups')).json()
  for (const entry of data) await owner('DELETE', `/backups/${entry.attributes.uuid}`)
  return ''
}
const freshBackup = async (owner: Send, clock: FakeClock) => {
  await dropBackups(owner)
  return backup(owner, clock)
}
const dropDatabases = async (owner: Send) => {
  const { data } = await (await owner('GET', '/databases')).json()
  for (const entry of data) await owner('DELETE', `/databases/${entry.attributes.id}`)
  return ''
}
const database = async (owner: Send) => {
  await dropDatabases(owner)
  return idOf(owner('POST', '/databases', { database: 'plots', remote: '%' }), 'id')
}
const file = async (owner: Send) => {
  await owner('POST', '/files/delete', { root: '/', files: ['b.txt'] })
  await owner('POST', '/files/write?file=/a.txt')
  return ''
}
const cron = { minute: '0', hour: '3', day_of_month: '*', month: '*', day_of_week: '*' }
const schedule = (owner: Send) => idOf(owner('POST', '/schedules', { name: 'Nightly', ...cron }), 'id')
const user = async (owner: Send) => {
  const { data } = await (await owner('GET', '/users')).json()
  for (const entry of data) await owner('DELETE', `/users/${entry.attributes.uuid}`)
  return idOf(owner('POST', '/users', { email: 'mira@example.com', permissions: ['control.start'] }), 'uuid')
}
const player = async (owner: Send, clock: FakeClock) => {
  for (let minutes = 0; minutes < 60; minutes += 1) {
    const { data } = await (await owner('GET', '/extensions/players')).json()
    if (data.length > 0) return data[0].attributes.name
    await clock.advance(60_000)
  }
  throw new Error('nobody joined within an hour')
}

const filesRead: Need = ['files-read', 'files-write']
const filesWrite: Need = ['files-write']
const backupsView: Need = ['backups-view', 'backups-full']
const backupsFull: Need = ['backups-full']
const databasesView: Need = ['databases-view', 'databases-full']
const databasesFull: Need = ['databases-full']

const table: readonly Row[] = [
  { does: 'show the server', needs: 'none named', method: 'GET', path: '', status: 200 },
  { does: 'read resources', needs: 'none named', method: 'GET', path: '/resources', status: 200 },
  ...(['start', 'stop', 'restart', 'kill'] as const).map((signal) => ({
    does: signal,
    needs: ['power'] as const,
    method: 'POST',
    path: '/power',
    body: { signal },
    status: 204,
  })),
  {
    does: 'send a command',
    needs: ['console'],
    method: 'POST',
    path: '/command',
    body: { command: 'list' },
    status: 204,
  },
  { does: 'list files', needs: filesRead, method: 'GET', path: '/files/list?directory=/', status: 200 },
  { does: 'read a file', needs: filesRead, method: 'GET', path: '/files/contents?file=/eula.txt', status: 200 },
  { does: 'download a file', needs: filesRead, method: 'GET', path: '/files/download?file=/eula.txt', status: 200 },
  { does: 'upload files', needs: filesWrite, method: 'GET', path: '/files/upload', status: 200 },
  { does: 'edit a file', needs: filesWrite, method: 'POST', path: '/files/write?file=/new.txt', status: 204 },
  {
    does: 'rename a file',
    needs: filesWrite,
    method: 'PUT',
    path: '/files/rename',
    body: { root: '/', files: [{ from: 'a.txt', to: 'b.txt' }] },
    status: 204,
    prepare: file,
  },
  {
    does: 'delete a file',
    needs: filesWrite,
    method: 'POST',
    path: '/files/delete',
    body: { root: '/', files: ['a.txt'] },
    status: 204,
    prepare: file,
  },
  {
    does: 'make a folder',
    needs: filesWrite,
    method: 'POST',
    path: '/files/create-folder',
    body: { root: '/', name: 'fresh' },
    status: 204,
    prepare: async (owner) => {
      await owner('POST', '/files/delete', { root: '/', files: ['fresh'] })
      return ''
    },
  },
  { does: 'list backups', needs: backupsView, method: 'GET', path: '/backups', status: 200 },
  {
    does: 'show a backup',
    needs: backupsView,
    method: 'GET',
    path: '/backups/{child}',
    status: 200,
    prepare: freshBackup,
  },
  {
    does: 'download a backup',
    needs: backupsView,
    method: 'GET',
    path: '/backups/{child}/download',
    status: 200,
    prepare: freshBackup,
  },
  {
    does: 'create a backup',
    needs: backupsFull,
    method: 'POST',
    path: '/backups',
    body: {},
    status: 200,
    prepare: dropBackups,
  },
  {
    does: 'restore a backup',
    needs: backupsFull,
    method: 'POST',
    path: '/backups/{child}/restore',
    body: { truncate: false },
    status: 204,
    prepare: freshBackup,
  },
  {
    does: 'delete a backup',
    needs: backupsFull,
    method: 'DELETE',
    path: '/backups/{child}',
    status: 204,
    prepare: freshBackup,
  },
  { does: 'list databases', needs: databasesView, method: 'GET', path: '/databases', status: 200 },
  {
    does: 'create a database',
    needs: databasesFull,
    method: 'POST',
    path: '/databases',
    body: { database: 'plots', remote: '%' },
    status: 200,
    prepare: dropDatabases,
  },
  {
    does: 'change a database password',
    needs: databasesFull,
    method: 'POST',
    path: '/databases/{child}/rotate-password',
    status: 200,
    prepare: database,
  },
  {
    does: 'delete a database',
    needs: databasesFull,
    method: 'DELETE',
    path: '/databases/{child}',
    status: 204,
    prepare: database,
  },
  {
    does: 'rename the server',
    needs: ['settings'],
    method: 'POST',
    path: '/settings/rename',
    body: { name: 'New name' },
    status: 204,
  },
  { does: 'list schedules', needs: 'all', method: 'GET', path: '/schedules', status: 200 },
  {
    does: 'create a schedule',
    needs: 'all',
    method: 'POST',
    path: '/schedules',
    body: { name: 'Nightly', ...cron },
    status: 200,
  },
  { does: 'show a schedule', needs: 'all', method: 'GET', path: '/schedules/{child}', status: 200, prepare: schedule },
  {
    does: 'change a schedule',
    needs: 'all',
    method: 'POST',
    path: '/schedules/{child}',
    body: { name: 'Weekly', ...cron },
    status: 200,
    prepare: schedule,
  },
  {
    does: 'delete a schedule',
    needs: 'all',
    method: 'DELETE',
    path: '/schedules/{child}',
    status: 204,
    prepare: schedule,
  },
  { does: 'list subusers', needs: 'all', method: 'GET', path: '/users', status: 200 },
  {
    does: 'invite a subuser',
    needs: 'all',
    method: 'POST',
    path: '/users',
    body: { email: 'tobias@example.com', permissions: [] },
    status: 200,
    prepare: user,
  },
  { does: 'show a subuser', needs: 'all', method: 'GET', path: '/users/{child}', status: 200, prepare: user },
  {
    does: 'change a subuser',
    needs: 'all',
    method: 'POST',
    path: '/users/{child}',
    body: { permissions: [] },
    status: 200,
    prepare: user,
  },
  { does: 'remove a subuser', needs: 'all', method: 'DELETE', path: '/users/{child}', status: 204, prepare: user },
  { does: 'read activity', needs: 'all', method: 'GET', path: '/activity', status: 200 },
  { does: 'show an extension page', needs: 'all', method: 'GET', path: '/extensions/players', status: 200 },
  {
    does: 'act on an extension page',
    needs: 'all',
    method: 'POST',
    path: '/extensions/players/kick',
    body: { name: '{child}' },
    status: 204,
    prepare: player,
  },
]

const sets: readonly (readonly [string, readonly Permission[]])[] = [
  ...permissions.map((permission) => [permission, [permission]] as const),
  ['All', permissions],
  ['Read only', readOnlyPermissions],
  ['none', []],
]

const own = demoServers.survival
const other = demoServers.creative
const addresses = [
  ['allowed', '::1'],
  ['not allowed', '203.0.113.9'],
] as const

function holds(needs: Need, held: readonly Permission[]): boolean {
  if (needs === 'none named') return true
  return needs === 'all' ? held.length === permissions.length : needs.some((need) => held.includes(need))
}

function expected(
  row: Row,
  held: readonly Permission[],
  server: string,
  address: string,
): readonly [number, string | null] {
  if (address === 'not allowed') {
    return [403, 'This IP address (127.0.0.1) does not have permission to access the API using these credentials.']
  }
  if (server === other) return [404, 'The requested resource does not exist on this server.']
  if (holds(row.needs, held)) return [row.status, null]
  return [
    403,
    row.needs === 'all' ? 'This action requires an API key with all permissions.' : 'This action is unauthorized.',
  ]
}

let demo: StartedDemo & { clock: FakeClock }
let owner: Send
beforeEach(async () => {
  demo = await startFakeDemo()
  const token = demo.token()
  owner = (method, path, body) => call(`${demo.baseUrl}/servers/${own}${path}`, token, method, body)
})
afterEach(() => demo.panel.dispose())

async function check(row: Row, held: readonly Permission[], server: string, address: string, token: string) {
  const [status, detail] = expected(row, held, server, address)
  const passes = status === row.status && detail === null
  const child = passes && row.prepare ? await row.prepare(owner, demo.clock) : 'none'
  const body = row.body === undefined ? undefined : JSON.parse(JSON.stringify(row.body).replace('{child}', child))
  const url = `${demo.baseUrl}/servers/${server}${row.path.replace('{child}', child)}`
  const response = await call(url, token, row.method, body)
  const text = await response.text()
  const what = `${row.does}, ${server === own ? 'own' : 'other'} server, address ${address}: ${text}`
  expect(response.status, what).toBe(status)
  if (detail !== null) {
    const [error] = JSON.parse(text).errors
    expect(error, what).toMatchObject({ status: String(status), detail })
  }
  if (passes && row.method !== 'GET') await demo.clock.advance(10_000)
}

describe('the permission table', () => {
  for (const row of table) {
    it(`${row.does} (${String(row.needs)})`, async () => {
      const made = must(demo.panel.createKey({ description: 'Table', servers: [own], permissions: [] }))
      let cases = 0
      for (const [name, held] of sets) {
        for (const server of [own, other]) {
          for (const [address, allowedIps] of addresses) {
            must(demo.panel.updateKey(made.keyId, { description: name, permissions: held, allowedIps }))
            await check(row, held, server, address, made.token)
            cases += 1
          }
        }
      }
      expect(cases).toBe(48)
    })
  }

  it('lists to every key, whatever its permissions, the servers that it can use', async () => {
    const made = must(demo.panel.createKey({ description: 'List', servers: [own], permissions: [] }))
    for (const [name, held] of sets) {
      for (const [address, allowedIps] of addresses) {
        must(demo.panel.updateKey(made.keyId, { description: name, permissions: held, allowedIps }))
        const response = await call(demo.baseUrl, made.token)
        expect(response.status).toBe(address === 'allowed' ? 200 : 403)
        const body = await response.json()
        if (address === 'allowed') {
          expect(body.data.map((entry: { attributes: { identifier: string } }) => entry.attributes.identifier)).toEqual(
            [own],
          )
        }
      }
    }
  })

  it('covers every operation the panel serves', async () => {
    const token = demo.token()
    const paths = new Set(table.map((row) => row.path.replace('{child}', 'x').replace(/\?.*/, '')))
    const rows = new Set(table.map((row) => `${row.method} ${row.path.replace('{child}', 'x').replace(/\?.*/, '')}`))
    for (const path of paths) {
      const response = await call(`${demo.baseUrl}/servers/${own}${path}`, token, 'OPTIONS')
      expect(response.status, path).toBe(405)
      for (const method of (response.headers.get('allow') ?? '').split(', '))
        expect(rows).toContain(`${method} ${path}`)
    }
  })

  it('answers 401 before anything else', async () => {
    for (const row of table) {
      const response = await fetch(`${demo.baseUrl}/servers/${own}${row.path}`, { method: row.method })
      expect(response.status).toBe(401)
      expect(await response.json()).toEqual({
        errors: [{ code: 'AuthenticationException', status: '401', detail: 'Unauthenticated.' }],
      })
    }
    expect(new URL(demo.baseUrl).pathname).toBe(apiPath)
  })
})
