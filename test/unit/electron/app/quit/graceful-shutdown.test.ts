import { expect, it } from 'vitest'
import { createGracefulShutdown } from '../../../../../electron/app/quit/graceful-shutdown.ts'
import { createFakeClock } from '../../../../fixtures/fake-clock.ts'

function setUp(dispose: () => Promise<void>) {
  const clock = createFakeClock()
  const seen: string[] = []
  const shutDown = createGracefulShutdown({ dispose, quit: () => seen.push('quit'), clock })
  /** One `will-quit`; true when it was held back. */
  const willQuit = () => {
    let isPrevented = false
    shutDown({
      preventDefault() {
        isPrevented = true
      },
    })
    return isPrevented
  }
  return { clock, seen, willQuit }
}

it('holds the end back until all is written, however often it is asked for, then lets it through', async () => {
  const written = Promise.withResolvers<void>()
  const { clock, seen, willQuit } = setUp(() => written.promise)
  expect([willQuit(), willQuit()]).toEqual([true, true])
  expect(seen).toEqual([])
  written.resolve()
  await clock.advance(0)
  expect(seen).toEqual(['quit'])
  expect(willQuit()).toBe(false)
  expect(clock.pending()).toBe(0)
})

it('waits no longer than two seconds', async () => {
  const { clock, seen, willQuit } = setUp(() => new Promise(() => {}))
  expect(willQuit()).toBe(true)
  await clock.advance(1_999)
  expect(seen).toEqual([])
  await clock.advance(1)
  expect(seen).toEqual(['quit'])
  expect(willQuit()).toBe(false)
})
