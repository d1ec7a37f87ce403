import { describe, expect, it } from 'vitest'
import { createCommands } from '../../../../electron/console/commands.ts'
import type { Clock } from '../../../../electron/lib/clock.ts'
import { createPanelClient, type PanelClient } from '../../../../electron/panel/client.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { changeServer, put, setConsoleStream } from '../../../../electron/state/updates.ts'
import type { ServerState } from '../../../../shared/model/server-schema.ts'
import { fail, ok } from '../../../../shared/result.ts'
import { createFakeClient } from '../../../fixtures/fake-client.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { createFaultyClock } from '../../../fixtures/faulty-clock.ts'
import { aKey, aServer, aState, keyId } from '../../../fixtures/state.ts'

function setUp(clock: Clock = createFakeClock(5)) {
  const keys = [aKey(), aKey({ id: keyId('key-2') })]
  const server = aServer({ keyIds: keys.map((key) => key.id) })
  const store = createStore(aState({ keys, servers: [server] }))
  const client = createFakeClient()
  const part: { client: PanelClient } = { client }
  let count = 0
  const echoed: string[] = []
  const settled: string[] = []
  const kept: string[] = []
  const commands = createCommands({
    store,
    clock,
    newId: () => `id-${++count}`,
    clientFor: () => part.client,
    consoles: {
      echo(_ref, { command }) {
        echoed.push(command)
        return () => settled.push(command)
      },
    },
    history: { add: (_ref, command) => void kept.push(command) },
  })
  return {
    store,
    client,
    part,
    ref: server.ref,
    echoed,
    settled,
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
  it('of a person go out in their order, each once the one before it was answered; what is automatic does not wait', async () => {
    const { commands, client, entry, ref } = setUp()
    const answered = Promise.withResolvers<void>()
    client.answers.command = async () => {
      await answered.promise
      return ok()
    }
    const all = ['save-off', 'save-all'].map((command) => commands.send(ref, command))
    expect(entry()).toMatchObject({ command: 'save-all', phase: 'waiting', retryAt: null })
    await new Promise((resolve) => setImmediate(resolve))
    all.push(commands.send(ref, 'say soon', { isAutomatic: true }))
    expect(client.calls).toHaveLength(2)
    answered.resolve()
    expect(await Promise.all(all)).toEqual([ok(), ok(), ok()])
    expect(client.calls.map((call) => JSON.stringify(call))).toEqual([
      expect.stringContaining('save-off'),
      expect.stringContaining('say soon'),
      expect.stringContaining('save-all'),
    ])
  })

  it.each([
    ['after sleep', { asleepMs: 3_600_000, answerMs: 20_000, gone: ['save-off'] }],
    [
      'over a minute later, though the computer was awake',
      { asleepMs: 0, answerMs: 24_000, gone: ['save-off', '1', '2'] },
    ],
  ])('that waited behind others are not sent %s', async (_when, { asleepMs, answerMs, gone }) => {
    const clock = createFaultyClock()
    const { commands, part, ref } = setUp(clock)
    const received: unknown[] = []
    part.client = createPanelClient({
      baseUrl: 'https://panel.home.example/api/client',
      readToken: async () => ok('ptlc_test'),
      clock,
      async fetch(input, init) {
        received.push(await new Request(input, init).json())
        await clock.sleep(answerMs)
        return new Response(null, { status: 204 })
      },
    })
    const all = ['save-off', '1', '2', 'stop'].map((command) => commands.send(ref, command))
    await clock.pass(5_000)
    clock.doze(asleepMs, false)
    await clock.pass(120_000)
    expect(received).toEqual(gone.map((command) => ({ command })))
    expect((await Promise.all(all)).at(-1)).toMatchObject({ error: { code: 'too-late' } })
  })

  it('learn that the key has Console', async () => {
    const { send, learned } = setUp()
    await send()
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

  it('are shown where they were sent and kept in the history, unless private', async () => {
    const { commands, ref, echoed, kept } = setUp()
    await commands.send(ref, 'list')
    await commands.send(ref, 'login secret', { isPrivate: true })
    expect(echoed).toEqual(['list', 'login secret'])
    expect(kept).toEqual(['list'])
  })

  it('tell when a rate limit makes them wait, and when it is known what came of them', async () => {
    const { commands, ref, client, entry, settled } = setUp()
    const waits: number[] = []
    client.answers.command = async (options) => {
      options?.onWait?.(60_000)
      expect(entry()).toMatchObject({ phase: 'waiting', retryAt: 60_000 })
      expect(settled).toEqual([])
      return ok()
    }
    await commands.send(ref, 'list', { onWait: (retryAt) => waits.push(retryAt) })
    expect([waits, settled]).toEqual([[60_000], ['list']])
  })

  it('are not sent to a server that its open console says is offline', async () => {
    const { send, open, client, entry } = setUp()
    open('offline')
    expect(await send()).toMatchObject({ error: { code: 'server-not-running' } })
    expect(entry()).toMatchObject({ phase: 'refused' })
    expect(client.calls).toEqual([])
  })

  it('are not sent to a server that is off where its panel takes them all the same, as Pelican does', async () => {
    const { send, store, client, ref } = setUp()
    const offline = changeServer(ref, (known) => ({ ...known, state: 'offline' }))
    store.update(offline)
    expect(await send()).toMatchObject({ ok: true })
    const [panel] = Object.values(store.get().panels)
    if (panel !== undefined) store.update(put('panels', { ...panel, isPelican: true }))
    expect(await send()).toMatchObject({ error: { code: 'server-not-running' } })
    expect(client.calls).toHaveLength(1)
  })

  it.each(['timeout', 'connection-cut', 'network-failed'] as const)('end unconfirmed after %s', async (code) => {
    const { send, client, entry } = setUp()
    client.answers.command = async () => fail(code, { mayHaveActed: true })
    expect(await send()).toMatchObject({ error: { code } })
    expect(entry()).toMatchObject({ phase: 'unconfirmed', error: { code } })
  })
})
