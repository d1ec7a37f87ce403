import { describe, expect, it } from 'vitest'
import { maxDatabases } from '../../shared/model/database.ts'
import { errorOf, id, setUpFaultPanel, token, unwrap } from '../fixtures/client-rig.ts'
import { json, refusal } from '../fixtures/fault-panel.ts'

const { panel, clientOf } = setUpFaultPanel()

type Attributes = Readonly<Record<string, unknown>>
const told = (more: Attributes = {}): Attributes => ({
  id: '1f2e3d4c',
  host: { address: '172.18.0.1', port: 3306 },
  name: 's1_plots',
  username: 'u1_abcdefghij',
  connections_from: '%',
  max_connections: 0,
  relationships: { password: { object: 'database_password', attributes: { password: 'not-for-eyes' } } },
  ...more,
})
const plots = {
  id: '1f2e3d4c',
  host: '172.18.0.1',
  port: 3306,
  name: 's1_plots',
  username: 'u1_abcdefghij',
  connectionsFrom: '%',
  maxConnections: null,
}
const list = async (...attributes: unknown[]) => {
  const data = attributes.map((one) => ({ object: 'server_database', attributes: one }))
  panel().respond(json(200, { object: 'list', data }))
  return unwrap(await clientOf().databases.list(id))
}

describe('the list of databases', () => {
  it('is read without passwords, which are not asked for', async () => {
    expect(await list(told())).toEqual({ databases: [plots], leftOut: 0 })
    expect(panel().requests.map(({ path }) => path)).toEqual([`/api/client/servers/${id}/databases`])
  })

  it.each<[string, Attributes, object]>([
    ['a number for an id', { id: 7 }, { id: '7' }],
    ['no host', { host: null }, { host: '', port: null }],
    ['a port that is none', { host: { address: 'db', port: 70_000 } }, { host: 'db', port: null }],
    ['a limit of connections', { max_connections: 5 }, { maxConnections: 5 }],
    ['no such limit', { max_connections: null }, { maxConnections: null }],
    ['signs that change the direction', { name: 'a\u202eb' }, { name: 'ab' }],
    ['the token in a name', { username: token }, { username: '[token]' }],
    ['a name of any length', { name: 'x'.repeat(9_000) }, { name: `${'x'.repeat(190)}…` }],
  ])('takes %s', async (_, more, expected) => {
    expect((await list(told(more))).databases).toEqual([{ ...plots, ...expected }])
  })

  it.each([{ id: '../x' }, { id: '' }, { id: null }, { name: '' }, { name: '\u202e' }])(
    'leaves %j out, and counts it',
    async (more) => {
      expect(await list(told(more), null, told())).toEqual({ databases: [plots], leftOut: 2 })
    },
  )

  it('is read so far and no further', async () => {
    const { databases, leftOut } = await list(...Array.from({ length: 300 }, (_, n) => told({ id: n + 1 })))
    expect([databases.length, leftOut]).toEqual([maxDatabases, 100])
  })

  it.each([
    ['no list', json(200, { data: 'no' }), 'malformed-answer'],
    ['no such page', refusal(404, 'NotFoundHttpException', 'The route could not be found.'), 'not-on-panel'],
    ['no right to it', refusal(403, 'AccessDeniedHttpException', 'This action is unauthorized.'), 'permission-lacking'],
  ])('fails where there is %s', async (_, answer, code) => {
    panel().respond(answer)
    expect(errorOf(await clientOf().databases.list(id)).code).toBe(code)
  })
})
