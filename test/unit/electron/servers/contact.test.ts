import { afterEach, describe, expect, it } from 'vitest'
import { createContact } from '../../../../electron/servers/contact.ts'
import { createVisibleServers } from '../../../../electron/servers/visible-servers.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { setKeyHealth } from '../../../../electron/state/updates.ts'
import { appError } from '../../../../shared/errors.ts'
import type { KeyId } from '../../../../shared/model/identifier.ts'
import { fail } from '../../../../shared/result.ts'
import { createFakeClient } from '../../../fixtures/fake-client.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { aKey, aServer, aState, keyId } from '../../../fixtures/state.ts'

const id = keyId('key-1')

let dispose = () => {}
afterEach(() => dispose())

function setUp(isSeen = true) {
  const store = createStore(aState())
  const clock = createFakeClock()
  const client = createFakeClient()
  const visibleServers = createVisibleServers()
  if (isSeen) visibleServers.set([aServer().ref])
  const rechecked: KeyId[] = []
  const lists = { recheck: (one: KeyId) => void rechecked.push(one) }
  const contact = createContact({ store, clock, clientFor: () => client, lists, visibleServers, isPaused: () => false })
  dispose = contact.dispose
  return { store, clock, client, contact, visibleServers, rechecked, health: () => store.get().keys[id]?.health }
}

describe('contact', () => {
  it('asks a silent panel whose servers somebody sees, and tells within ten seconds that it is away', async () => {
    const { clock, client, contact, health } = setUp()
    client.answers.server = async () => {
      const error = appError('connection-refused')
      contact.note(id, error)
      return fail(error)
    }
    await clock.advance(10_000)
    expect(health()).toMatchObject({ kind: 'failing', error: { code: 'connection-refused' } })
  })

  it('begins when somebody looks, and ends with that', async () => {
    const { clock, client, visibleServers } = setUp(false)
    visibleServers.set([aServer().ref])
    await clock.advance(5_000)
    expect(client.calls).not.toEqual([])
    visibleServers.set([])
    await clock.advance(60_000)
    expect(clock.pending()).toBe(0)
  })

  it.each(['token-unreadable', 'token-refused', 'address-not-allowed'] as const)(
    'asks nothing with a key in trouble (%s)',
    async (code) => {
      const { store, clock, client, rechecked } = setUp()
      store.update(setKeyHealth(id, { kind: 'failing', since: clock.now(), error: appError(code) }))
      await clock.advance(60_000)
      expect([client.calls, rechecked]).toEqual([[], []])
    },
  )

  it('asks for another server of the panel where no usable key reaches the first', async () => {
    const { store, clock, client, visibleServers } = setUp()
    const error = appError('token-refused')
    const refused = aKey({ id: keyId('key-2'), health: { kind: 'failing', since: 0, error } })
    const unreached = aServer({ id: 'b2c3d4e5', keyIds: [refused.id] })
    store.update(() => aState({ keys: [refused, aKey()], servers: [unreached, aServer()] }))
    visibleServers.set([unreached.ref, aServer().ref])
    await clock.advance(10_000)
    expect(client.calls[0]).toEqual({ operation: 'server', args: ['a1b2c3d4'] })
  })

  it.each([
    ['', false],
    [', where another request to it is given up meanwhile', true],
  ])('says nothing of a panel that was not asked, since the keyring takes its time%s', async (_, isOtherGivenUp) => {
    const { clock, client, contact, health } = setUp()
    client.answers.server = async (_id, options) => {
      await clock.sleep(60_000, options?.signal)
      return fail('cancelled')
    }
    for (let second = 0; second < 60; second += 1) {
      await clock.advance(1_000)
      if (isOtherGivenUp) contact.note(id, appError('cancelled'))
    }
    expect(health()?.kind).toBe('works')
  })

  it('tells that a panel is away that takes a request and does not answer', async () => {
    const { clock, client, contact, health } = setUp()
    client.answers.server = async (_, options) => {
      await clock.sleep(60_000, options?.signal)
      contact.note(id, appError('cancelled'))
      return fail('cancelled')
    }
    await clock.advance(10_000)
    expect(health()).toMatchObject({ kind: 'failing', error: { code: 'timeout' } })
  })

  it('takes no panel for dead that waits for a frozen machine', async () => {
    const { clock, client, contact, health } = setUp()
    client.answers.resources = async (_, options) => {
      await clock.sleep(15_000, options?.signal)
      contact.note(id, options?.signal?.aborted ? appError('cancelled') : null)
      return fail('node-unreachable')
    }
    client.answers.server = async () => {
      contact.note(id, null)
      return fail('not-on-panel')
    }
    await clock.advance(60_000)
    expect([health()?.kind, client.calls.every(({ operation }) => operation === 'server')]).toEqual(['works', true])
  })

  it('lets one cut connection pass', () => {
    const { contact, health } = setUp()
    contact.note(id, appError('connection-cut'))
    expect(health()?.kind).toBe('works')
    contact.note(id, appError('connection-cut'))
    expect(health()).toMatchObject({ kind: 'failing', error: { code: 'connection-cut' } })
  })

  it('reads the list anew when the panel is back, and when it says that it has no such server', () => {
    const { contact, rechecked } = setUp()
    contact.note(id, null)
    expect(rechecked).toEqual([])
    contact.note(id, appError('server-not-found', { status: 404 }))
    expect(rechecked).toEqual([id])
    contact.note(id, appError('timeout'))
    contact.note(id, null)
    expect(rechecked).toEqual([id, id])
  })
})
