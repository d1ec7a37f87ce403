import { describe, expect, it } from 'vitest'
import { type Permission, permissions } from '../../shared/keys/permission.ts'
import { keyIdSchema } from '../../shared/model/identifier-schema.ts'
import { ok } from '../../shared/result.ts'
import { setUpCoreRig } from '../fixtures/core-rig.ts'
import { must } from '../fixtures/demo.ts'
import { callsOn } from '../fixtures/demo-calls.ts'

const rig = setUpCoreRig()
const { seen, restart } = rig
const from = { pageId: 1 }
const minute = 60_000

const call = () => rig.core.handlers
const users = async () => must(await seen(call()['users:list']({ ref: rig.ref }, from)))
const settings = async () => must(await seen(call()['serverSettings:read']({ ref: rig.ref }, from)))
const sent = (method: string, path: string) =>
  rig.demo.panel.requests().filter((one) => one.method === method && one.path.endsWith(path))
const declare = (held: readonly Permission[]) => {
  const keyId = keyIdSchema.parse(rig.server().keyIds[0])
  return call()['keys:setPermissions']({ keyId, permissions: [...held] }, from)
}
const learned = () => Object.values(rig.core.store.get().keys)[0]?.learned ?? []

describe('the users of a server', () => {
  it('are told to an owner with all that can be given', async () => {
    expect(await users()).toMatchObject({ denied: [], own: ['*'], ownId: null })
    expect((await users()).known).toContain('database.view_password')
    expect(sent('GET', '/account')).toEqual([])
  })

  it.each(['pterodactyl', 'pelican'] as const)(
    'are told to one who was let in, with their own entry: %s',
    async (dialect) => {
      await restart({ dialect })
      rig.demo.panel.users.setGuest(rig.identifier, true)
      rig.demo.panel.deny(['user.create', 'file.delete'])
      const told = await users()
      expect(told.denied).toEqual(['create'])
      expect(told.own).not.toContain('file.delete')
      expect(told.users.find(({ id }) => id === told.ownId)?.email).toBe('demo@example.com')
    },
  )
})

describe('the settings of a server', () => {
  it('are read with any key, which learns nothing from it', async () => {
    must(await declare(['power']))
    expect(await settings()).toMatchObject({
      name: 'Survival',
      description: 'Main world since 2021',
      installation: 'none',
      limits: { memoryBytes: 6 * 1_024 ** 3, databases: 3 },
      place: { node: 'This computer' },
    })
    expect(learned().filter(({ permission }) => permission === 'settings')).toEqual([])
  })

  it('are changed, and the list is read again for the new name', async () => {
    const before = { name: 'Survival', description: 'Main world since 2021' }
    const edit = { name: 'Survival 2', description: 'Other' }
    expect(await seen(call()['serverSettings:update']({ ref: rig.ref, seen: before, edit }, from))).toEqual(
      ok({ meanwhile: null }),
    )
    expect(await settings()).toMatchObject(edit)
    await rig.until(() => rig.core.store.get().servers[rig.ref]?.name === 'Survival 2')
    const again = must(await seen(call()['serverSettings:update']({ ref: rig.ref, seen: before, edit: before }, from)))
    expect(again.meanwhile).toEqual(edit)
  })

  it.each([
    ['pterodactyl', ['settings.rename'], ['rename', 'describe']],
    ['pelican', ['settings.rename'], ['rename']],
    ['pelican', ['settings.description', 'settings.reinstall'], ['describe', 'reinstall']],
  ] as const)('tell what the account may not do: %s, %j', async (dialect, taken, denied) => {
    await restart({ dialect })
    rig.demo.panel.deny(taken)
    expect((await settings()).denied).toEqual(denied)
  })

  it.each(['pterodactyl', 'pelican'] as const)('keep a description that is not shown whole: %s', async (dialect) => {
    await restart({ dialect })
    const whole = `${'x'.repeat(1_400)} the tail`
    const on = callsOn(rig.demo, rig.token, rig.identifier)
    await on.status('POST', `/settings/${dialect === 'pelican' ? 'description' : 'rename'}`, {
      name: 'Survival',
      description: whole,
    })
    const { name, description, isDescriptionWhole } = await settings()
    expect(isDescriptionWhole).toBe(false)
    const send = (edit: { name: string; description: string | null }) =>
      seen(call()['serverSettings:update']({ ref: rig.ref, seen: { name, description }, edit }, from))
    expect(await send({ name, description: 'Mended' })).toMatchObject({ error: { code: 'state-changed' } })
    expect(await send({ name: 'Survival 2', description })).toEqual(ok({ meanwhile: null }))
    expect(await on.attributes('GET', '')).toMatchObject({ name: 'Survival 2', description: whole })
  })
})

describe('a reinstall', () => {
  const reinstall = (typedName = 'Survival', backsUpFirst = false) =>
    seen(call()['serverSettings:reinstall']({ ref: rig.ref, typedName, backsUpFirst }, from))
  const run = () => rig.core.store.get().reinstalls[rig.ref]
  const requests = () => sent('POST', '/settings/reinstall')
  const kept = () =>
    Object.values(rig.core.store.get().activity)
      .toSorted((a, b) => a.at - b.at)
      .flatMap(({ event }) => (event.kind === 'reinstall' ? event.phase : []))
  const until = (...phases: string[]) => rig.until(() => phases.includes(run()?.phase ?? ''), 10 * minute)

  it('is sent once, with the typed name, and followed to its end', async () => {
    expect(await reinstall('survival')).toMatchObject({ error: { code: 'invalid-request' } })
    expect(sent('POST', '/settings/reinstall')).toEqual([])
    expect(await reinstall()).toEqual(ok())
    expect((await settings()).installation).toBe('installing')
    await rig.until(() => rig.server().condition === 'installing')
    await rig.clock.advance(12_000)
    expect((await settings()).installation).toBe('none')
    await until('done')
    expect(rig.server().condition).toBeNull()
    expect(['unknown', 'offline']).toContain(rig.server().state)
    expect(requests()).toHaveLength(1)
    expect(kept()).toEqual(['asked', 'done'])
    call()['jobs:dismiss']({ id: run()?.id ?? '' }, from)
    expect(run()).toBeUndefined()
  })

  it.each([true, false])('is forgotten at the app’s end; its backup still to come: %s', async (backsUpFirst) => {
    rig.demo.panel.reinstalls.setTrap(rig.identifier, 'stalls')
    must(await reinstall('Survival', backsUpFirst))
    await seen(rig.core.dispose().then(() => ok()))
    const next = await rig.reopen()
    await rig.clock.advance(2 * minute)
    expect(next.store.get().reinstalls).toEqual({})
    expect(requests()).toHaveLength(backsUpFirst ? 0 : 1)
  })

  it('needs a key with all permissions, and the account’s own', async () => {
    rig.demo.panel.deny(['settings.reinstall'])
    expect(await reinstall()).toMatchObject({ error: { code: 'permission-lacking' } })
    expect(run()).toBeUndefined()
    expect(learned().filter(({ has }) => !has)).toEqual([])
    must(await declare(permissions.filter((one) => one !== 'power')))
    expect(await reinstall()).toMatchObject({ error: { code: 'all-permissions-needed' } })
    expect(sent('POST', '/settings/reinstall')).toHaveLength(1)
  })
})
