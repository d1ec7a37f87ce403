import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiPath } from '../../electron/demo-panel/api.ts'
import type { Operation } from '../../electron/demo-panel/areas/operation.ts'
import { assemble } from '../../electron/demo-panel/assembly.ts'
import { type Permission, permissions, readOnlyPermissions } from '../../shared/model/permission.ts'
import { call, demoServers, must, type StartedDemo, startFakeDemo } from '../fixtures/demo.ts'
import type { Need, OperationRow, Send } from '../fixtures/demo-operation.ts'
import { operationTable } from '../fixtures/demo-operations.ts'
import { createFakeClock, type FakeClock } from '../fixtures/fake-clock.ts'

const sets: readonly (readonly [string, readonly Permission[]])[] = [
  ...permissions.map((permission) => [permission, [permission]] as const),
  ['All', permissions],
  ['Read only', readOnlyPermissions],
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
  row: OperationRow,
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
  demo.panel.backups.setThrottle(null)
  const token = demo.token()
  owner = (method, path, body) => call(`${demo.baseUrl}/servers/${own}${path}`, token, method, body)
})
afterEach(() => demo.panel.dispose())

async function check(row: OperationRow, held: readonly Permission[], server: string, address: string, token: string) {
  const [status, detail] = expected(row, held, server, address)
  const passes = status === row.status && detail === null
  const made = passes && row.prepare ? await row.prepare(owner, demo.clock) : 'none'
  const [child = '', grandchild = 'none'] = made.split('/')
  const body = row.body === undefined ? undefined : JSON.parse(JSON.stringify(row.body).replace('{child}', child))
  const url = `${demo.baseUrl}/servers/${server}${row.path.replace('{child}', child).replace('{grandchild}', grandchild)}`
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
  for (const row of operationTable) {
    it(`${row.does} (${String(row.needs)})`, async () => {
      const made = must(demo.panel.createKey({ description: 'Table', servers: [own], permissions: ['settings'] }))
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
      expect(cases).toBe(44)
    })
  }

  it('lists to every key, whatever its permissions, the servers that it can use', async () => {
    const made = must(demo.panel.createKey({ description: 'List', servers: [own], permissions: ['settings'] }))
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

  it('covers every operation the panel serves', () => {
    let served: readonly Operation[] = []
    assemble(
      { clock: createFakeClock() },
      {
        operations(honest) {
          served = honest
          return honest
        },
      },
    )
    const shape = (method: string, path: string) =>
      `${method} ${path.replace(/[?].*/, '').replace(/[{:](grand)?child[}]?/g, '*')}`
    const tested = new Set(operationTable.map((row) => shape(row.method, row.path)))
    const paths = served
      .filter((operation) => operation.scope === 'server')
      .map(({ method, path }) => shape(method, path.replace('/servers/:server', '').replace(/:\w+/g, ':child')))
    expect(new Set(paths)).toEqual(tested)
    const ofAccount = served
      .filter((operation) => operation.scope === 'account')
      .map(({ method, path }) => shape(method, path.replace(/:\w+/g, ':child')))
    // None of these asks a permission.
    expect(ofAccount.toSorted()).toEqual(['GET ', 'GET /account', 'GET /permissions'])
  })

  it('answers 401 before anything else', async () => {
    for (const row of operationTable) {
      const response = await fetch(`${demo.baseUrl}/servers/${own}${row.path}`, { method: row.method })
      expect(response.status).toBe(401)
      expect(await response.json()).toEqual({
        errors: [{ code: 'AuthenticationException', status: '401', detail: 'Unauthenticated.' }],
      })
    }
    expect(new URL(demo.baseUrl).pathname).toBe(apiPath)
  })
})
