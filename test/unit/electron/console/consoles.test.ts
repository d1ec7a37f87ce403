import { describe, expect, it } from 'vitest'
import { createConsoles } from '../../../../electron/console/consoles.ts'
import { createBackgroundPause } from '../../../../electron/servers/background-pause.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { changePanel, changeServer, setKeyHealth } from '../../../../electron/state/updates.ts'
import { appError } from '../../../../shared/errors.ts'
import type { Dialect } from '../../../../shared/keys/contract.ts'
import type { ConsoleLine } from '../../../../shared/model/console-schema.ts'
import { fail, ok } from '../../../../shared/result.ts'
import { appState, consoleEntry, keyView, panelView } from '../../../fixtures/app-state.ts'
import { createFakeClient } from '../../../fixtures/fake-client.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { createModelNode } from '../../../fixtures/model-node.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const server = serverView()
const { ref } = server

function setUp(dialect: Dialect = 'pterodactyl') {
  const clock = createFakeClock()
  const node = createModelNode(clock)
  const store = createStore(appState({ panels: [panelView({ dialect })], keys: [keyView()], servers: [server] }))
  const client = createFakeClient({ access: node.readAccess })
  const clients = { current: client }
  const backgroundPause = createBackgroundPause({ clock, random: () => 0 })
  const consoles = createConsoles({
    store,
    clock,
    clientFor: () => clients.current,
    backgroundPause,
    openSocket: (_baseUrl, address, listener) => node.open(address, listener),
    random: () => 0,
  })
  const pushes: { at: number; lines: readonly ConsoleLine[] }[] = []
  consoles.onLines((_ref, lines) => pushes.push({ at: clock.now(), lines }))
  return {
    clock,
    node,
    store,
    client,
    clients,
    backgroundPause,
    consoles,
    pushes,
    phase: () => store.get().consoles[ref]?.stream?.phase ?? null,
    told: () => pushes.flatMap(({ lines }) => lines),
    /** Looks, and waits until the console is open. */
    async look(watcher = 1) {
      consoles.watch(ref, watcher, 0)
      await clock.advance(3_000)
    },
  }
}

describe('consoles', () => {
  it('are opened when somebody looks, and closed a minute after nobody does', async () => {
    const { consoles, clock, node, look, phase } = setUp()
    expect(phase()).toBeNull()
    await look()
    expect(phase()).toBe('open')
    consoles.unwatch(ref, 1)
    await clock.advance(59_000)
    expect([phase(), node.peers.size]).toEqual(['open', 1])
    await clock.advance(2_000)
    expect([phase(), node.peers.size]).toEqual([null, 0])
    expect(clock.pending()).toBe(0)
  })

  it('are told in batches, at most 30 times a second, each line once, whoever looks', async () => {
    const { consoles, clock, node, look, pushes, told } = setUp()
    await look()
    consoles.watch(ref, 2, 0)
    for (let i = 1; i <= 1_000; i += 1) {
      node.print(`line ${i}`)
      await clock.advance(1)
    }
    await clock.advance(100)
    expect(told().map(({ text }) => text)).toEqual(node.log)
    const times = pushes.map(({ at }) => at)
    expect(times.length).toBeGreaterThan(20)
    expect(times.slice(1).every((at, i) => at - (times[i] ?? 0) >= 33)).toBe(true)
  })

  it('wait with the next batch for a window until it asks, and leave no line out', async () => {
    const { consoles, clock, node, told } = setUp()
    const batches: string[][] = []
    consoles.onBatch((_watcher, _ref, lines) => batches.push(lines.map(({ text }) => text)))
    const before = consoles.watch(ref, 1, 0, true).lines
    await clock.advance(3_000)
    const flood = async (name: string) => {
      for (let i = 1; i <= 100; i += 1) {
        node.print(`${name} ${i}`)
        await clock.advance(1)
      }
      await clock.advance(100)
    }
    await flood('unasked')
    expect([before, batches]).toEqual([[], []])
    // Who reads along in the app does not wait for a window.
    expect(told().map(({ text }) => text)).toEqual(node.log)
    consoles.more(ref, 1)
    await flood('asked')
    expect(batches).toHaveLength(1)
    consoles.more(ref, 1)
    await clock.advance(100)
    expect(batches).toHaveLength(2)
    expect(batches.flat()).toEqual(node.log)
  })

  it('bring no line back that a person cleared, whatever the machine repeats', async () => {
    const { consoles, clock, node, look } = setUp()
    node.print('old')
    await look()
    consoles.clear(ref)
    node.cut()
    await clock.advance(10_000)
    node.print('new')
    await clock.advance(100)
    expect(consoles.watch(ref, 1, 0).lines.map(({ text }) => text)).toEqual(['new'])
  })

  it('ask a panel of the core kind for nothing, and say so once', async () => {
    const { consoles, client, look, phase } = setUp('core')
    await look()
    await look(2)
    expect(phase()).toBe('none')
    expect(client.calls).toEqual([])
    expect(consoles.watch(ref, 3, 0).lines.map(({ kind }) => kind)).toEqual(['note'])
  })

  it.each([true, false])(
    'tell what the account may, unless the token was replaced meanwhile (%s)',
    async (isReplaced) => {
      const { clock, node, store, client, clients, look } = setUp()
      const answer = Promise.withResolvers<void>()
      client.answers.access = async () => {
        await answer.promise
        const access = await node.readAccess()
        return access.ok ? ok({ ...access.value, permissions: ['control.stop'] }) : access
      }
      await look()
      if (isReplaced) clients.current = createFakeClient()
      answer.resolve()
      await clock.advance(3_000)
      const accounts = isReplaced ? undefined : { 'home-key': { isOwner: null, may: ['control.stop'] } }
      expect(store.get().servers[ref]?.accounts).toEqual(accounts)
    },
  )

  it('are tried again by a person after they ended, and by nobody else', async () => {
    const { consoles, client, clock, look, phase } = setUp()
    const { access } = client.answers
    client.answers.access = async () => fail('permission-lacking')
    await look()
    expect(phase()).toBe('ended')
    await clock.advance(3_600_000)
    // A window draws its lines anew.
    await look()
    expect(client.calls).toHaveLength(1)
    client.answers.access = access
    consoles.unwatch(ref, 1)
    await look()
    expect(phase()).toBe('open')
  })

  it('are tried again when the network is back', async () => {
    const { backgroundPause, node, clock, look, phase } = setUp()
    await look()
    backgroundPause.setOnline(false)
    node.cut()
    await clock.advance(600_000)
    expect([phase(), node.tokensAt.length]).toEqual(['waiting', 1])
    backgroundPause.setOnline(true)
    await clock.advance(2_000)
    expect(phase()).toBe('open')
  })

  it('are tried again when the panel no longer holds the server', async () => {
    const { store, client, clock, look, phase } = setUp()
    const { access } = client.answers
    client.answers.access = async () => fail('server-unavailable', { detail: 'installation' })
    await look()
    expect([phase(), store.get().servers[ref]?.condition]).toEqual(['held', 'installing'])
    client.answers.access = access
    store.update(changeServer(ref, (one) => ({ ...one, condition: null })))
    await clock.advance(2_000)
    expect(phase()).toBe('open')
  })

  it('feed what they are told into the state of the server, and a state alone wipes out no load', async () => {
    const { store, node, clock, look } = setUp()
    await look()
    const stats = { state: 'running', memory_bytes: 7, cpu_absolute: 1, disk_bytes: 2, uptime: 3 }
    node.tellAll('stats', JSON.stringify(stats))
    await clock.advance(100)
    expect(store.get().servers[ref]).toMatchObject({ state: 'running', resources: { memoryBytes: 7 } })
    node.setState('stopping')
    await clock.advance(100)
    expect(store.get().servers[ref]).toMatchObject({ state: 'stopping', resources: { memoryBytes: 7 } })
    node.setState('offline')
    await clock.advance(100)
    expect(store.get().servers[ref]).toMatchObject({ state: 'offline', resources: null })
  })

  it('tell no state while the machine refuses their token, until it tells one anew', async () => {
    const { consoles, client, node, clock, look, phase } = setUp()
    await look()
    expect(consoles.tells(ref)).toBe(true)
    client.answers.access = async () => {
      await clock.sleep(20_000)
      return node.readAccess()
    }
    node.tellAll('jwt error', 'jwt: exp claim is invalid')
    await clock.advance(100)
    expect([phase(), consoles.tells(ref)]).toEqual(['open', false])
    await clock.advance(40_000)
    expect([phase(), consoles.tells(ref)]).toEqual(['open', true])
  })

  it('go on counting for a server that left the list and came back', async () => {
    const { store, consoles, node, clock, look, told } = setUp()
    node.print('before')
    await look()
    const last = told().at(-1)?.seq ?? 0
    expect(last).toBeGreaterThan(0)
    store.update((state) => ({ ...state, servers: {}, consoles: {} }))
    store.update((state) => ({ ...state, servers: { [ref]: server } }))
    consoles.watch(ref, 1, last)
    await clock.advance(3_000)
    expect(told().at(-1)).toMatchObject({ text: 'before', seq: last + 1 })
  })

  it('use the next key where the panel refuses one, and say so of that key', async () => {
    const { store, client, consoles, clock, node, phase } = setUp()
    const two = { ...server, keyIds: ['home-key', 'other-key'].map((id) => keyView({ id }).id) }
    const other = keyView({ id: 'other-key' })
    store.update((state) => ({ ...state, keys: { ...state.keys, [other.id]: other }, servers: { [ref]: two } }))
    let calls = 0
    client.answers.access = async () => {
      calls += 1
      return calls === 1 ? fail('token-refused') : node.readAccess()
    }
    consoles.watch(ref, 1, 0)
    await clock.advance(3_000)
    expect(phase()).toBe('open')
    expect(Object.values(store.get().keys).map(({ health }) => health.kind)).toEqual(['failing', 'works'])
  })

  it('are taken up again when a key that ended them works again', async () => {
    const { store, client, clock, look, phase } = setUp()
    const { access } = client.answers
    client.answers.access = async () => fail('token-refused')
    await look()
    expect(phase()).toBe('ended')
    client.answers.access = access
    store.update(setKeyHealth(keyView().id, { kind: 'works', at: clock.now() }))
    await clock.advance(3_000)
    expect(phase()).toBe('open')
  })

  it('last no longer than the trust in the certificate they were opened with', async () => {
    const { store, node, clock, look, phase } = setUp()
    await look()
    const [peer] = node.peers
    store.update(changePanel(server.panelId, { trustedCertificate: { fingerprint: 'AA:BB', trustedAt: 1 } }))
    await clock.advance(3_000)
    expect(phase()).toBe('open')
    expect([...node.peers]).not.toContain(peer)
    expect(node.peers.size).toBe(1)
  })

  it('give no time of arrival to what the machine repeats, since it was printed before', async () => {
    const { consoles, clock, node, look, told } = setUp()
    node.print('before')
    await look()
    await clock.advance(5_000)
    node.print('live')
    await clock.advance(100)
    expect(told().map(({ text, at }) => [text, at !== null])).toEqual([
      ['before', false],
      ['live', true],
    ])
    expect(consoles.text(ref)).toMatch(/^ {24} before\n\S{24} live\n$/)
  })

  it('show private commands, and save none', async () => {
    const { consoles, look } = setUp()
    await look()
    consoles.echo(ref, consoleEntry({ id: 'a', command: 'list' }))
    consoles.echo(ref, consoleEntry({ id: 'b', command: 'login secret' }), true)
    expect(consoles.watch(ref, 2, 0).lines.map(({ text }) => text)).toEqual(['list', 'login secret'])
    expect(consoles.text(ref)).toMatch(/^\S+ > list\n$/)
  })

  it.each(['token-refused', 'address-not-allowed'] as const)(
    'are closed at once when their key ends by %s',
    async (code) => {
      const { store, node, clock, look, phase } = setUp()
      await look()
      store.update(setKeyHealth(keyView().id, { kind: 'failing', since: clock.now(), error: appError(code) }))
      expect([phase(), node.peers.size]).toEqual(['ended', 0])
      expect(store.get().consoles[ref]?.stream?.error?.code).toBe(code)
      await clock.advance(3_600_000)
      expect(node.tokensAt).toHaveLength(1)
    },
  )

  it('go on with another key when theirs is removed, over a connection of its own', async () => {
    const { store, node, clock, look, phase } = setUp()
    const other = keyView({ id: 'other-key' })
    const both = { ...server, keyIds: [keyView().id, other.id] }
    store.update((state) => ({ ...state, keys: { ...state.keys, [other.id]: other }, servers: { [ref]: both } }))
    await look()
    const [peer] = node.peers
    store.update((state) => ({
      ...state,
      keys: { [other.id]: other },
      servers: { [ref]: { ...server, keyIds: [other.id] } },
    }))
    expect([...node.peers]).not.toContain(peer)
    await clock.advance(3_000)
    expect([phase(), node.peers.size, node.tokensAt.length]).toEqual(['open', 1, 2])
  })

  it('end with the yes to plain http, and come back with it', async () => {
    const { store, node, clock, look, phase } = setUp()
    store.update(changePanel(server.panelId, { allowsHttp: true }))
    await look()
    store.update(changePanel(server.panelId, { allowsHttp: false }))
    expect([phase(), node.peers.size]).toEqual(['ended', 0])
    store.update(changePanel(server.panelId, { allowsHttp: true }))
    await clock.advance(3_000)
    expect([phase(), node.peers.size]).toEqual(['open', 1])
  })

  it.each(['list', '> list', '\u001b[32m>\u001b[0m list'])(
    'show a command once that the terminal echoes as %j',
    async (echo) => {
      const { consoles, clock, node, look, told } = setUp()
      await look()
      consoles.echo(ref, consoleEntry({ id: 'x', command: 'list' }))
      node.print(echo)
      node.print('0 players')
      node.print(echo)
      await clock.advance(100)
      expect(told().map(({ kind }) => kind)).toEqual(['command', 'output', 'output'])
      node.cut()
      await clock.advance(10_000)
      expect(told()).toHaveLength(3)
    },
  )

  it('show one once that waited longer for a rate limit than a terminal takes to echo', async () => {
    const { consoles, clock, node, look, told } = setUp()
    await look()
    const settled = consoles.echo(ref, consoleEntry({ id: 'x', command: 'list' }))
    await clock.advance(60_000)
    node.print('> list')
    await clock.advance(100)
    settled?.()
    await clock.advance(11_000)
    node.print('> list')
    await clock.advance(100)
    expect(told().map(({ kind }) => kind)).toEqual(['command', 'output'])
  })

  it('leave nothing behind', async () => {
    const { consoles, node, clock, look } = setUp()
    await look()
    consoles.dispose()
    expect([node.peers.size, clock.pending()]).toEqual([0, 0])
  })
})
