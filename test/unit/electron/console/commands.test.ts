import { describe, expect, it } from 'vitest'
import { createCommands } from '../../../../electron/console/commands.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { fail, ok } from '../../../../shared/result.ts'
import { createFakeClient } from '../../../fixtures/fake-client.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { aKey, aServer, aState, keyId } from '../../../fixtures/state.ts'

function setUp() {
  const keys = [aKey(), aKey({ id: keyId('key-2') })]
  const server = aServer({ keyIds: keys.map((key) => key.id) })
  const store = createStore(aState({ keys, servers: [server] }))
  const client = createFakeClient()
  const part = { client }
  let count = 0
  const commands = createCommands({
    store,
    clock: createFakeClock(5),
    newId: () => `id-${++count}`,
    clientFor: () => part.client,
  })
  return {
    store,
    client,
    part,
    ref: server.ref,
    send: (key?: string) => commands.send(server.ref, 'list', key === undefined ? undefined : keyId(key)),
    entry: () => store.get().consoles[server.ref]?.entries.at(-1),
    learned: (id: string) => store.get().keys[keyId(id)]?.learned,
  }
}

describe('commands', () => {
  it('learn that the key has Console', async () => {
    const { send, entry, learned } = setUp()
    expect(await send()).toEqual(ok())
    expect(entry()).toMatchObject({ phase: 'sent', otherKeyId: null })
    expect(learned('key-1')).toEqual([{ permission: 'console', has: true, at: 5 }])
  })

  it('try no other key by themselves after a 403, offer it, and use exactly the one chosen', async () => {
    const { send, entry, client, learned } = setUp()
    client.answers.command = async () => fail('permission-lacking', { status: 403 })
    expect(await send('key-2')).toMatchObject({ ok: false })
    expect(client.calls).toHaveLength(1)
    expect(entry()).toMatchObject({ phase: 'refused', otherKeyId: 'key-1' })
    expect(learned('key-2')).toEqual([{ permission: 'console', has: false, at: 5 }])
    expect(learned('key-1')).toEqual([])
  })

  it('are not sent where every key is known to lack Console', async () => {
    const { send, client } = setUp()
    client.answers.command = async () => fail('permission-lacking', { status: 403 })
    await send()
    await send()
    expect(await send()).toMatchObject({ error: { code: 'permission-lacking' } })
    expect(client.calls).toHaveLength(2)
  })

  it('learn nothing of a key whose token was replaced meanwhile', async () => {
    const { send, client, part, learned } = setUp()
    client.answers.command = async () => {
      part.client = createFakeClient()
      return fail('permission-lacking', { status: 403 })
    }
    await send()
    expect(learned('key-1')).toEqual([])
  })
})
