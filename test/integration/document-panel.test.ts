import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Core } from '../../electron/core/core.ts'
import { powerSignals } from '../../shared/model/power.ts'
import { must } from '../fixtures/demo.ts'
import { type DocumentPanelOptions, type DocumentServer, startDocumentPanel } from '../fixtures/document-panel.ts'
import { eventually } from '../fixtures/eventually.ts'
import { createFakeClock, type FakeClock } from '../fixtures/fake-clock.ts'
import { openCore } from '../fixtures/open-core.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

let profile: string
let clock: FakeClock
let core: Core
let panel: Awaited<ReturnType<typeof startDocumentPanel>>

beforeEach(async () => {
  profile = temporaryFolder()
  clock = createFakeClock()
  core = openCore(profile, { clock })
  await core.start({ demo: false })
})
afterEach(async () => {
  await core.dispose()
  await panel.close()
})

const lobby: DocumentServer = { identifier: 'a1b2c3d4', name: 'Lobby' }
const jwt = `eyJhbGciOiJIUzI1NiJ9.${'x'.repeat(3_000)}.sig-nature_`

type Row = [name: string, options: Omit<DocumentPanelOptions, 'accepted'>]
const panels: Row[] = [
  ['a bare list', { path: '/api/client', token: 'ptlc_short', servers: [lobby], wrap: (servers) => servers }],
  [
    'no path, and data',
    { path: '', token: 'x', servers: [{ ...lobby, identifier: 'ab-d_234' }], wrap: (data) => ({ data }) },
  ],
  [
    'a slash at the end of the address, and servers',
    {
      path: '/',
      token: '7|q/w+e=r~',
      servers: [{ ...lobby, identifier: '--------' }],
      wrap: (servers) => ({ servers }),
    },
  ],
  [
    'a path of its own with a slash at the end, and a name of its own',
    {
      path: '/game/v2/',
      token: jwt,
      servers: [{ ...lobby, identifier: 'a b%c?d#' }],
      wrap: (list) => ({ result: { hosted: list.map((server) => ({ server })) } }),
    },
  ],
  [
    'IPv6, and an object keyed by identifier',
    {
      path: '/client',
      token: 'Zm9v.YmFy-_',
      servers: [{ ...lobby, identifier: 'äöü漢字🎮xy' }],
      wrap: (servers) => Object.fromEntries(servers.map(({ identifier, name }) => [identifier, { name }])),
      host: '::1',
    },
  ],
]

const accepted: [name: string, answer: DocumentPanelOptions['accepted']][] = [
  ['204', { status: 204 }],
  ['200 with JSON', { status: 200, headers: { 'content-type': 'application/json' }, body: '{"success":true}' }],
  ['202 called HTML', { status: 202, headers: { 'content-type': 'text/html; charset=utf-8' }, body: 'Accepted' }],
  ['201 without a type', { status: 201, body: 'x' }],
]

const server = () => {
  const [found] = Object.values(core.store.get().servers)
  if (found === undefined) throw new Error('no server is listed')
  return found
}

async function open(options: DocumentPanelOptions) {
  panel = await startDocumentPanel(options)
  const added = await core.keys.registry.add({ address: panel.address, token: options.token, label: 'Key' })
  return { keyId: must(added).keyId, ref: server().ref }
}

describe('a panel that speaks the client API document and nothing else', () => {
  it.each(panels.flatMap(([name, options]) => accepted.map(([how, answer]) => [name, how, options, answer] as const)))(
    'lists, takes signals and commands: %s, %s',
    async (_name, _how, options, answer) => {
      const { ref } = await open({ ...options, accepted: answer })
      const [listed] = options.servers
      expect(server()).toMatchObject({ ...listed, state: 'unknown', resources: null, condition: null })
      const strays = panel.strays.length

      for (const signal of powerSignals) must(await core.servers.power.send(ref, signal, 'window'))
      must(await core.console.commands.send(ref, 'say "hä 🎮"'))
      expect(panel.sent).toEqual([
        ...powerSignals.map((signal) => ({ identifier: listed?.identifier, operation: 'power', body: { signal } })),
        { identifier: listed?.identifier, operation: 'command', body: { command: 'say "hä 🎮"' } },
      ])
      // It tells no state, so that nothing of it is claimed.
      expect(server()).toMatchObject({ state: 'unknown', action: { phase: 'unconfirmed', error: null } })
      expect(panel.strays).toHaveLength(strays)
    },
  )

  it('is not asked for backups: there are none to be had on it', async () => {
    const { ref } = await open({ ...(panels[0]?.[1] as Row[1]), accepted: { status: 204 } })
    const from = { pageId: 1 }
    const request = { ref, name: '', isLocked: false, ignored: '', before: [] }
    expect(await core.handlers['backups:list']({ ref }, from)).toMatchObject({ error: { code: 'not-on-panel' } })
    expect(await core.handlers['backups:create'](request, from)).toMatchObject({ error: { code: 'not-on-panel' } })
    expect(panel.strays).toEqual([])
    expect(panel.sent).toEqual([])
  })

  it('is asked for nothing that the document does not name, while somebody looks at it for ten minutes', async () => {
    const { ref } = await open({ ...(panels[0]?.[1] as Row[1]), accepted: { status: 204 } })
    core.servers.visibleServers.set([ref])
    core.console.consoles.watch(ref, 1, 0)
    await eventually(() => expect(core.store.get().consoles[ref]?.stream?.phase).toBe('none'))
    const before = panel.lists()
    for (let second = 0; second < 600; second += 1) {
      await clock.advance(1_000)
      await setImmediate()
    }
    await eventually(() => expect(panel.lists()).toBeGreaterThan(before))
    expect(panel.strays).toEqual([])
    expect(panel.sent).toEqual([])
    // Once in eight seconds at most: nothing tells that this panel is there but its list.
    expect(panel.lists() - before).toBeLessThanOrEqual(600 / 8)
    expect(server()).toMatchObject({ name: 'Lobby', state: 'unknown' })
  })
})
