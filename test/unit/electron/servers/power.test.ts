import { beforeEach, describe, expect, it } from 'vitest'
import { createPanelClient, type PanelClient } from '../../../../electron/panel/client.ts'
import { createPower } from '../../../../electron/servers/power.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { setKeyHealth } from '../../../../electron/state/updates.ts'
import { catalogue } from '../../../../shared/error-catalogue.ts'
import { appError, type ErrorCode } from '../../../../shared/errors.ts'
import type { Dialect } from '../../../../shared/keys/contract.ts'
import { powerSignals } from '../../../../shared/model/power.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { createFakeClient, waitsUntilGivenUp } from '../../../fixtures/fake-client.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { aKey, anAction, aPanel, aServer, aState, keyId } from '../../../fixtures/state.ts'

function setUp(server = aServer(), dialect: Dialect = 'pterodactyl') {
  const store = createStore(
    aState({ servers: [server], panels: [aPanel({ dialect })], keys: [aKey(), aKey({ id: keyId('key-2') })] }),
  )
  const clock = createFakeClock(1_000)
  const client = createFakeClient()
  let count = 0
  let current: PanelClient = client
  const power = createPower({
    store,
    clock,
    newId: () => `id-${++count}`,
    clientFor: () => current,
  })
  const action = () => store.get().servers[server.ref]?.action
  const useClient = (next: PanelClient) => {
    current = next
  }
  /** The key gets a new token, and with it a new client. */
  const renewToken = () => useClient(createFakeClient())
  return { store, clock, client, power, action, useClient, renewToken, ref: server.ref }
}

describe('power', () => {
  let part: ReturnType<typeof setUp>
  beforeEach(() => {
    part = setUp()
  })

  it.each(powerSignals)('sends %s once and waits for what follows', async (signal) => {
    const result = await part.power.send(part.ref, signal, 'tray')
    expect(result.ok).toBe(true)
    expect(part.client.calls).toEqual([{ operation: 'power', args: ['a1b2c3d4', signal] }])
    expect(part.action()).toMatchObject({ signal, origin: 'tray', phase: 'accepted', error: null })
    expect(part.store.get().app.lastUsed).toBe(part.ref)
  })

  it.each([
    ['start', 'server-stopping'],
    ['restart', 'server-stopping'],
    // It stops anyway, so that nothing is lost where the machine drops it.
    ['stop', null],
    ['kill', null],
  ] as const)('to a server that still stops, as its machine drops it: %s', async (signal, code) => {
    const { power, client, ref } = setUp(aServer({ state: 'stopping' }))
    const sent = await power.send(ref, signal, 'window')
    expect(sent.ok ? null : sent.error.code).toBe(code)
    expect(client.calls).toHaveLength(code === null ? 1 : 0)
  })

  /** What is told of the action, in order, and whether its request was out by then. */
  function followed({ store, client, ref }: ReturnType<typeof setUp>) {
    const heard: string[] = []
    store.subscribe(({ servers }) => heard.push(`${servers[ref]?.action?.phase} after ${client.calls.length}`))
    return heard
  }

  it('shows the action and holds a second back at once, and tells of it when the request is out, before the answer', async () => {
    const heard = followed(part)
    const answer = Promise.withResolvers<Result<void>>()
    part.client.answers.power = () => answer.promise
    const sending = part.power.send(part.ref, 'restart', 'tray')
    const second = part.power.send(part.ref, 'restart', 'window')
    expect([part.action()?.phase, heard]).toEqual(['sending', []])
    await part.clock.advance(0)
    expect(heard).toEqual(['sending after 1'])
    expect(await second).toMatchObject({ error: { code: 'action-running' } })
    answer.resolve(ok())
    await sending
    expect(heard.at(-1)).toBe('accepted after 1')
  })

  it('leaves alone what a person used last when a schedule acts', async () => {
    await part.power.send(part.ref, 'restart', 'schedule')
    expect(part.store.get().app.lastUsed).toBeNull()
  })

  it('calls it unconfirmed where the panel tells no state', async () => {
    part = setUp(aServer(), 'core')
    await part.power.send(part.ref, 'restart', 'window')
    expect(part.action()?.phase).toBe('unconfirmed')
  })

  it.each(Object.keys(catalogue) as ErrorCode[])('ends once, without a second request, on %s', async (code) => {
    part.client.answers.power = async () => fail(code)
    const result = await part.power.send(part.ref, 'stop', 'window')
    expect(result).toMatchObject({ ok: false, error: { code } })
    expect(part.client.calls).toHaveLength(1)
    expect(part.action()).toMatchObject({ phase: 'refused', error: { code } })
  })

  it.each(Object.keys(catalogue) as ErrorCode[])('is unconfirmed where the panel may have acted: %s', async (code) => {
    part.client.answers.power = async () => fail(code, { mayHaveActed: true })
    await part.power.send(part.ref, 'stop', 'window')
    expect(part.client.calls).toHaveLength(1)
    expect(part.action()).toMatchObject({ phase: 'unconfirmed', error: { code } })
  })

  it('shows the wait for a rate limit, and that it is over', async () => {
    part.client.answers.power = async (options) => {
      options?.onWait?.(9_000)
      expect(part.action()).toMatchObject({ phase: 'waiting', retryAt: 9_000 })
      return ok()
    }
    await part.power.send(part.ref, 'start', 'tray')
    expect(part.action()).toMatchObject({ phase: 'accepted', retryAt: null })
  })

  it.each(['sending', 'waiting', 'accepted'] as const)('holds a second signal back while one is %s', async (phase) => {
    part = setUp(aServer({ action: anAction({ phase }) }))
    expect(await part.power.send(part.ref, 'restart', 'tray')).toMatchObject({ error: { code: 'action-running' } })
    expect(part.client.calls).toEqual([])
  })

  it('lets kill through while another action runs, and the older answer changes nothing', async () => {
    let release = () => {}
    part.client.answers.power = () =>
      new Promise((resolve) => {
        release = () => resolve(fail('timeout'))
      })
    const stop = part.power.send(part.ref, 'stop', 'tray')
    part.client.answers.power = async () => ({ ok: true, value: undefined })
    await part.power.send(part.ref, 'kill', 'tray')
    release()
    await stop
    expect(part.action()).toMatchObject({ signal: 'kill', phase: 'accepted', error: null })
  })

  it('gives up what waits for a rate limit when a kill comes, so that no restart follows it', async () => {
    part.client.answers.power = waitsUntilGivenUp
    const restart = part.power.send(part.ref, 'restart', 'tray')
    part.client.answers.power = async () => ok()
    expect(await part.power.send(part.ref, 'kill', 'tray')).toEqual(ok())
    expect(await restart).toMatchObject({ error: { code: 'cancelled' } })
    expect(part.action()).toMatchObject({ signal: 'kill', phase: 'accepted', error: null })
  })

  it('gives up what its caller takes back while it waits for a rate limit, and leaves nothing to tell of it', async () => {
    part.client.answers.power = waitsUntilGivenUp
    const heard = followed(part)
    const takenBack = new AbortController()
    const stop = part.power.send(part.ref, 'stop', 'window', { signal: takenBack.signal })
    expect(part.action()?.phase).toBe('waiting')
    takenBack.abort()
    expect(await stop).toMatchObject({ error: { code: 'cancelled' } })
    expect(part.action()).toBeNull()
    expect(heard).toEqual(['sending after 1', 'waiting after 1', 'undefined after 1'])
  })

  it('tells what came of a signal that was out when its caller took it back', async () => {
    const takenBack = new AbortController()
    part.client.answers.power = async () => {
      takenBack.abort()
      return fail('permission-lacking', { status: 403 })
    }
    await part.power.send(part.ref, 'stop', 'window', { signal: takenBack.signal })
    expect(part.action()).toMatchObject({ phase: 'refused', error: { code: 'permission-lacking' } })
  })

  it('gives up what waits for its token when a kill comes, so that both do not go out at once', async () => {
    const token = Promise.withResolvers<Result<string>>()
    const received: unknown[] = []
    part.useClient(
      createPanelClient({
        baseUrl: 'https://panel.home.example/api/client',
        readToken: () => token.promise,
        clock: part.clock,
        async fetch(input, init) {
          received.push(await new Request(input, init).json())
          return new Response(null, { status: 204 })
        },
      }),
    )
    const restart = part.power.send(part.ref, 'restart', 'tray')
    const kill = part.power.send(part.ref, 'kill', 'tray')
    token.resolve(ok('ptlc_test'))
    expect(await kill).toEqual(ok())
    expect(await restart).toMatchObject({ error: { code: 'cancelled' } })
    expect(received).toEqual([{ signal: 'kill' }])
    expect(part.action()).toMatchObject({ signal: 'kill', phase: 'accepted', error: null })
  })

  it('does not wait any more for a signal that a kill overtook on its way', async () => {
    let refuse = () => {}
    let wasGivenUp: boolean | undefined
    part.client.answers.power = (options) =>
      new Promise((resolve) => {
        refuse = () => {
          options?.onWait?.(9_000)
          wasGivenUp = options?.signal?.aborted
          resolve(fail('cancelled'))
        }
      })
    const stop = part.power.send(part.ref, 'stop', 'tray')
    part.client.answers.power = async () => ok()
    await part.power.send(part.ref, 'kill', 'tray')
    refuse()
    await stop
    expect(wasGivenUp).toBe(true)
    expect(part.action()).toMatchObject({ signal: 'kill', phase: 'accepted' })
  })

  it.each([
    ['sending', false],
    ['waiting', false],
    ['accepted', true],
  ] as const)('sends a second kill only after an answer to the first, which is %s', async (phase, isSent) => {
    part = setUp(aServer({ action: anAction({ signal: 'kill', phase }) }))
    const result = await part.power.send(part.ref, 'kill', 'tray')
    expect(result).toMatchObject(isSent ? ok() : { error: { code: 'action-running' } })
    expect(part.client.calls).toHaveLength(isSent ? 1 : 0)
  })

  it('learns from each answer, and uses the other key once the first was refused', async () => {
    part = setUp(aServer({ keyIds: [keyId('key-1'), keyId('key-2')] }))
    part.client.answers.power = async () => fail('permission-lacking', { status: 403 })
    await part.power.send(part.ref, 'restart', 'window')
    expect(part.client.calls).toHaveLength(1)
    expect(part.action()).toMatchObject({ phase: 'refused', otherKeyId: 'key-2' })
    part.client.answers.power = async () => ok()
    await part.power.send(part.ref, 'restart', 'window')
    expect(part.action()).toMatchObject({ phase: 'accepted', otherKeyId: null })
    const { keys } = part.store.get()
    expect(keys[keyId('key-1')]?.learned).toEqual([{ permission: 'power', has: false, at: 1_000 }])
    expect(keys[keyId('key-2')]?.learned).toEqual([{ permission: 'power', has: true, at: 1_000 }])
  })

  it('learns nothing of a token that came while the answer to the one before was on its way', async () => {
    part.client.answers.power = async () => {
      part.renewToken()
      return fail('permission-lacking', { status: 403 })
    }
    await part.power.send(part.ref, 'restart', 'window')
    expect(part.action()).toMatchObject({ phase: 'refused' })
    expect(part.store.get().keys[keyId('key-1')]?.learned).toEqual([])
  })

  it('sends nothing for a server that is gone', async () => {
    part.store.update((state) => ({ ...state, servers: {} }))
    expect(await part.power.send(part.ref, 'kill', 'tray')).toMatchObject({ error: { code: 'unknown-server' } })
    expect(part.client.calls).toEqual([])
  })

  const refusal = { kind: 'failing', since: 0, error: appError('token-refused', { status: 401 }) } as const
  it.each([
    ['stays here where it would go out by itself', 'schedule', true, { error: { code: 'token-refused' } }],
    ['goes out once when a person presses', 'window', false, ok()],
  ] as const)('with keys that the panel refused before %s', async (_, origin, isAutomatic, outcome) => {
    for (const id of ['key-1', 'key-2']) part.store.update(setKeyHealth(keyId(id), refusal))
    expect(await part.power.send(part.ref, 'restart', origin, { isAutomatic })).toMatchObject(outcome)
    expect(part.client.calls).toHaveLength(isAutomatic ? 0 : 1)
  })

  it('goes out once by its key, though that was refused otherwise while it waited', async () => {
    const held = Promise.withResolvers<void>()
    part.client.answers.power = async (options) => {
      options?.onWait?.(9_000)
      await held.promise
      return ok()
    }
    const sending = part.power.send(part.ref, 'restart', 'window')
    part.store.update(setKeyHealth(keyId('key-1'), refusal))
    held.resolve()
    expect(await sending).toMatchObject({ ok: true })
    expect(part.client.calls.filter(({ operation }) => operation === 'power')).toHaveLength(1)
  })
})
