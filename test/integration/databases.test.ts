import { describe, expect, it } from 'vitest'
import {
  createDatabase,
  listDatabases,
  readPassword,
  removeDatabase,
  rotatePassword,
} from '../../electron/databases/panel.ts'
import type { PanelClient } from '../../electron/panel/client.ts'
import { longestDatabasePassword, maxDatabases } from '../../shared/databases/databases.ts'
import { errorOf, id, setUpFaultPanel, token, unwrap } from '../fixtures/client-rig.ts'
import { type Behaviour, empty, json, refusal } from '../fixtures/fault-panel.ts'

const { panel, clientOf } = setUpFaultPanel()

type Attributes = Readonly<Record<string, unknown>>
const told = (more: Attributes = {}): Attributes => ({
  id: '1f2e3d4c',
  host: { address: '172.18.0.1', port: 3306 },
  name: 's1_plots',
  username: 'u1_abcdefghij',
  connections_from: '%',
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
}
const list = async (...attributes: unknown[]) => {
  const data = attributes.map((one) => ({ object: 'server_database', attributes: one }))
  panel().respond(json(200, { object: 'list', data }))
  return unwrap(await listDatabases(clientOf().at(id)))
}

describe('the list of databases', () => {
  it('is read without passwords, which are not asked for', async () => {
    expect(await list(told())).toEqual({ entries: [plots], leftOut: 0 })
    expect(panel().requests.map(({ path }) => path)).toEqual([`/api/client/servers/${id}/databases`])
  })

  it.each<[string, Attributes, object]>([
    ['a number for an id', { id: 7 }, { id: '7' }],
    ['no host', { host: null }, { host: '', port: null }],
    ['a port that is none', { host: { address: 'db', port: 70_000 } }, { host: 'db', port: null }],
    ['signs that change the direction', { name: 'a\u202eb' }, { name: 'ab' }],
    ['the token in a name', { username: token }, { username: '[token]' }],
    ['a name of any length', { name: 'x'.repeat(9_000) }, { name: `${'x'.repeat(190)}…` }],
  ])('takes %s', async (_, more, expected) => {
    expect((await list(told(more))).entries).toEqual([{ ...plots, ...expected }])
  })

  it.each([{ id: '../x' }, { id: '' }, { id: null }, { name: '' }, { name: '\u202e' }])(
    'leaves %j out, and counts it',
    async (more) => {
      expect(await list(told(more), null, told())).toEqual({ entries: [plots], leftOut: 2 })
    },
  )

  it('is read so far and no further', async () => {
    const { entries, leftOut } = await list(...Array.from({ length: 300 }, (_, n) => told({ id: n + 1 })))
    expect([entries.length, leftOut]).toEqual([maxDatabases, 100])
  })

  it('fails where there is no list', async () => {
    panel().respond(json(200, { data: 'no' }))
    expect(errorOf(await listDatabases(clientOf().at(id))).code).toBe('malformed-answer')
  })
})

const listed = (...attributes: Attributes[]) =>
  json(200, { object: 'list', data: attributes.map((one) => ({ object: 'server_database', attributes: one })) })
const withPassword = (password: unknown) => ({ relationships: { password } })
const passwordOf = (password: unknown) => withPassword({ object: 'database_password', attributes: { password } })
const hidden = withPassword({ object: 'null_resource', attributes: null })

describe('a password', () => {
  const read = (behaviour: Behaviour) => {
    panel().respond(behaviour)
    return readPassword(clientOf().at(id), '1f2e3d4c')
  }

  it('is read of one among all, as panels tell no single one', async () => {
    const others = [told({ id: 7, ...passwordOf('of-another') }), told()]
    expect(unwrap(await read(listed(...others)))).toBe('not-for-eyes')
    expect(panel().requests.map(({ path }) => path)).toEqual([`/api/client/servers/${id}/databases?include=password`])
  })

  it.each<[string, Behaviour, string]>([
    ['the account may not see it', listed(told(hidden)), 'password-hidden'],
    ['the panel tells none', listed(told({ relationships: undefined })), 'password-hidden'],
    ['the database is gone', listed(told({ id: 7 })), 'database-not-found'],
    ['the list is empty', listed(), 'database-not-found'],
    ['it is empty', listed(told(passwordOf(''))), 'malformed-answer'],
    ['it is no text', listed(told(passwordOf({ a: 1 }))), 'malformed-answer'],
    ['it is too long', listed(told(passwordOf('x'.repeat(longestDatabasePassword + 1)))), 'malformed-answer'],
    ['a line end would run what follows where it is pasted', listed(told(passwordOf('a\nb'))), 'malformed-answer'],
    ['it would be shown in another order', listed(told(passwordOf('a\u202eb'))), 'malformed-answer'],
    ['it is the token', listed(told(passwordOf(token))), 'malformed-answer'],
    ['it quotes the token', listed(told(passwordOf(`x${token}`))), 'malformed-answer'],
    ['there is no list', json(200, { data: 1 }), 'malformed-answer'],
  ])('is not told where %s', async (_, behaviour, code) => {
    const result = await read(behaviour)
    expect(errorOf(result).code).toBe(code)
    expect(JSON.stringify(result)).not.toContain(token)
  })
})

const edit = { name: 'plots', connectionsFrom: '%' }
const create = (client: PanelClient) => createDatabase(client.at(id), edit)
const rotate = (client: PanelClient) => rotatePassword(client.at(id), '1f2e3d4c')
const remove = (client: PanelClient) => removeDatabase(client.at(id), '1f2e3d4c')
const sent = () =>
  panel().requests.map(({ method, path }) => `${method} ${path.replace(`/api/client/servers/${id}`, '')}`)

describe('what changes databases', () => {
  it.each<[string, (client: PanelClient) => Promise<unknown>, Behaviour]>([
    ['POST /databases', create, json(200, { object: 'server_database', attributes: told() })],
    ['POST /databases', create, json(200, {})],
    ['POST /databases/1f2e3d4c/rotate-password', rotate, json(200, { attributes: told() })],
    ['DELETE /databases/1f2e3d4c', remove, empty(204)],
  ])('is one request, whose answer gives no password away: %s, %#', async (expected, call, behaviour) => {
    panel().respond(behaviour)
    const result = await call(clientOf())
    expect(sent()).toEqual([expected])
    expect(result).toEqual({ ok: true })
  })

  it('sends a name and from where', async () => {
    panel().respond(json(200, {}))
    await create(clientOf())
    expect(JSON.parse(panel().requests[0]?.body ?? '')).toEqual({ database: 'plots', remote: '%' })
  })

  it('is sent once, and surely not done where the feature is off, though the panel calls that an error', async () => {
    panel().respond(refusal(500, 'DatabaseClientFeatureNotEnabledException', 'x'))
    const { code, mayHaveActed } = errorOf(await create(clientOf()))
    expect({ code, mayHaveActed }).toEqual({ code: 'databases-off', mayHaveActed: undefined })
    expect(panel().requests).toHaveLength(1)
  })
})
