import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Operation } from '../../electron/demo-panel/areas/operation.ts'
import { assemble } from '../../electron/demo-panel/demo-panel.ts'
import { type Permission, permissions, readOnlyPermissions } from '../../shared/keys/permission.ts'
import { call, demoServers, must, type StartedDemo, startFakeDemo } from '../fixtures/demo.ts'
import { type Need, type OperationRow, operationTable } from '../fixtures/demo-operations.ts'
import { createFakeClock, type FakeClock } from '../fixtures/fake-clock.ts'

const sets: readonly (readonly Permission[])[] = [
  ...permissions.map((permission) => [permission]),
  permissions,
  readOnlyPermissions,
]
const own = demoServers.survival

function holds(needs: Need, held: readonly Permission[]): boolean {
  if (needs === 'none named') return true
  return needs === 'all' ? held.length === permissions.length : needs.some((need) => held.includes(need))
}

let demo: StartedDemo & { clock: FakeClock }
let key: { keyId: string; token: string }
beforeEach(async () => {
  demo = await startFakeDemo()
  key = must(demo.panel.createKey({ description: 'Table', servers: [own], permissions: ['settings'] }))
})
afterEach(() => demo.panel.dispose())

const change = (held: readonly Permission[], allowedIps = '::1') =>
  must(demo.panel.updateKey(key.keyId, { permissions: held, allowedIps }))
const ask = ({ method, path, body }: OperationRow, server: string = own) =>
  call(`${demo.baseUrl}/servers/${server}${path}`, key.token, method, body)
const detailOf = async (response: Response): Promise<string> => (await response.json()).errors[0].detail

describe.each(operationTable.map((row) => [row.does, row] as const))('%s', (_does, row) => {
  it('is for keys with its permission, on their servers and from their addresses', async () => {
    for (const held of sets) {
      change(held)
      const response = await ask(row)
      // Without a thing of that name, or on a server that is busy by now, it ends further on.
      if (holds(row.needs, held)) expect([401, 403], String(held)).not.toContain(response.status)
      else {
        expect(response.status, String(held)).toBe(403)
        expect(await detailOf(response)).toBe(
          row.needs === 'all'
            ? 'This action requires an API key with all permissions.'
            : 'This action is unauthorized.',
        )
      }
    }
    change(permissions)
    const elsewhere = await ask(row, demoServers.creative)
    expect([elsewhere.status, await detailOf(elsewhere)]).toEqual([
      404,
      'The requested resource does not exist on this server.',
    ])
    change(permissions, '203.0.113.9')
    const fromElsewhere = await ask(row)
    expect(fromElsewhere.status).toBe(403)
    expect(await detailOf(fromElsewhere)).toContain('This IP address (127.0.0.1) does not have permission')
    must(demo.panel.deleteKey(key.keyId))
    expect((await ask(row)).status).toBe(401)
  })
})

it('every key lists the servers that it can use, whatever its permissions', async () => {
  for (const held of sets) {
    change(held)
    const { data } = await (await call(demo.baseUrl, key.token)).json()
    expect(data.map((entry: { attributes: { identifier: string } }) => entry.attributes.identifier)).toEqual([own])
  }
})

it.each(['/account', '/permissions'])('%s is for keys with all permissions', async (path) => {
  for (const held of sets) {
    change(held)
    expect((await call(`${demo.baseUrl}${path}`, key.token)).status).toBe(
      held.length === permissions.length ? 200 : 403,
    )
  }
})

it('the table covers every operation that the panel serves', () => {
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
  const shape = (method: string, path: string) => `${method} ${path.replace(/[?].*/, '').replace(/:\w+/g, 'none')}`
  const paths = served
    .filter(({ scope }) => scope === 'server')
    .map(({ method, path }) => shape(method, path.replace('/servers/:server', '')))
  expect(new Set(paths)).toEqual(new Set(operationTable.map(({ method, path }) => shape(method, path))))
  // Keys are made and deleted on the panel's pages alone (client API, *Other operations*).
  const ofAccount = served.filter(({ scope }) => scope === 'account').map(({ method, path }) => shape(method, path))
  expect(ofAccount.toSorted()).toEqual(['GET ', 'GET /account', 'GET /permissions'])
})
