import { expect, it } from 'vitest'
import { createAllocationsFeature } from '../../../../electron/allocations/feature.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { appState, keyView, panelView } from '../../../fixtures/app-state.ts'
import { createFakeClient } from '../../../fixtures/fake-client.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const first = serverView({ state: 'running' })
const second = serverView({ state: 'running', identifier: 'b1b2c3d4', name: 'Creative' })
const from = { pageId: 1 }

it.each<[string, Result<void>, boolean]>([
  ['done', ok(), true],
  ['lost', fail('timeout', { mayHaveActed: true }), true],
  ['refused', fail('allocation-primary'), false],
])('a change whose answer is %s waits for the next start or not', async (_, result, waits) => {
  const fake = createFakeClient()
  const allocations = {
    ...fake.allocations,
    list: async () => ok({ allocations: [], leftOut: 0 }),
    add: async () => (result.ok ? ok(null) : result),
    makePrimary: async () => result,
    remove: async () => result,
  }
  for (const channel of ['allocations:add', 'allocations:makePrimary', 'allocations:remove'] as const) {
    const store = createStore(appState({ panels: [panelView()], keys: [keyView()], servers: [first] }))
    const { handlers } = createAllocationsFeature(
      { store, clock: createFakeClock() },
      { clientFor: () => ({ ...fake, allocations }), lists: { recheck: () => undefined } },
    )
    const { ref } = first
    await (channel === 'allocations:add' ? handlers[channel]({ ref }, from) : handlers[channel]({ ref, id: 1 }, from))
    const list = await handlers['allocations:list']({ ref }, from)
    expect(list.ok && list.value.waiting !== null, channel).toBe(waits)
  }
})

it('the next change of a server goes out when the one before is answered, those of another server at once', async () => {
  const sent: string[] = []
  const answers = new Map<string, (result: Result<string | null>) => void>()
  const fake = createFakeClient()
  const client = {
    ...fake,
    allocations: {
      ...fake.allocations,
      note: (_server: string, _id: number, notes: string) => {
        sent.push(notes)
        return new Promise<Result<string | null>>((resolve) => answers.set(notes, resolve))
      },
    },
  }
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
  answers.get('Two')?.(ok('Two'))
  answers.get('Other')?.(ok(null))
  expect([await two, await other]).toEqual([ok({ notes: 'Two' }), ok({ notes: null })])
})
