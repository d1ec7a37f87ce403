import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Clock, systemClock } from '../../electron/lib/clock.ts'
import { watchTrayHost } from '../../electron/tray/host/tray-host.ts'
import { createFakeClock } from '../fixtures/fake-clock.ts'
import { startSessionBus, startWatcher, type TestBus, whyNoSessionBus } from '../fixtures/session-bus.ts'
import { unless } from '../report/unless.ts'

const reason = whyNoSessionBus()

const endings: (() => void)[] = []

afterEach(() => {
  for (const end of endings.splice(0)) end()
})

/** What was told, each once; `next` waits for it. */
function watch(env: NodeJS.ProcessEnv, clock: Clock = systemClock) {
  const told: boolean[] = []
  let wake = () => {}
  const host = watchTrayHost({
    clock,
    env,
    onChange(isThere) {
      told.push(isThere)
      wake()
    },
  })
  endings.push(host.dispose)
  return {
    async next(): Promise<boolean> {
      for (;;) {
        const [first] = told.splice(0, 1)
        if (first !== undefined) return first
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    rest: () => told,
  }
}

describe('the tray host on a real session bus', unless(reason), () => {
  let bus: TestBus

  beforeEach(async () => {
    bus = await startSessionBus()
    return bus.dispose
  })

  it('is there with a watcher that has a host', async () => {
    const watcher = await startWatcher(bus, { hasHost: true })
    endings.push(watcher.end)
    expect(await watch(bus.env).next()).toBe(true)
  })

  it('is missing without a watcher, comes with one, and goes with it', async () => {
    const host = watch(bus.env)
    expect(await host.next()).toBe(false)
    const watcher = await startWatcher(bus, { hasHost: true })
    expect(await host.next()).toBe(true)
    watcher.end()
    expect(await host.next()).toBe(false)
    const another = await startWatcher(bus, { hasHost: true })
    endings.push(another.end)
    expect(await host.next()).toBe(true)
    expect(host.rest()).toEqual([])
  })

  it('is missing while the watcher has no host', async () => {
    const watcher = await startWatcher(bus, { hasHost: false })
    endings.push(watcher.end)
    const host = watch(bus.env)
    expect(await host.next()).toBe(false)
    watcher.setHost(true)
    expect(await host.next()).toBe(true)
    watcher.setHost(false)
    expect(await host.next()).toBe(false)
  })

  it('is missing once the bus has gone', async () => {
    const other = await startSessionBus()
    const watcher = await startWatcher(other, { hasHost: true })
    const host = watch(other.env)
    expect(await host.next()).toBe(true)
    watcher.end()
    await other.dispose()
    expect(await host.next()).toBe(false)
  })

  it('is missing while the watcher hangs', async () => {
    const watcher = await startWatcher(bus, { hasHost: true, answers: false })
    endings.push(watcher.end)
    const clock = createFakeClock()
    const host = watch(bus.env, clock)
    await clock.advance(2_000)
    expect(await host.next()).toBe(false)
  })

  it('tells nothing more after its end', async () => {
    const told: boolean[] = []
    const host = watchTrayHost({ clock: systemClock, env: bus.env, onChange: (isThere) => told.push(isThere) })
    host.dispose()
    const other = watch(bus.env)
    expect(await other.next()).toBe(false)
    expect(told).toEqual([])
  })
})

it.each([
  ['no bus is named', {}],
  ['nothing listens there', { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }],
])('the tray host is missing where %s', async (_, env) => {
  expect(await watch(env).next()).toBe(false)
})
