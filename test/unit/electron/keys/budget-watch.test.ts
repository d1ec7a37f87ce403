import { expect, it } from 'vitest'
import { createBudgetWatch } from '../../../../electron/keys/budget-watch.ts'
import { createStore } from '../../../../electron/state/store.ts'
import type { BudgetView } from '../../../../shared/model/budget.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { aKey, aState, keyId } from '../../../fixtures/state.ts'

const [one, two] = [keyId('key-1'), keyId('key-2')]
const left = (remaining: number): BudgetView => ({ limit: 256, remaining, heldUntil: null, scarceUntil: null })

function setUp() {
  const clock = createFakeClock()
  const store = createStore(aState({ keys: [aKey(), aKey({ id: two })] }))
  const watch = createBudgetWatch({ store, clock })
  const shown = (id = one) => store.get().keys[id]?.budget?.remaining
  return { clock, store, watch, shown }
}

it('shows the first at once and then at most one a second, the newest', async () => {
  const { clock, store, watch, shown } = setUp()
  watch.note(one, left(200))
  expect(shown()).toBe(200)
  for (let at = 0; at < 50; at += 1) {
    watch.note(one, left(199 - at))
    await clock.advance(50)
  }
  expect(store.revision()).toBe(3)
  await clock.advance(1_000)
  expect(shown()).toBe(150)
  expect(store.revision()).toBe(4)
  watch.dispose()
  expect(clock.pending()).toBe(0)
})

it('changes nothing when nothing changed', async () => {
  const { clock, store, watch } = setUp()
  for (let at = 0; at < 5; at += 1) {
    watch.note(one, left(200))
    await clock.advance(2_000)
  }
  expect(store.revision()).toBe(1)
  expect(clock.pending()).toBe(0)
})

it('lets no key wait for another, and forgets one that is gone', async () => {
  const { store, watch, shown } = setUp()
  watch.note(one, left(200))
  watch.note(two, left(10))
  expect([shown(one), shown(two)]).toEqual([200, 10])
  watch.note(keyId('gone'), left(1))
  expect(store.revision()).toBe(2)
  watch.dispose()
})
