import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Core } from '../../electron/core/core.ts'
import { createRouter } from '../../electron/ipc/router.ts'
import { systemClock } from '../../electron/lib/clock.ts'
import type { Route } from '../../electron/network/proxy.ts'
import { settingsPath } from '../../electron/settings/folder.ts'
import type { Notices } from '../../electron/state/notices.ts'
import { createMemoryBackend } from '../../electron/vault/backends/memory.ts'
import { createVault } from '../../electron/vault/vault.ts'
import type { PanelView } from '../../shared/keys/contract.ts'
import { ok, type Result } from '../../shared/result.ts'
import { fingerprintOf } from '../fixtures/certificates.ts'
import { type ConnectProxy, startConnectProxy } from '../fixtures/connect-proxy.ts'
import { type FaultPanel, json, serverList } from '../fixtures/fault-panel.ts'
import { openCore } from '../fixtures/open-core.ts'
import { openFaultPanel } from '../fixtures/open-fault-panel.ts'
import { openSettings } from '../fixtures/settings.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { createTestLog } from '../fixtures/test-log.ts'

const token = 'ptlc_0123456789aSecretThatMustNotLeak0123456789ab'
const list = json(200, serverList([{ identifier: 'a1b2c3d4', name: 'Lobby' }]), {
  'x-ratelimit-limit': '256',
  'x-ratelimit-remaining': '250',
})
const memory = createMemoryBackend()

let profile: string
/** What was opened in the browser. */
let opened: string[]
let core: Core
let notices: Notices
let routes: readonly Route[]
let panel: FaultPanel
let proxy: ConnectProxy | null

async function start(): Promise<void> {
  const log = createTestLog()
  const { settings, notices: shown } = openSettings(profile)
  notices = shown
  core = openCore(profile, {
    log,
    settings,
    notices,
    vault: createVault({ backends: [memory], clock: systemClock, log }),
    findRoutes: async () => routes,
    openExternal: async (address) => {
      opened.push(address)
      return ok()
    },
    allowsWeaker: true,
  })
  await core.start({ demo: false })
}

async function restart(): Promise<void> {
  await core.dispose()
  await start()
}

/** A call as the window makes it. */
function call(channel: string, payload: unknown): Promise<Result<unknown>> {
  const handlers = {
    ...core.handlers,
    'console:openLink': () => ok(),
    'console:openWindow': () => ok(),
    'servers:show': () => ok(),
    'windows:setUnsaved': () => ok(),
    'preferences:setShortcut': () => ok(),
    'startAtLogin:read': () => ok(),
    'startAtLogin:set': () => ok(),
    'updates:choose': () => ok(),
    'updates:check': () => ok(),
    'updates:download': () => ok(),
    'updates:restart': () => ok(),
    'updates:openPage': () => ok(),
    'notifications:test': () => ok(),
    'questions:answer': () => ok(),
  }
  const router = createRouter({ handlers, origin: 'app://servertray', log: createTestLog() })
  const sender = { url: 'app://servertray/', isMainFrame: true, isOurWindow: true, pageId: 1 }
  return router.call(channel, sender, payload)
}

beforeEach(async () => {
  opened = []
  profile = temporaryFolder()
  routes = [{ kind: 'direct' }]
  proxy = null
  await start()
})
afterEach(async () => {
  await core.dispose()
  await proxy?.close()
})

const panels = () => Object.values(core.store.get().panels)
const keys = () => Object.values(core.store.get().keys)
const onlyPanel = (): PanelView => {
  const [first, ...more] = panels()
  if (first === undefined || more.length > 0) throw new Error(`${panels().length} panels`)
  return first
}
const health = () => keys().map((key) => (key.health.kind === 'failing' ? key.health.error.code : key.health.kind))

describe('a certificate', () => {
  beforeEach(async () => {
    panel = await openFaultPanel({ tls: 'self-signed' })
    panel.respond(list)
  })

  it('is trusted while adding, kept, shown, revoked and trusted again', async () => {
    const fingerprint = await fingerprintOf('self-signed')
    const input = { address: panel.origin, token }
    expect(await call('keys:check', input)).toMatchObject({
      error: { code: 'certificate-refused', certificate: { fingerprint, reasons: ['self-signed'] } },
    })
    expect(await call('keys:add', { ...input, label: 'A' })).toMatchObject({ error: { code: 'certificate-refused' } })
    expect([panel.requests.length, panels().length, keys().length]).toEqual([0, 0, 0])

    expect(await call('keys:check', { ...input, fingerprint })).toMatchObject({ ok: true })
    expect(await call('keys:check', input)).toMatchObject({ error: { code: 'certificate-refused' } })
    expect(await call('keys:add', { ...input, fingerprint, label: 'A' })).toMatchObject({ ok: true })
    expect(onlyPanel()).toMatchObject({ allowsHttp: false, trustedCertificate: { fingerprint } })
    const file = JSON.parse(readFileSync(settingsPath(profile), 'utf8'))
    expect(file.panels[0].trustedCertificate).toMatchObject({ fingerprint })

    await restart()
    expect(health()).toEqual(['works'])
    const { id: panelId } = onlyPanel()
    expect(await call('panels:revokeCertificate', { panelId })).toMatchObject({ ok: true })
    expect(onlyPanel().trustedCertificate).toBeNull()
    expect(health()).toEqual(['certificate-refused'])
    const wrong = await fingerprintOf('other-self-signed')
    expect(await call('panels:trustCertificate', { panelId, fingerprint: wrong })).toMatchObject({ ok: true })
    expect(health()).toEqual(['certificate-refused'])
    expect(await call('panels:trustCertificate', { panelId, fingerprint })).toMatchObject({ ok: true })
    expect(health()).toEqual(['works'])
    // A second key of the panel, and a new token, need no second question.
    expect(await call('keys:add', { address: panel.origin, token: `${token}2`, label: 'B' })).toMatchObject({
      ok: true,
    })
    expect(await call('keys:replaceToken', { keyId: keys()[0]?.id, token: `${token}3` })).toMatchObject({ ok: true })
  })

  it('is not kept when the key is not', async () => {
    panel.respond(json(401, {}))
    const fingerprint = await fingerprintOf('self-signed')
    expect(await call('keys:add', { address: panel.origin, token, fingerprint, label: 'A' })).toMatchObject({
      error: { code: 'token-refused' },
    })
    expect(await call('keys:check', { address: panel.origin, token })).toMatchObject({
      error: { code: 'certificate-refused' },
    })
  })

  it.each(['', 'AA:BB', 'x'.repeat(95), null, 7, ['AA']])('is not trusted by %j', async (fingerprint) => {
    expect(await call('keys:check', { address: panel.origin, token, fingerprint })).toMatchObject({
      error: { code: 'invalid-request' },
    })
    expect(await call('panels:trustCertificate', { panelId: 'x', fingerprint })).toMatchObject({
      error: { code: 'invalid-request' },
    })
  })

  it('is trusted for panels that are there', async () => {
    const fingerprint = await fingerprintOf('self-signed')
    for (const [channel, more] of [
      ['panels:trustCertificate', { fingerprint }],
      ['panels:revokeCertificate', {}],
      ['panels:allowHttp', { allowed: true }],
    ] as const) {
      expect(await call(channel, { panelId: 'gone', ...more })).toMatchObject({ error: { code: 'unknown-panel' } })
    }
  })
})

describe('plain http', () => {
  const address = 'http://10.20.30.40:8080'

  beforeEach(async () => {
    panel = await openFaultPanel()
    panel.respond(list)
    proxy = await startConnectProxy({ ports: () => Number(new URL(panel.origin).port) })
    routes = [{ kind: 'http', host: '127.0.0.1', port: proxy.port, authorization: null }]
  })

  it('to a private network is asked for once, kept for the panel, and taken back', async () => {
    for (const channel of ['keys:check', 'keys:add']) {
      for (const allowsHttp of [undefined, false]) {
        const input = { address, token, allowsHttp, ...(channel === 'keys:add' && { label: 'A' }) }
        expect(await call(channel, input)).toMatchObject({ error: { code: 'insecure-private' } })
      }
    }
    expect(proxy?.connects).toEqual([])
    expect(await call('keys:check', { address, token, allowsHttp: true })).toMatchObject({ ok: true })
    expect(await call('keys:add', { address, token, allowsHttp: true, label: 'A' })).toMatchObject({ ok: true })
    expect(onlyPanel()).toMatchObject({ allowsHttp: true, baseUrl: `${address}/api/client` })

    await restart()
    expect(health()).toEqual(['works'])
    // The yes is for that address alone.
    for (const other of ['http://10.20.30.41:8080', 'http://10.20.30.40:8081', 'http://10.20.30.40']) {
      expect(await call('keys:check', { address: other, token })).toMatchObject({ error: { code: 'insecure-private' } })
    }
    const { id: panelId } = onlyPanel()
    expect(await call('panels:allowHttp', { panelId, allowed: false })).toMatchObject({ ok: true })
    expect(health()).toEqual(['insecure-private'])
    expect(await call('panels:allowHttp', { panelId, allowed: true })).toMatchObject({ ok: true })
    expect(health()).toEqual(['works'])
    expect(new Set(proxy?.connects.map((one) => one.target))).toEqual(new Set(['10.20.30.40:8080']))
  })

  it('to this computer needs no question, and keeps no yes it did not need', async () => {
    expect(await call('keys:add', { address: panel.origin, token, allowsHttp: true, label: 'A' })).toMatchObject({
      ok: true,
    })
    expect(onlyPanel()).toMatchObject({ allowsHttp: false, trustedCertificate: null })
    expect(proxy?.connects).toEqual([])
  })
})

it('shows the rate budget of each key by itself', async () => {
  // So that nothing but these calls tells of it.
  core.servers.backgroundPause.setAsleep(true)
  panel = await openFaultPanel()
  panel.respond(list)
  for (const label of ['A', 'B']) await call('keys:add', { address: panel.origin, token: token + label, label })
  expect(keys().map((key) => key.budget)).toEqual([null, null])
  const [first] = keys()
  await call('keys:refresh', { keyId: first?.id })
  expect(keys().map((key) => key.budget)).toEqual([
    { limit: 256, remaining: 250, heldUntil: null, scarceUntil: null },
    null,
  ])
  expect(JSON.stringify(core.store.get())).not.toContain(token)
})

describe('a page of a panel that is known', () => {
  beforeEach(async () => {
    panel = await openFaultPanel()
    panel.respond(list)
    expect(await call('keys:add', { address: panel.origin, token, label: 'A' })).toMatchObject({ ok: true })
  })

  it('is opened at once: it is no address that a server wrote', async () => {
    const [server] = Object.values(core.store.get().servers)
    expect(await call('servers:openSchedules', { ref: server?.ref })).toEqual(ok())
    expect(opened).toEqual([`${panel.origin}/server/${server?.identifier}/schedules`])
  })

  it('is opened for no server that is not there, and at no address from the page', async () => {
    expect(await call('servers:openSchedules', { ref: 'gone/a1b2c3d4' })).toMatchObject({
      error: { code: 'unknown-server' },
    })
    expect(await call('servers:openSchedules', { address: 'https://evil.example' })).toMatchObject({
      error: { code: 'invalid-request' },
    })
    expect(opened).toEqual([])
  })

  it.each(['constructor', 'valueof', '--proto--', 'gone'])('a key named %s is one that is not there', async (keyId) => {
    const before = structuredClone(core.store.get())
    const unknown = { error: { code: 'unknown-key' } }
    for (const [channel, more] of [
      ['keys:refresh', {}],
      ['keys:rename', { label: 'B' }],
      ['keys:remove', {}],
      ['keys:replaceToken', { token: `${token}x` }],
      ['keys:setPermissions', { permissions: [] }],
      ['keys:move', { to: 0 }],
    ] as const) {
      expect([channel, await call(channel, { keyId, ...more })]).toMatchObject([channel, unknown])
    }
    expect(core.store.get()).toEqual(before)
  })
})
