import { beforeEach, describe, expect, it } from 'vitest'
import { withoutColours } from '../../electron/console/line-text.ts'
import { createNotifier } from '../../electron/notify/notifier.ts'
import type { Notification } from '../../electron/notify/policy.ts'
import { type ConsoleRig, setUpConsoleRig } from '../fixtures/console-rig.ts'
import { call, must } from '../fixtures/demo.ts'
import { createFakeClock, type FakeClock } from '../fixtures/fake-clock.ts'
import { restartChoices } from '../fixtures/plan-view.ts'

const start = setUpConsoleRig()
const hourMs = 3_600_000

describe.each([
  ['back by an hour', -hourMs],
  ['back by eight seconds', -8_000],
  ['forward by an hour', hourMs],
])('a wall clock that is set %s', (_, setMs) => {
  let clock: FakeClock
  let rig: ConsoleRig
  /** All that the panel was asked; it keeps the last 500 itself. */
  let requests: Set<ReturnType<ConsoleRig['demo']['panel']['requests']>[number]>

  beforeEach(async () => {
    clock = createFakeClock()
    requests = new Set()
    rig = await start({ clock: clock.elsewhere, appClock: clock, timings: { startMs: 4_000, stopMs: 2_000 } })
    await within(30_000, () => expect(rig.server().state).toBe('running'))
  })

  /** Lets time go by for app and panel until a check holds, and what is on its way arrive meanwhile. */
  async function within(limitMs: number, check: () => void): Promise<void> {
    const end = clock.elsewhere.now() + limitMs
    for (;;) {
      for (let trip = 0; trip < 3; trip += 1) await (await fetch(`${rig.demo.baseUrl}/here`)).text()
      try {
        check()
        return
      } catch (failure) {
        if (clock.elsewhere.now() >= end) throw failure
      }
      await clock.advance(500)
      asked('GET', '')
    }
  }
  const pass = (ms: number) => {
    const end = clock.elsewhere.now() + ms
    return within(ms + 1_000, () => expect(clock.elsewhere.now()).toBeGreaterThanOrEqual(end))
  }
  function asked(method: string, ending: string): number {
    for (const one of rig.demo.panel.requests()) requests.add(one)
    return [...requests].filter((one) => one.method === method && one.path.endsWith(ending)).length
  }
  const address = () => `/servers/${rig.server().identifier}`
  const kill = () => call(`${rig.demo.baseUrl}${address()}/power`, rig.demo.token(), 'POST', { signal: 'kill' })

  it('holds up no look at what a person sees, nor any at the rest', async () => {
    rig.core.servers.visibleServers.set([rig.server().ref])
    await pass(30_000)
    clock.set(setMs)
    const near = asked('GET', `${address()}/resources`)
    const rest = asked('GET', `/servers/${rig.server('Creative & Plots').identifier}/resources`)
    await within(25_000, () => expect(asked('GET', `${address()}/resources`)).toBeGreaterThan(near))
    await kill()
    await within(25_000, () => expect(rig.server().state).toBe('offline'))
    expect(rig.server().observedAt).toBeLessThanOrEqual(clock.now())
    const restNow = () => asked('GET', `/servers/${rig.server('Creative & Plots').identifier}/resources`)
    await within(60_000, () => expect(restNow()).toBeGreaterThan(rest))
  })

  it('takes newer readings than one that was under way', async () => {
    rig.core.servers.visibleServers.set([rig.server().ref])
    const before = asked('GET', `${address()}/resources`)
    // The panel has the request, and its answer is not read yet.
    while (asked('GET', `${address()}/resources`) === before) {
      await clock.advance(100)
      await new Promise((resolve) => setImmediate(resolve))
    }
    clock.set(setMs)
    await kill()
    await within(25_000, () => expect(rig.server().state).toBe('offline'))
  })

  it('holds up no list', async () => {
    await pass(30_000)
    clock.set(setMs)
    // The times of the state follow with the first look at the clock.
    await clock.advance(10_000)
    const health = () => Object.values(rig.core.store.get().keys)[0]?.health
    const before = health()
    await within(300_000, () => expect(health()).not.toBe(before))
    expect(health()).toMatchObject({ kind: 'works' })
  })

  it('lets an open console come back as always', async () => {
    const { ref, identifier } = rig.server()
    rig.look(ref)
    await within(5_000, () => expect(rig.phase(ref)).toBe('open'))
    clock.set(setMs)
    rig.demo.panel.node.cutConnections(identifier)
    await within(1_000, () => expect(rig.phase(ref)).not.toBe('open'))
    await within(10_000, () => expect(rig.phase(ref)).toBe('open'))
    const commands = asked('POST', '/command')
    const sent = rig.core.console.commands.send(ref, 'say after')
    await pass(1_000)
    must(await sent)
    expect(asked('POST', '/command')).toBe(commands + 1)
  })

  it('confirms an action that had begun, once it is seen', async () => {
    const { ref } = rig.server()
    rig.core.servers.visibleServers.set([ref])
    must(await rig.core.servers.power.send(ref, 'restart', 'window'))
    clock.set(setMs)
    await within(60_000, () => expect(rig.server().action?.phase).toBe('confirmed'))
    expect(asked('POST', '/power')).toBe(1)
  })

  it('holds no notification', async () => {
    const shown: Notification[] = []
    const { store, notify } = rig.core
    const notifier = createNotifier({
      store,
      clock,
      events: notify.events,
      isWindowFocused: () => false,
      show: (notification) => shown.push(notification),
    })
    const stopped = () => expect(rig.server().unexpectedStop).not.toBeNull()
    rig.core.servers.visibleServers.set([rig.server().ref])
    await pass(30_000)
    rig.demo.panel.crash(rig.server().identifier)
    await within(30_000, stopped)
    clock.set(setMs)
    const { ref } = rig.server()
    // Forward looks as a long sleep does, before which nothing is told any more.
    const told = setMs < 0 ? [{ ref }] : []
    await within(7_000, () => expect(shown).toMatchObject(told))
    await pass(30_000)
    expect(shown).toMatchObject(told)
    notifier.dispose()
  })

  it('keeps a planned restart to what players were told, and sends everything once at most', async () => {
    const { ref, identifier } = rig.server()
    const choices = restartChoices({ text: 'say Restart in {time}', warnings: [20, 10, 5] })
    const zeroAt = clock.now() + 30_000
    must(rig.core.restart.plans.start({ ref, choices, zeroAt, origin: 'tray' }))
    const said = () =>
      rig.demo.panel
        .consoleLines(identifier)
        .flatMap((line) => /\[Server\] Restart in (\d+) seconds$/.exec(withoutColours(line))?.[1] ?? [])
    await within(15_000, () => expect(said()).toEqual(['20']))
    clock.set(setMs)
    await pass(60_000)
    // Forward looks as sleep does: what is over is missed, and nothing is sent late.
    expect(said()).toEqual(setMs < 0 ? ['20', '10', '5'] : ['20'])
    expect(asked('POST', '/power')).toBe(setMs < 0 ? 1 : 0)
    await within(60_000, () =>
      expect(Object.values(rig.core.store.get().plans)).toMatchObject([{ phase: setMs < 0 ? 'done' : 'missed' }]),
    )
  })

  it('lets a planned restart give way to who acts by hand', async () => {
    const { ref } = rig.server()
    const zeroAt = clock.now() + (setMs > 0 ? setMs : 0) + 40_000
    must(rig.core.restart.plans.start({ ref, choices: restartChoices({ warnings: [] }), zeroAt, origin: 'tray' }))
    await pass(5_000)
    clock.set(setMs)
    await pass(1_000)
    must(await rig.core.servers.power.send(ref, 'stop', 'window'))
    await pass(60_000)
    expect(asked('POST', '/power')).toBe(1)
    expect(Object.values(rig.core.store.get().plans)).toMatchObject([{ phase: 'cancelled' }])
  })
})
