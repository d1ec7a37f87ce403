import { describe, expect, it } from 'vitest'
import { storedKeys } from '../../electron/keys/stored-keys.ts'
import { systemClock } from '../../electron/lib/clock.ts'
import { createMemoryBackend } from '../../electron/vault/backends/memory.ts'
import { createVault } from '../../electron/vault/vault.ts'
import { runHere } from '../fixtures/cli-here.ts'
import { setUpCli } from '../fixtures/cli-rig.ts'
import { setUpFaultPanel } from '../fixtures/client-rig.ts'
import { setUpCoreRig } from '../fixtures/core-rig.ts'
import { demoServers } from '../fixtures/demo.ts'
import { json, pageOf, serverList } from '../fixtures/fault-panel.ts'
import { oneKey, openSettings } from '../fixtures/settings.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { createTestLog } from '../fixtures/test-log.ts'
import { lobby } from '../fixtures/two-servers.ts'

/** A key of an administrator that lists all servers of its panel (seen on real panels). */

describe('the list', () => {
  const { panel, clientOf } = setUpFaultPanel()

  it('is asked for by its type, on every page', async () => {
    panel().respond((reply, request) => {
      const page = pageOf(request)
      json(200, serverList([{ ...lobby, identifier: `a1b2c3d${page}` }], { current: page, total: 2 }))(reply, request)
    })
    expect(await clientOf().listServers({ all: true })).toMatchObject({ value: { servers: [{}, {}] } })
    expect(panel().requests.map(({ path }) => path)).toEqual([
      '/api/client?type=admin-all',
      '/api/client?type=admin-all&page=2',
    ])
  })

  it('that is empty is told as a list that only administrators get', async () => {
    panel().respond(json(200, serverList([])))
    expect(await clientOf().listServers({ all: true })).toMatchObject({ error: { code: 'none-listed' } })
    expect(await clientOf().listServers()).toMatchObject({ value: { servers: [] } })
  })
})

describe('the command line', () => {
  const { demo, token } = setUpCli()

  it('lists by the choice of a stored key, and shows that', async () => {
    const { settings } = openSettings(temporaryFolder())
    const keychain = { ...createMemoryBackend(), name: 'keychain' as const }
    await keychain.set('home-key', token())
    const profile = {
      settings,
      vault: createVault({ backends: [keychain], clock: systemClock, log: createTestLog() }),
      restarts: () => ({ plans: [], runs: {}, frozen: {}, bulks: [] }),
    }
    settings.update(() => ({
      ...oneKey,
      panels: oneKey.panels.map((one) => ({ ...one, baseUrl: demo().baseUrl })),
      keys: oneKey.keys.map((one) => ({ ...one, listsAll: true })),
    }))
    const run = (...argv: string[]) =>
      runHere({ argv, loadStoredKeys: async () => storedKeys(profile), openProfile: async () => profile })
    demo().panel.giveAway(demoServers.survival)
    expect(await run('list', '--json')).toMatchObject({
      exit: 4,
      stdout: '',
      stderr: expect.stringContaining('"none-listed"'),
    })
    demo().panel.setAdmin(true)
    const listed: readonly object[] = JSON.parse((await run('list', '--json')).stdout)
    const checked = await run('keys', 'check', '--json')
    expect([listed.length, JSON.parse(checked.stdout)]).toMatchObject([8, [{ servers: 8 }]])
    expect((await run('keys', 'list')).stdout).toContain(`${demo().baseUrl} (all servers)`)
    expect(JSON.parse((await run('keys', 'list', '--json')).stdout)).toMatchObject([{ listsAll: true }])
  })
})

describe('the choice', () => {
  const rig = setUpCoreRig()
  const from = { pageId: 1 }
  const key = () => Object.values(rig.core.store.get().keys)[0]
  const names = () => Object.values(rig.core.store.get().servers).map(({ name }) => name)
  const choose = (listsAll: boolean) => {
    const keyId = key()?.id
    if (keyId === undefined) throw new Error('there is no key')
    return rig.seen(rig.core.handlers['keys:setListsAll']({ keyId, listsAll }, from))
  }
  const refresh = () => rig.seen(rig.core.handlers['servers:refresh'](undefined, from))
  /** Leaves *Survival* to the account alone. */
  function giveAwayOthers(): void {
    for (const server of Object.values(demoServers)) if (server !== rig.identifier) rig.demo.panel.giveAway(server)
  }

  it('shows an administrator what is others’ at once, to act on it, and takes it away again', async () => {
    rig.demo.panel.setAdmin(true)
    giveAwayOthers()
    await refresh()
    expect(names()).toEqual(['Survival'])
    expect(await choose(true)).toMatchObject({ ok: true })
    expect([names().length, key()?.listsAll, openSettings(rig.profile).settings.get().keys[0]?.listsAll]).toEqual([
      8,
      true,
      true,
    ])
    await refresh()
    expect(names()).toHaveLength(8)
    const { ref, name } =
      Object.values(rig.core.store.get().servers).find(({ identifier }) => identifier === demoServers.creative) ??
      rig.server()
    await rig.seen(rig.core.handlers['servers:setVisible']({ refs: [ref] }, from))
    await rig.until(() => Object.values(rig.server(name).accounts ?? {})[0]?.may?.includes('*') === true)
    expect(
      await rig.seen(rig.core.handlers['servers:power']({ ref, signal: 'restart', confirmed: true }, from)),
    ).toMatchObject({ ok: true })
    expect(await choose(false)).toMatchObject({ ok: true })
    await rig.until(() => !names().includes(name))
  })

  it('changes nothing for somebody else, and says why', async () => {
    giveAwayOthers()
    await refresh()
    expect(await choose(true)).toMatchObject({
      error: {
        code: 'none-listed',
        hint: 'Panels show it to their administrators only. Let the key list its own servers.',
      },
    })
    expect([names(), key()?.listsAll, key()?.health.kind]).toEqual([['Survival'], undefined, 'works'])
  })

  it('is told as failing, with its servers, once the account is no administrator’s any more', async () => {
    rig.demo.panel.setAdmin(true)
    giveAwayOthers()
    await choose(true)
    rig.demo.panel.setAdmin(false)
    await refresh()
    expect([names().length, key()?.health]).toMatchObject([8, { kind: 'failing', error: { code: 'none-listed' } }])
    expect(await choose(false)).toMatchObject({ ok: true })
    expect([names(), key()?.health.kind]).toEqual([['Survival'], 'works'])
  })

  it('stays with a key that gets another token, which is tried with it', async () => {
    rig.demo.panel.setAdmin(true)
    giveAwayOthers()
    await choose(true)
    const { registry } = rig.core.keys
    const keyId = key()?.id
    if (keyId === undefined) throw new Error('there is no key')
    expect(await rig.seen(registry.replaceToken(keyId, rig.demo.token()))).toMatchObject({ ok: true })
    expect(names()).toHaveLength(8)
    rig.demo.panel.setAdmin(false)
    expect(await rig.seen(registry.replaceToken(keyId, rig.demo.token()))).toMatchObject({
      error: { code: 'none-listed' },
    })
  })
})
