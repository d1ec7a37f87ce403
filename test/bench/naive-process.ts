/**
 * The reference for a fleet at rest: asks all servers of the panel at the origin that is given every ten seconds, with the
 * app's own client and state and nothing else. Prints what that takes as JSON.
 */
import { systemClock } from '../../electron/lib/clock.ts'
import { createPanelClient } from '../../electron/panel/client.ts'
import { noteObservation } from '../../electron/servers/observations.ts'
import { createStore } from '../../electron/state/store.ts'
import { applyList } from '../../electron/state/updates.ts'
import { ok } from '../../shared/result.ts'
import { appState, keyView, panelView } from '../fixtures/app-state.ts'
import { measureRest } from './rest-span.ts'

const everyMs = 10_000

const [origin = ''] = process.argv.slice(2)
const readToken = async () => ok('ptlc_0123456789aTokenOfTheUsualLength0123456789ab')
const client = createPanelClient({ baseUrl: `${origin}/api/client`, readToken, clock: systemClock })
const key = keyView()
const store = createStore(appState({ panels: [panelView()], keys: [key] }))
const list = await client.listServers()
if (!list.ok) throw new Error(list.error.message)
store.update(applyList(key.id, list.value, systemClock.now()))

async function ask(): Promise<void> {
  for (const { ref, identifier } of Object.values(store.get().servers)) {
    const at = systemClock.now()
    const answer = await client.readResources(identifier)
    if (answer.ok) store.update(noteObservation(ref, { kind: 'reading', at, reading: answer.value }))
  }
}
const asking = setInterval(() => void ask(), everyMs)
const sample = await measureRest()
clearInterval(asking)
process.stdout.write(JSON.stringify(sample))
process.exit()
