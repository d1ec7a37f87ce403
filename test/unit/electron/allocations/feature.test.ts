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
