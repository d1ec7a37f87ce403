import { beforeEach, describe, expect, it } from 'vitest'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { keyIdSchema } from '../../shared/model/identifier-schema.ts'
import { type Permission, permissions } from '../../shared/model/permission.ts'
import { ok, type Result } from '../../shared/result.ts'
import { type ConsoleRig, setUpConsoleRig } from '../fixtures/console-rig.ts'
import { must } from '../fixtures/demo.ts'
import { callsOn } from '../fixtures/demo-calls.ts'
import { createFakeClock, type FakeClock } from '../fixtures/fake-clock.ts'
import { advanceUntil } from '../fixtures/open-core.ts'

const begin = setUpConsoleRig()
const from = { pageId: 1 }
const mira = { email: 'mira@example.com', permissions: ['control.console', 'control.start'] }

let clock: FakeClock
let rig: ConsoleRig
let ref: ServerRef
let identifier: string

async function restart(options: Parameters<typeof begin>[0] = {}) {
  clock = createFakeClock()
  rig = await begin({ clock, ...options })
  await advanceUntil(clock, () => rig.server().state === 'running')
  ;({ ref, identifier } = rig.server())
}
beforeEach(() => restart())

/** What came of a call, while time goes on. */
async function seen<T>(called: Result<T> | Promise<Result<T>>): Promise<Result<T>> {
  let result: Result<T> | undefined
  void Promise.resolve(called).then((value) => {
    result = value
  })
  await advanceUntil(clock, () => result !== undefined)
  if (result === undefined) throw new Error('no result')
  return result
}

const call = () => rig.core.handlers
const users = async () => must(await seen(call()['users:list']({ ref }, from)))
const settings = async () => must(await seen(call()['serverSettings:read']({ ref }, from)))
const sent = (method: string, path: string) =>
  rig.demo.panel.requests().filter((one) => one.method === method && one.path.endsWith(path))
const declare = (held: readonly Permission[]) => {
  const keyId = keyIdSchema.parse(rig.server().keyIds[0])
  return call()['keys:setPermissions']({ keyId, permissions: [...held] }, from)
}
const learned = () => Object.values(rig.core.store.get().keys)[0]?.learned ?? []

describe('the users of a server', () => {
  it('are let in, changed and removed', async () => {
    must(await seen(call()['users:invite']({ ref, ...mira }, from)))
    const [user] = (await users()).users
    if (user === undefined) throw new Error('nobody')
    expect(user).toMatchObject({ ...mira, hasTwoFactor: false })
    const { id } = user
    const change = { ref, id, seen: user.permissions, permissions: ['file.read'] }
    expect(await seen(call()['users:update'](change, from))).toEqual(ok({ meanwhile: null }))
    expect(must(await seen(call()['users:update'](change, from))).meanwhile?.permissions).toEqual(['file.read'])
    must(await seen(call()['users:remove']({ ref, id }, from)))
    expect((await users()).users).toEqual([])
    expect(rig.demo.panel.users.mailed()).toEqual([mira.email])
  })

  it('are told to an owner with all that can be given', async () => {
    expect(await users()).toMatchObject({ denied: [], own: ['*'], ownId: null })
    expect((await users()).known).toContain('database.view_password')
    expect(sent('GET', '/account')).toEqual([])
    expect(sent('GET', '/permissions')).toHaveLength(1)
  })

  it.each(['pterodactyl', 'pelican'] as const)(
    'are told to one who was let in, with their own entry: %s',
    async (dialect) => {
      await restart({ dialect })
      rig.demo.panel.users.setGuest(identifier, true)
      rig.demo.panel.deny(['user.create', 'file.delete'])
      const told = await users()
      expect(told.denied).toEqual(['create'])
      expect(told.own).not.toContain('file.delete')
      expect(told.users.find(({ id }) => id === told.ownId)?.email).toBe('demo@example.com')
    },
  )

  it('are not asked for with a key that has not all permissions by its owner’s word', async () => {
    must(await declare(['power', 'console', 'settings']))
    expect(await seen(call()['users:list']({ ref }, from))).toMatchObject({ error: { code: 'all-permissions-needed' } })
    expect(sent('GET', '/users')).toEqual([])
  })
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
    expect(await seen(call()['serverSettings:update']({ ref, seen: before, edit }, from))).toEqual(
      ok({ meanwhile: null }),
    )
    expect(await settings()).toMatchObject(edit)
    await advanceUntil(clock, () => rig.core.store.get().servers[ref]?.name === 'Survival 2')
    const again = must(await seen(call()['serverSettings:update']({ ref, seen: before, edit: before }, from)))
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

  it('say where descriptions may not be changed', async () => {
    await restart({ dialect: 'pelican' })
    rig.demo.panel.setDescriptions('forbidden')
    const { name, description } = await settings()
    const edit = { name, description: 'Other' }
    expect(await seen(call()['serverSettings:update']({ ref, seen: { name, description }, edit }, from))).toMatchObject(
      {
        error: { code: 'description-fixed' },
      },
    )
    expect(learned().filter(({ has }) => !has)).toEqual([])
    rig.demo.panel.setDescriptions('off')
    expect((await settings()).description).toBeNull()
  })
})

describe('a reinstall', () => {
  const reinstall = (typedName = 'Survival') => seen(call()['serverSettings:reinstall']({ ref, typedName }, from))

  it('is sent once, with the typed name, and followed to its end', async () => {
    expect(await reinstall('survival')).toMatchObject({ error: { code: 'invalid-request' } })
    expect(sent('POST', '/settings/reinstall')).toEqual([])
    expect(await reinstall()).toEqual(ok())
    expect((await settings()).installation).toBe('installing')
    await advanceUntil(clock, () => rig.server().condition === 'installing')
    await clock.advance(12_000)
    expect((await settings()).installation).toBe('none')
    expect(sent('POST', '/settings/reinstall')).toHaveLength(1)
  })

  it('that failed says so', async () => {
    rig.demo.panel.reinstalls.setTrap(identifier, 'fails')
    must(await reinstall())
    await clock.advance(12_000)
    expect((await settings()).installation).toBe('reinstall-failed')
  })

  it('needs a key with all permissions, and the account’s own', async () => {
    rig.demo.panel.deny(['settings.reinstall'])
    expect(await reinstall()).toMatchObject({ error: { code: 'permission-lacking' } })
    expect(learned().filter(({ has }) => !has)).toEqual([])
    must(await declare(permissions.filter((one) => one !== 'power')))
    expect(await reinstall()).toMatchObject({ error: { code: 'all-permissions-needed' } })
    expect(sent('POST', '/settings/reinstall')).toHaveLength(1)
  })

  it('changes no files but those of its script', async () => {
    const on = callsOn(rig.demo, rig.token, identifier)
    const before = await on.list('/files/list?directory=/')
    must(await reinstall())
    await clock.advance(12_000)
    expect(await on.list('/files/list?directory=/')).toEqual(before)
  })
})
