import { describe, expect, it } from 'vitest'
import type { CommandSent } from '../../../../electron/console/command-channel.ts'
import { createCommands } from '../../../../electron/console/commands.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { changeServer, setConsoleStream } from '../../../../electron/state/updates.ts'
import type { ServerState } from '../../../../shared/model/server.ts'
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
  const echoed: string[] = []
  const kept: string[] = []
  /** What the open console does with a command; null where it takes none. */
  const live: { send: () => Promise<CommandSent> | null; calls: number } = { send: () => null, calls: 0 }
  const commands = createCommands({
    store,
    clock: createFakeClock(5),
    newId: () => `id-${++count}`,
    clientFor: () => part.client,
    consoles: {
      echo: (_ref, entry) => void echoed.push(entry.command),
      sendCommand() {
        live.calls += 1
        return live.send()
      },
    },
    history: { add: (_ref, command) => void kept.push(command) },
  })
  return {
    store,
    client,
    part,
    ref: server.ref,
    live,
    echoed,
    kept,
    commands,
    send: (key?: string) => commands.send(server.ref, 'list', key === undefined ? {} : { keyId: keyId(key) }),
    /** Somebody looks at the console, and it is open. */
    open: (state: ServerState) => {
      store.update(setConsoleStream(server.ref, { phase: 'open', retryAt: null, error: null }))
      store.update(changeServer(server.ref, (before) => ({ ...before, state })))
    },
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

  it('are tried again where every key was refused, since the panel may allow them meanwhile', async () => {
    const { send, client } = setUp()
    client.answers.command = async () => fail('permission-lacking', { status: 403 })
    await send()
    await send()
    client.answers.command = async () => ok()
    expect(await send()).toEqual(ok())
    expect(client.calls).toHaveLength(3)
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

  it('are shown where they were sent and kept in the history, unless private', async () => {
    const { commands, ref, echoed, kept } = setUp()
    await commands.send(ref, 'list')
    await commands.send(ref, 'login secret', { isPrivate: true })
    expect(echoed).toEqual(['list', 'login secret'])
    expect(kept).toEqual(['list'])
  })

  it.each([
    ['sent', ok(), { phase: 'sent' }],
    ['dropped', { ok: false }, { phase: 'refused', error: { code: 'command-dropped' } }],
    ['unconfirmed', { ok: false }, { phase: 'unconfirmed', error: { code: 'connection-cut' } }],
  ] as const)('go over the open console, and once only: %s', async (outcome, result, shown) => {
    const { send, entry, open, live, client } = setUp()
    open('running')
    live.send = async (): Promise<CommandSent> => outcome
    expect(await send()).toMatchObject(result)
    expect(entry()).toMatchObject(shown)
    expect(live.calls).toBe(1)
    expect(client.calls).toEqual([])
  })

  it('go through the panel where the open console takes none', async () => {
    const { send, open, live, client } = setUp()
    open('running')
    live.send = () => null
    expect(await send()).toEqual(ok())
    expect(client.calls).toHaveLength(1)
  })

  it.each(['starting', 'stopping', 'unknown'] as const)(
    'go through the panel while the server is %s',
    async (state) => {
      const { send, open, live, client } = setUp()
      open(state)
      live.send = async (): Promise<CommandSent> => 'sent'
      await send()
      expect([live.calls, client.calls.length]).toEqual([0, 1])
    },
  )

  it('go through the panel with the key that a person chose', async () => {
    const { send, open, live, client } = setUp()
    open('running')
    live.send = async (): Promise<CommandSent> => 'sent'
    await send('key-2')
    expect([live.calls, client.calls.length]).toEqual([0, 1])
  })

  it('are not sent to a server that its open console says is offline', async () => {
    const { send, open, live, client, entry } = setUp()
    open('offline')
    expect(await send()).toMatchObject({ error: { code: 'server-not-running' } })
    expect(entry()).toMatchObject({ phase: 'refused' })
    expect([live.calls, client.calls.length]).toEqual([0, 0])
  })

  it.each(['timeout', 'connection-cut', 'network-failed'] as const)('end unconfirmed after %s', async (code) => {
    const { send, client, entry } = setUp()
    client.answers.command = async () => fail(code, { mayHaveActed: true })
    expect(await send()).toMatchObject({ error: { code } })
    expect(entry()).toMatchObject({ phase: 'unconfirmed', error: { code } })
  })
})
