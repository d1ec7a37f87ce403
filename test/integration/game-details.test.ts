import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Core } from '../../electron/core/core.ts'
import { json, serverList } from '../fixtures/fault-panel.ts'
import { openCore } from '../fixtures/open-core.ts'
import { openFaultPanel } from '../fixtures/open-fault-panel.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

let profile: string
let core: Core

beforeEach(() => {
  profile = temporaryFolder()
  core = openCore(profile)
})

afterEach(async () => {
  await core.dispose()
})

const serverCalled = (name: string) => {
  const found = Object.values(core.store.get().servers).find((server) => server.name === name)
  if (found === undefined) throw new Error('it is not listed')
  return found
}
const gameCalled = (name: string) => core.servers.gameOf(serverCalled(name).ref)

describe('what the core knows of games', () => {
  it('is what the demo panel lists', async () => {
    await core.start({ demo: true })
    const game = gameCalled('Survival')
    expect(game).toMatchObject({ nodeHost: '127.0.0.1', image: 'ghcr.io/pterodactyl/yolks:java_21', egg: null })
    expect(game?.allocations).toHaveLength(1)
    expect(gameCalled('Rust')?.programs).toBe('./RustDedicated')
    expect(gameCalled('Rust')?.variables).toEqual({ QUERY_PORT: String(gameCalled('Rust')?.allocations[1]?.port) })
    // Neither stands in what the window sees.
    const state = JSON.stringify(core.store.get())
    for (const part of ['not-for-tools', 'yolks:java_21', 'QUERY_PORT']) expect(state).not.toContain(part)
  })

  it('is known as soon as a key is added', async () => {
    const panel = await openFaultPanel()
    const lobby = { identifier: 'a1b2c3d4', name: 'Lobby', docker_image: 'games:rust' }
    panel.respond(json(200, serverList([lobby])))
    await core.start({ demo: false })
    const input = {
      address: panel.baseUrl,
      token: 'ptlc_0123456789aSecretThatMustNotLeak0123456789ab',
      label: 'Home',
    }
    expect((await core.keys.registry.add(input)).ok).toBe(true)
    expect(gameCalled('Lobby')).toMatchObject({ image: 'games:rust', allocations: [] })
  })
})
