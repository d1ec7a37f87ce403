import { expect, it } from 'vitest'
import { z } from 'zod'
import { createAllocationsFeature } from '../../../../electron/allocations/feature.ts'
import type { CallServer } from '../../../../electron/panel/at-server.ts'
import type { PanelAnswer } from '../../../../electron/panel/transport.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { appState, keyView, panelView } from '../../../fixtures/app-state.ts'
import { atAnswer, panelAnswer } from '../../../fixtures/at-answer.ts'
import { createFakeClient } from '../../../fixtures/fake-client.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const first = serverView({ state: 'running' })
const second = serverView({ state: 'running', identifier: 'b1b2c3d4', name: 'Creative' })
const from = { pageId: 1 }
const address = (notes: string) => ({
  attributes: { id: 1, ip: '203.0.113.7', port: 25_565, notes, is_default: false },
})

it.each<[string, Result<void>, boolean]>([
  ['done', ok(), true],
  ['lost', fail('timeout', { mayHaveActed: true }), true],
  ['refused', fail('allocation-primary'), false],
])('a change whose answer is %s waits for the next start or not', async (_, result, waits) => {
  const callServer = async () => (result.ok ? ok(panelAnswer({})) : result)
  const at = atAnswer({ object: 'list', data: [address('')] }, { callServer })
  const fake = createFakeClient({ at })
  for (const channel of ['allocations:add', 'allocations:makePrimary', 'allocations:remove'] as const) {
    const store = createStore(appState({ panels: [panelView()], keys: [keyView()], servers: [first] }))
    const { handlers } = createAllocationsFeature(
      { store, clock: createFakeClock() },
      { clientFor: () => fake, lists: { recheck: () => undefined } },
    )
    const { ref } = first
    await (channel === 'allocations:add' ? handlers[channel]({ ref }, from) : handlers[channel]({ ref, id: 1 }, from))
    const list = await handlers['allocations:list']({ ref }, from)
    expect(list, channel).toMatchObject(ok({ waiting: waits ? expect.anything() : null }))
  }
})

it('the next change of a server goes out when the one before is answered, those of another server at once', async () => {
  const sent: string[] = []
  const answers = new Map<string, (result: Result<PanelAnswer>) => void>()
  const callServer: CallServer = (_server, { body }) => {
    const { notes } = z.object({ notes: z.string() }).parse(body)
    sent.push(notes)
    return new Promise((resolve) => answers.set(notes, resolve))
  }
  const at = atAnswer({}, { callServer })
  const client = createFakeClient({ at })
  const store = createStore(appState({ panels: [panelView()], keys: [keyView()], servers: [first, second] }))
  const { handlers } = createAllocationsFeature(
    { store, clock: createFakeClock() },
    { clientFor: () => client, lists: { recheck: () => undefined } },
  )
  const note = (ref: typeof first.ref, notes: string) => handlers['allocations:note']({ ref, id: 1, notes }, from)
  const settled = () => new Promise((resolve) => setImmediate(resolve))

  const [one, two, other] = [note(first.ref, 'One'), note(first.ref, 'Two'), note(second.ref, 'Other')]
  await settled()
  expect(sent).toEqual(['One', 'Other'])
  answers.get('One')?.(fail('timeout'))
  expect(await one).toMatchObject({ error: { code: 'timeout' } })
  await settled()
  expect(sent).toEqual(['One', 'Other', 'Two'])
  answers.get('Two')?.(ok(panelAnswer(address('Two'))))
  answers.get('Other')?.(ok(panelAnswer({})))
  expect([await two, await other]).toEqual([ok({ notes: 'Two' }), ok({ notes: null })])
})
