import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchSessionEnd } from '../../../../../electron/app/quit/session-end.ts'
import { createFakeClock } from '../../../../fixtures/fake-clock.ts'

const electron = vi.hoisted(() => ({ app: { quit: () => {} }, powerMonitor: null as EventEmitter | null }))
vi.mock('electron', () => electron)

const signals = ['SIGTERM', 'SIGHUP'] as const
let before: unknown[][] = []
beforeEach(() => {
  electron.powerMonitor = new EventEmitter()
  before = signals.map((signal) => process.listeners(signal))
})
afterEach(() => {
  for (const [index, signal] of signals.entries())
    for (const listener of process.listeners(signal))
      if (!before[index]?.includes(listener)) process.off(signal, listener)
})

/** The signal's listener of this watch alone, as the process's other ones would end the tests. */
function send(signal: (typeof signals)[number]): void {
  process.listeners(signal).at(-1)?.(signal)
}

it('is over a minute after the system’s last word of it: a log-out can be called off', async () => {
  const clock = createFakeClock()
  const isEnding = watchSessionEnd(clock)
  expect(isEnding()).toBe(false)
  electron.powerMonitor?.emit('shutdown')
  await clock.advance(59_000)
  expect(isEnding()).toBe(true)
  electron.powerMonitor?.emit('shutdown')
  await clock.advance(59_000)
  expect(isEnding()).toBe(true)
  await clock.advance(1_000)
  expect([isEnding(), clock.pending()]).toEqual([false, 0])
})

it.each(signals)('is sure after %s, which nobody calls off', async (signal) => {
  const clock = createFakeClock()
  const isEnding = watchSessionEnd(clock)
  electron.powerMonitor?.emit('shutdown')
  send(signal)
  await clock.advance(3_600_000)
  expect(isEnding()).toBe(true)
})
