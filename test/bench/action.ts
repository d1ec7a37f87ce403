import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { systemClock } from '../../electron/clock.ts'
import { createPanelClient } from '../../electron/panel/client.ts'
import { createPower } from '../../electron/servers/power.ts'
import { createStore } from '../../electron/state/store.ts'
import { menuModel, type TrayCommand } from '../../electron/tray/menu-model.ts'
import { ok } from '../../shared/result.ts'
import { aServer, aState } from '../fixtures/state.ts'
import { type Figure, ms, quantile, times } from './figures.ts'

const rounds = 1_000
const warmUp = 300

/** The command behind *Kill…*, the one signal that nothing holds back, so that it can be sent again and again. */
function killCommand(state: ReturnType<typeof aState>): Extract<TrayCommand, { kind: 'power' }> {
  for (const item of menuModel(state, 0)) {
    const inner = item.kind === 'submenu' ? item.items : []
    for (const one of inner) {
      if (one.kind === 'action' && one.command.kind === 'power' && one.command.signal === 'kill') return one.command
    }
  }
  throw new Error('the menu has no kill')
}

/** From the command of a tray click to the request at the panel, against a bare `fetch` POST to the same server. */
export async function measureAction(): Promise<Figure> {
  let arrivedAt = 0
  const server = createServer((request, response) => {
    arrivedAt = performance.now()
    request.resume().on('end', () => response.writeHead(204).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/client`

  const state = aState({ servers: [aServer({ state: 'unknown' })] })
  const store = createStore(state)
  const client = createPanelClient({ baseUrl, readToken: async () => ok('ptlc_bench'), clock: systemClock })
  const power = createPower({
    store,
    clock: systemClock,
    newId: () => crypto.randomUUID(),
    clientFor: () => client,
  })
  const command = killCommand(state)

  const ours: number[] = []
  const bare: number[] = []
  for (let round = 0; round < rounds + warmUp; round += 1) {
    let startedAt = performance.now()
    await power.send(command.ref, command.signal, 'tray')
    const own = arrivedAt - startedAt
    startedAt = performance.now()
    const response = await fetch(`${baseUrl}/servers/a1b2c3d4/power`, {
      method: 'POST',
      headers: { Authorization: 'Bearer ptlc_bench', Accept: 'application/json', 'Content-Type': 'application/json' },
      body: JSON.stringify({ signal: 'kill' }),
    })
    await response.arrayBuffer()
    const reference = arrivedAt - startedAt
    if (round < warmUp) continue
    ours.push(own)
    bare.push(reference)
  }
  server.closeAllConnections()
  server.close()

  const [own, reference] = [quantile(ours, 0.95), quantile(bare, 0.95)]
  return {
    name: 'tray click → request at the panel, p95',
    value: ms(own),
    reference: `${ms(reference)} (fetch)`,
    ratio: times(own / reference),
    aim: '≤ 1.5× and < 5 ms more',
    holds: own / reference <= 1.5 && own - reference < 5,
  }
}
