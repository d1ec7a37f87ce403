/**
 * Times the ways of a power signal to the panel at the origin that is given, up to its arrival there; prints samples in ms
 * as JSON. Run as a bundle, since that is what ships.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHttp, policy } from '../../electron/panel/transport.ts'
import type { TrayCommand } from '../../electron/tray/menu.ts'
import { menuModel } from '../../electron/tray/menu-model.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { openCore } from '../fixtures/open-core.ts'
import { monotonicMs } from './monotonic.ts'

export type ActionSamples = Readonly<Record<'bare' | 'ky' | 'whole', number[]>>

const blocks = 60
const warmUpBlocks = 15
const blockSize = 40

/** The command behind *Kill…*, the one signal that nothing holds back, so that it can be sent again and again. */
function killCommand(state: AppState): Extract<TrayCommand, { kind: 'power' }> {
  for (const item of menuModel(state, 0)) {
    const inner = item.kind === 'submenu' ? item.items : []
    for (const one of inner) {
      if (one.kind === 'action' && one.command.kind === 'power' && one.command.signal === 'kill') return one.command
    }
  }
  throw new Error('the menu has no kill')
}

const [origin = ''] = process.argv.slice(2)
const baseUrl = `${origin}/api/client`
const token = 'ptlc_0123456789aTokenOfTheUsualLength0123456789ab'
const profile = mkdtempSync(join(tmpdir(), 'action-bench-'))
const core = openCore(profile)
await core.start({ demo: false })
const added = await core.keys.registry.add({ address: baseUrl, token, label: 'Bench' })
if (!added.ok) throw new Error(added.error.message)

const command = killCommand(core.store.get())
const { identifier } = core.store.get().servers[command.ref] ?? { identifier: '' }
const url = `${baseUrl}/servers/${identifier}/power`
const init = (): RequestInit => ({
  method: 'POST',
  headers: {
    Authorization: `Bearer ${token}`,
    Accept: 'application/json',
    'Content-Type': 'application/json',
    'User-Agent': 'Servertray',
  },
  body: JSON.stringify({ signal: 'kill' }),
})
const ky = createHttp(fetch)
const ways = {
  bare: async () => void (await (await fetch(url, init())).arrayBuffer()),
  ky: async () => {
    const signal = new AbortController().signal
    await (await ky(url, { ...policy, ...init(), signal })).arrayBuffer()
  },
  whole: async () => void (await core.servers.power.send(command.ref, command.signal, 'tray')),
}

async function timed(way: () => Promise<void>): Promise<number> {
  const startedAt = monotonicMs()
  await way()
  const arrivedAt: unknown = await (await fetch(`${origin}/arrived`)).json()
  return Number(arrivedAt) - startedAt
}

const samples: ActionSamples = { bare: [], ky: [], whole: [] }
for (let block = 0; block < blocks; block += 1) {
  for (const name of ['bare', 'ky', 'whole'] as const) {
    for (let round = 0; round < blockSize; round += 1) {
      const ms = await timed(ways[name])
      if (block >= warmUpBlocks) samples[name].push(ms)
    }
  }
}
await core.dispose()
rmSync(profile, { recursive: true, force: true })
process.stdout.write(JSON.stringify(samples))
