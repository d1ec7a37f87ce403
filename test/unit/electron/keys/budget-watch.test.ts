import { expect, it } from 'vitest'
import { createBudgetWatch } from '../../../../electron/keys/budget-watch.ts'
import { createStore } from '../../../../electron/state/store.ts'
import type { BudgetView } from '../../../../shared/keys/contract.ts'
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

it('shows the first at once, and what is left at most every ten seconds', async () => {
  const { clock, store, watch, shown } = setUp()
  watch.note(one, left(200))
  expect(shown()).toBe(200)
  for (let at = 0; at < 100; at += 1) {
    watch.note(one, left(199 - at))
    await clock.advance(100)
  }
  expect([shown(), store.revision()]).toEqual([200, 1])
  watch.note(one, left(99))
  expect([shown(), store.revision()]).toEqual([99, 2])
  expect(clock.pending()).toBe(0)
})

it.each<[string, Partial<BudgetView>]>([
  ['the panel asks to wait', { heldUntil: 60_000 }],
  ['the background waits', { scarceUntil: 60_000 }],
  ['the panel has another limit', { limit: 60 }],
])('shows at once that %s, and that it is over', (_what, news) => {
  const { store, watch } = setUp()
  watch.note(one, left(200))
  watch.note(one, { ...left(199), ...news })
  expect(store.get().keys[one]?.budget).toEqual({ ...left(199), ...news })
  watch.note(one, left(198))
  expect(store.get().keys[one]?.budget).toEqual(left(198))
})

it('waits the ten seconds, no more and no less, though the wall clock is set back', async () => {
  const { clock, watch, shown } = setUp()
  watch.note(one, left(200))
  clock.set(-3_600_000)
  watch.note(one, left(150))
  expect(shown()).toBe(200)
  await clock.advance(10_000)
  watch.note(one, left(100))
  expect(shown()).toBe(100)
})

it('lets no key wait for another, and shows nothing of one that is gone', async () => {
  const { store, watch, shown } = setUp()
  watch.note(one, left(200))
  watch.note(two, left(10))
  expect([shown(one), shown(two)]).toEqual([200, 10])
  watch.note(keyId('gone'), left(1))
  expect(store.revision()).toBe(2)
})
