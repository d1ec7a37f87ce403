import { expect, it, onTestFinished } from 'vitest'
import { createStore } from '../../../../electron/state/store.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { createFakeClient } from '../../../fixtures/fake-client.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { withoutConsoles } from '../../../fixtures/no-consoles.ts'
import { aServer, aState } from '../../../fixtures/state.ts'

/** What comes of a look within a minute and a bit, where the panel says that it repeats an answer for so long. */
async function outcomeOf(freshForMs: number, mayRepeat = false) {
  const server = aServer()
  const clock = createFakeClock()
  const resources = async () => ok({ state: 'offline', resources: null, freshForMs } as const)
  const client = createFakeClient({ resources })
  const states = withoutConsoles({ store: createStore(aState({ servers: [server] })), clock, clientFor: () => client })
  onTestFinished(states.dispose)
  let outcome: Result<unknown> | null = null
  void states.read(server.ref, { mayRepeat }).then((result) => {
    outcome = result
  })
  await clock.advance(70_000)
  return { outcome, asked: client.calls.length }
}

it.each([20_000, 60_000])('asks the panel again once its answer is not repeated any more: after %i ms', async (ms) => {
  expect(await outcomeOf(ms)).toMatchObject({ outcome: { ok: true, value: { state: 'offline' } }, asked: 2 })
})

it.each([false, true])('does not wait where the panel would repeat its answer for hours: %s', async (mayRepeat) => {
  const message = 'The panel repeats an old answer.'
  const outcome = fail('server-state-unknown', { message })
  expect(await outcomeOf(4 * 3_600_000, mayRepeat)).toEqual({ outcome, asked: 1 })
})
