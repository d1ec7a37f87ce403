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

  it('do not tell their password to an account that may not see it, not even a new one', async () => {
    const { id, relationships } = await add('plots')
    expect(relationships.password.attributes.password).toMatch(/^.{20,}$/)
    rig.demo.panel.deny(['database.view_password'])
    expect((await add('other')).relationships.password).toEqual(hidden)
    expect((await on.attributes('POST', `/databases/${id}/rotate-password`)).relationships.password).toEqual(hidden)
    const [first] = await on.list('/databases?include=password')
    expect(first?.relationships).toEqual({ password: hidden })
    expect(JSON.stringify(await on.list('/databases'))).not.toContain('password')
  })

  it('have names of their own, cut where they are too long', async () => {
    await add('plots')
    expect(await on.refused('POST', '/databases', { database: 'plots', remote: '%' })).toMatchObject({
      status: 400,
      code: 'DuplicateDatabaseNameException',
    })
    expect((await add('x'.repeat(48))).name).toHaveLength(48)
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
