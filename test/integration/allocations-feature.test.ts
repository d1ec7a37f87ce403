import { expect, it } from 'vitest'
import { keyIdSchema } from '../../shared/model/identifier-schema.ts'
import { setUpCoreRig } from '../fixtures/core-rig.ts'
import { must } from '../fixtures/demo.ts'

const rig = setUpCoreRig()
const { seen, restart } = rig
const from = { pageId: 1 }

const call = () => rig.core.handlers
const list = async () => must(await seen(call()['allocations:list']({ ref: rig.ref }, from)))
const add = () => seen(call()['allocations:add']({ ref: rig.ref }, from))
const makePrimary = (id: number) => seen(call()['allocations:makePrimary']({ ref: rig.ref, id }, from))
const note = (id: number, notes: string) => call()['allocations:note']({ ref: rig.ref, id, notes }, from)
const sent = (method: string) =>
  rig.demo.panel
    .requests()
    .filter((one) => one.method === method && one.path.includes('/network/allocations'))
    .map(({ path, status }) => `${path.replace(/^.*allocations/, '')} ${status}`)
const port = () => rig.demo.panel.games.port(rig.identifier) ?? 0

it('one more is asked for once, though nobody learns of it; what the account may not do is told', async () => {
  rig.demo.panel.allocations.setTrap('cut')
  expect(await add()).toMatchObject({ error: { mayHaveActed: true } })
  expect(sent('POST')).toEqual([' 504'])
  rig.demo.panel.deny(['allocation.create', 'allocation.update'])
  const { allocations, denied } = await list()
  expect([allocations.length, denied]).toEqual([2, ['create', 'update']])
  rig.demo.panel.deny(['allocation.read'])
  expect(await seen(call()['allocations:list']({ ref: rig.ref }, from))).toMatchObject({
    error: { code: 'permission-lacking' },
  })
})

it('what a host wrote is shown safely, and words are no address; a server may be without any', async () => {
  await restart({ dialect: 'pelican' })
  const alias = 'EU-1 \u202e| \u0007play <b>\n'
  rig.demo.panel.allocations.describe(rig.identifier, port(), { ip: '0.0.0.0', alias })
  expect((await list()).allocations).toMatchObject([
    { address: `0.0.0.0:${port()}`, reach: 'all-interfaces', beside: 'EU-1 | play <b>', guess: null },
  ])
  rig.demo.panel.allocations.clear(rig.identifier)
  rig.demo.panel.allocations.setLimit(rig.identifier, null)
  expect(await list()).toMatchObject({ allocations: [], limit: 0 })
})

it('a change waits for the next start, until that is seen; none where it is down', async () => {
  const { added } = must(await add())
  expect((await list()).waiting).toEqual({ at: expect.any(Number), uptimeMs: expect.any(Number) })
  must(await seen(note(added?.id ?? 0, 'x')))
  await rig.clock.advance(60_000)
  expect((await list()).waiting).not.toBeNull()
  must(await seen(call()['servers:power']({ ref: rig.ref, signal: 'restart', confirmed: true }, from)))
  await rig.until(() => rig.server().action?.phase === 'confirmed' && rig.server().state === 'running')
  expect((await list()).waiting).toBeNull()
  must(await seen(call()['servers:power']({ ref: rig.ref, signal: 'stop', confirmed: true }, from)))
  await rig.until(() => rig.server().state === 'offline')
  must(await makePrimary(added?.id ?? 0))
  expect((await list()).waiting).toBeNull()
})

it('no area is asked for with a key that lacks what it needs by its owner’s word', async () => {
  const keyId = keyIdSchema.parse(rig.server().keyIds[0])
  must(await call()['keys:setPermissions']({ keyId, permissions: ['power', 'settings'] }, from))
  const before = rig.demo.panel.requests().length
  const code = async (
    area: 'allocations:list' | 'panelSchedules:list' | 'startup:read' | 'users:list' | 'databases:list',
  ) => {
    const result = await seen<unknown>(call()[area]({ ref: rig.ref }, from))
    return result.ok ? null : result.error.code
  }
  for (const area of ['allocations:list', 'panelSchedules:list', 'startup:read', 'users:list'] as const)
    expect(await code(area), area).toBe('all-permissions-needed')
  expect(await code('databases:list')).toBe('permission-lacking')
  expect(rig.demo.panel.requests()).toHaveLength(before)
})
