import { describe, expect, it } from 'vitest'
import { demoServers } from '../fixtures/demo.ts'
import { setUpFakeDemo } from '../fixtures/demo-rig.ts'

/** Databases of the demo panel (the panel dialect, part 2, *Databases*). */

const { survival: server } = demoServers

const rig = setUpFakeDemo()
const { restart } = rig
const on = rig.on(server)
const add = (database: string) => on.attributes('POST', '/databases', { database, remote: '%' })
const hidden = { object: 'null_resource', attributes: null }

describe('databases', () => {
  it('have a word for an id on one kind of panel, a number on the other', async () => {
    expect((await add('plots')).id).toMatch(/^[0-9a-f]{8}$/)
    await restart({ dialect: 'pelican' })
    const { id } = await add('plots')
    expect(id).toBe(1)
    expect(await on.status('DELETE', `/databases/${id}`)).toBe(204)
  })

  it.each([
    ['pterodactyl', 'database.view_password'],
    ['pelican', 'database.view-password'],
  ] as const)(
    'do not tell their password to an account that may not see it, not even a new one: %s',
    async (dialect, right) => {
      await restart({ dialect, laterLimits: false })
      const { id, relationships } = await add('plots')
      expect(relationships.password.attributes.password).toMatch(/^.{20,}$/)
      rig.demo.panel.deny([right])
      expect((await add('other')).relationships.password).toEqual(hidden)
      expect((await on.attributes('POST', `/databases/${id}/rotate-password`)).relationships.password).toEqual(hidden)
      const [first] = await on.list('/databases?include=password')
      expect(first?.relationships).toEqual({ password: hidden })
      expect(JSON.stringify(await on.list('/databases'))).not.toContain('password')
    },
  )

  it('have names of their own, cut where they are too long', async () => {
    await add('plots')
    expect(await on.refused('POST', '/databases', { database: 'plots', remote: '%' })).toMatchObject({
      status: 400,
      code: 'DuplicateDatabaseNameException',
    })
    expect((await add('x'.repeat(48))).name).toHaveLength(48)
  })

  it('are told beside the limit that the server has, which may be none', async () => {
    const limit = async () => (await on.attributes('GET', '')).feature_limits.databases
    expect(await limit()).toBe(3)
    rig.demo.panel.databases.setLimit(server, 0)
    expect(await limit()).toBe(0)
    expect(await on.refused('POST', '/databases', { database: 'plots', remote: '%' })).toMatchObject({
      status: 400,
      code: 'TooManyDatabasesException',
    })
    rig.demo.panel.databases.setLimit(server, null)
    expect(await limit()).toBeNull()
    for (const name of ['one', 'two', 'three', 'four']) await add(name)
    expect(Object.keys(rig.demo.panel.databases.passwords(server))).toHaveLength(4)
  })

  it.each([
    ['no-host', 400, 'NoSuitableDatabaseHostException'],
    ['off', 500, 'DatabaseClientFeatureNotEnabledException'],
  ] as const)('are refused where the panel has no place for them: %s', async (trap, status, code) => {
    rig.demo.panel.databases.setTrap(trap)
    expect(await on.refused('POST', '/databases', { database: 'plots', remote: '%' })).toMatchObject({ status, code })
    expect(await on.list('/databases')).toEqual([])
  })

  it('are made all the same where a proxy gave the answer up', async () => {
    rig.demo.panel.databases.setTrap('late')
    expect(await on.status('POST', '/databases', { database: 'plots', remote: '%' })).toBe(504)
    expect(await on.list('/databases')).toHaveLength(1)
  })

  it('are made two a minute on later panels', async () => {
    await restart({ laterLimits: true })
    await add('one')
    await add('two')
    expect(await on.refused('POST', '/databases', { database: 'three', remote: '%' })).toMatchObject({ status: 429 })
    await rig.demo.clock.advance(60_000)
    expect(await on.status('POST', '/databases', { database: 'three', remote: '%' })).toBe(200)
  })
})
