import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { keyIdSchema } from '../../shared/model/identifier-schema.ts'
import { ok, type Result } from '../../shared/result.ts'
import { setUpCoreRig } from '../fixtures/core-rig.ts'
import { must } from '../fixtures/demo.ts'
import { createFakeClipboard } from '../fixtures/fake-clipboard.ts'

const clipboard = createFakeClipboard()
const rig = setUpCoreRig({ clipboard })
const { seen, restart } = rig
const from = { pageId: 1 }
beforeEach(() => clipboard.clear())

const call = () => rig.core.handlers
const list = async () => must(await seen(call()['databases:list']({ ref: rig.ref }, from)))
const create = (name: string, connectionsFrom = '%') =>
  seen(call()['databases:create']({ ref: rig.ref, edit: { name, connectionsFrom } }, from))
const sent = (method: string) =>
  rig.demo.panel.requests().filter((one) => one.method === method && one.path.includes('/databases'))
const learned = () => Object.values(rig.core.store.get().keys)[0]?.learned ?? []
const passwordNow = (name: string) => {
  const password = rig.demo.panel.databases.passwords(rig.identifier)[name]
  if (password === undefined) throw new Error(`no database ${name}`)
  return password
}

describe.each(['pterodactyl', 'pelican'] as const)('the databases of a server, %s', (dialect) => {
  beforeEach(() => restart({ dialect, laterLimits: false }))

  it('are made, given a new password and deleted by name', async () => {
    expect(await list()).toEqual({ databases: [], leftOut: 0, limit: 3, denied: [] })
    must(await create('plots', '172.18.0.%'))
    const name = `s${rig.identifier}_plots`
    const { databases } = await list()
    const id = databases[0]?.id ?? ''
    expect(databases).toMatchObject([{ name, connectionsFrom: '172.18.0.%', host: '127.0.0.1', port: 3_306 }])
    const first = passwordNow(name)
    expect(await seen(call()['databases:password']({ ref: rig.ref, id }, from))).toEqual(ok({ password: first }))
    expect(await seen(call()['databases:rotate']({ ref: rig.ref, id }, from))).toEqual(ok())
    expect(passwordNow(name)).not.toBe(first)
    expect(await seen(call()['databases:remove']({ ref: rig.ref, id, typedName: 'plots' }, from))).toMatchObject({
      error: { code: 'invalid-request' },
    })
    expect(sent('DELETE')).toEqual([])
    expect(await seen(call()['databases:remove']({ ref: rig.ref, id, typedName: ` ${name} ` }, from))).toEqual(ok())
    expect((await list()).databases).toEqual([])
    expect(await seen(call()['databases:password']({ ref: rig.ref, id }, from))).toMatchObject({
      error: { code: 'database-not-found' },
    })
  })

  it('are told with what the account may not do', async () => {
    must(await create('plots'))
    const id = (await list()).databases[0]?.id ?? ''
    const sees = dialect === 'pelican' ? 'database.view-password' : 'database.view_password'
    rig.demo.panel.deny([sees, 'database.update'])
    expect((await list()).denied).toEqual(['update', 'view-password'])
    const hidden = { error: { code: 'password-hidden' } }
    expect(await seen(call()['databases:password']({ ref: rig.ref, id }, from))).toMatchObject(hidden)
    expect(await seen(call()['databases:copyPassword']({ ref: rig.ref, id }, from))).toMatchObject(hidden)
    expect(clipboard.forms()).toEqual({})
    expect(learned().filter(({ has }) => !has)).toEqual([])
  })
})

it('are not changed with a key that may only look at them by its owner’s word', async () => {
  const keyId = keyIdSchema.parse(rig.server().keyIds[0])
  must(await call()['keys:setPermissions']({ keyId, permissions: ['databases-view'] }, from))
  expect(await create('plots')).toMatchObject({ error: { code: 'permission-lacking' } })
  expect(sent('POST')).toEqual([])
})

describe('a copied password', () => {
  const copy = async () => {
    rig.demo.panel.databases.add(rig.identifier, { name: 'plots' })
    const [database] = (await list()).databases
    if (database === undefined) throw new Error('no database')
    must(await seen(call()['databases:copyPassword']({ ref: rig.ref, id: database.id }, from)))
    return passwordNow(database.name)
  }

  it('leaves it at the app’s end, and what the person copied since stays', async () => {
    await copy()
    await rig.core.dispose()
    expect(clipboard.forms()).toEqual({})
    await restart()
    await copy()
    clipboard.put('a word of mine')
    await rig.core.dispose()
    expect(await clipboard.readText()).toBe('a word of mine')
  })
})

it('no password is in the state, a list, the log, the activity or a file', async () => {
  rig.demo.panel.databases.add(rig.identifier, { name: 'plots' })
  const told: unknown[] = []
  const note = async <T>(called: Result<T> | Promise<Result<T>>) => {
    const result = await seen(called)
    told.push(result)
    return result
  }
  const [database] = (await list()).databases
  if (database === undefined) throw new Error('no database')
  const { id } = database
  const passwords = [passwordNow(database.name)]
  must(await seen(call()['databases:password']({ ref: rig.ref, id }, from)))
  must(await note(call()['databases:copyPassword']({ ref: rig.ref, id }, from)))
  must(await note(call()['databases:rotate']({ ref: rig.ref, id }, from)))
  must(await note(call()['databases:create']({ ref: rig.ref, edit: { name: 'other', connectionsFrom: '%' } }, from)))
  passwords.push(...Object.values(rig.demo.panel.databases.passwords(rig.identifier)))
  await note(call()['databases:list']({ ref: rig.ref }, from))
  await note(call()['panelActivity:list']({ ref: rig.ref, page: 1, kind: 'all' }, from))
  await note(call()['app:copyDiagnostics'](undefined, from))
  await note(call()['databases:remove']({ ref: rig.ref, id, typedName: database.name }, from))
  await rig.core.dispose()
  const files = readdirSync(rig.profile, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
  expect(passwords).toHaveLength(3)
  expect(files.length).toBeGreaterThan(0)
  const places = [JSON.stringify(rig.core.store.get()), rig.log.lines.join('\n'), JSON.stringify(told), ...files]
  for (const place of places) for (const password of passwords) expect(place).not.toContain(password)
})
