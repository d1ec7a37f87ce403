import { expect, it } from 'vitest'
import { createCheckRights } from '../../../../electron/servers/rights.ts'
import { createStore } from '../../../../electron/state/store.ts'
import type { Dialect } from '../../../../shared/keys/contract.ts'
import { chooseKey } from '../../../../shared/keys/server-keys.ts'
import { ok } from '../../../../shared/result.ts'
import { appState, keyView, panelView } from '../../../fixtures/app-state.ts'
import { createFakeClient, serverFacts } from '../../../fixtures/fake-client.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { serverView } from '../../../fixtures/server-view.ts'

/** One server that keys of different accounts reach, each with the rights that its account has. */
function setUp(accounts: Record<string, readonly string[] | null>, dialect: Dialect = 'pterodactyl') {
  const clock = createFakeClock()
  const keys = Object.keys(accounts).map((id) => keyView({ id }))
  const server = serverView({ keyIds: keys.map(({ id }) => id) })
  const store = createStore(appState({ panels: [panelView({ dialect })], keys, servers: [server] }))
  const clients = new Map<string, ReturnType<typeof createFakeClient>>()
  for (const [id, permissions] of Object.entries(accounts)) {
    const client = createFakeClient()
    client.answers.server = async () => ok(serverFacts({ permissions, isOwner: permissions?.includes('*') ?? null }))
    clients.set(id, client)
  }
  const checkRights = createCheckRights({ store, clock, clientFor: (id) => clients.get(id) })
  const reads = () => [...clients.values()].flatMap(({ calls }) => calls).length
  return {
    clock,
    clients,
    store,
    reads,
    check: (...rights: Parameters<typeof checkRights>[1]) => checkRights(server.ref, rights),
  }
}

it('names the first right that the account lacks, and reads once in a while', async () => {
  const { check, reads, clock } = setUp({ one: ['control.stop'] })
  expect(await check('control.stop', 'control.restart', 'control.start')).toMatchObject({
    error: {
      code: 'permission-lacking',
      message: 'Nothing was sent: this key’s account may not restart this server (control.restart).',
    },
  })
  expect(await check('control.stop')).toEqual(ok())
  expect(reads()).toBe(1)
  await clock.advance(60_000)
  expect(await check('control.stop')).toEqual(ok())
  expect(reads()).toBe(2)
})

it.each([
  ['the panel does not tell', 'pterodactyl', null, 1],
  ['the panel has no such page', 'core', ['control.stop'], 0],
] as const)('goes on where %s', async (_why, dialect, permissions, times) => {
  const { check, reads } = setUp({ one: permissions }, dialect)
  expect(await check('control.restart')).toEqual(ok())
  expect(reads()).toBe(times)
})

it('takes the key of another account that may, which the steps then take too', async () => {
  const { check, store, clock } = setUp({ one: ['control.stop'], two: ['*'] })
  expect(await check('control.restart')).toEqual(ok())
  const [server] = Object.values(store.get().servers)
  const now = clock.now()
  expect(server && chooseKey(store.get(), server, { permission: 'control.restart', now })).toBe('two')
})

it('notes nothing of a token that was replaced while it was asked for', async () => {
  const { check, clients, store } = setUp({ one: [] })
  const old = clients.get('one')
  const answer = Promise.withResolvers<void>()
  if (old === undefined) throw new Error('there is no key')
  const { server } = old.answers
  old.answers.server = async (id) => answer.promise.then(() => server(id))
  const checked = check('control.restart')
  clients.set('one', createFakeClient())
  answer.resolve()
  expect(await checked).toEqual(ok())
  expect(Object.values(store.get().servers)[0]?.accounts).toBeUndefined()
})

it('ends where no account may', async () => {
  const { check } = setUp({ one: ['control.stop'], two: [] })
  expect(await check('control.restart')).toMatchObject({ error: { code: 'permission-lacking' } })
})
