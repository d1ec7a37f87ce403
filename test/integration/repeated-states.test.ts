import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AppEvent } from '../../electron/notify/event.ts'
import type { PowerSignal } from '../../shared/model/power.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import { startOn } from '../fixtures/cli-here.ts'
import { setUpCoreRig } from '../fixtures/core-rig.ts'
import { call, demoServers, must } from '../fixtures/demo.ts'
import { setUpFakeDemo } from '../fixtures/demo-rig.ts'
import type { FakeClock } from '../fixtures/fake-clock.ts'
import { advanceUntil } from '../fixtures/open-core.ts'
import { restartChoices } from '../fixtures/plan-view.ts'

/** As a real panel: each reading is repeated for 20 s, for everybody, and no header tells. */
const repeating = { resourcesCacheMs: 20_000, timings: { startMs: 400, stopMs: 200 } }

/** As `advanceUntil`, for long times: half a second at once. */
async function advanceInSteps(clock: FakeClock, holds: () => boolean, limitMs: number): Promise<void> {
  for (const end = clock.now() + limitMs; !holds(); ) {
    if (clock.now() > end) throw new Error('it did not come to hold in time')
    await clock.advance(500)
    await delay(1)
  }
}

describe('the app, on a panel that repeats a state for 20 s', () => {
  const rig = setUpCoreRig(repeating)
  let events: AppEvent[]
  beforeEach(() => {
    events = []
    rig.core.notify.events.subscribe((happened) => events.push(...happened))
  })

  const token = () => rig.demo.token()
  const elsewhere = (signal: PowerSignal, identifier = rig.identifier) =>
    call(`${rig.demo.baseUrl}/servers/${identifier}/power`, token(), 'POST', { signal })
  const pass = (ms: number) => {
    const end = rig.clock.now() + ms
    return rig.until(() => rig.clock.now() >= end, ms + 1_000)
  }
  const kindsOf = (name = 'Survival') => events.filter((event) => event.name === name).map(({ kind }) => kind)
  /** The server is seen running by its polls for long, with no console open. */
  const settle = () => pass(70_000)
  const signals = () =>
    rig.demo.panel.requests().filter(({ method, path }) => method === 'POST' && path.endsWith('/power')).length

  /** Brings a panel into the habit of answering with what was, right before it changes. */
  async function repeat(): Promise<void> {
    await pass(20_000)
    await call(`${rig.demo.baseUrl}/servers/${rig.identifier}/resources`, token())
  }

  it('confirms a restart when its console tells that it runs again, with no console shown', async () => {
    await settle()
    await repeat()
    const asked = rig.clock.now()
    must(await rig.seen(rig.core.servers.power.send(rig.ref, 'restart', 'tray')))
    await rig.until(() => rig.server().action?.phase === 'confirmed')
    expect(rig.clock.now() - asked).toBeLessThan(3_000)
  })

  it('sees a server come back that lives five seconds, and tells its crash', async () => {
    await settle()
    must(await rig.seen(rig.core.servers.power.send(rig.ref, 'restart', 'tray')))
    await rig.until(() => rig.server().action?.phase === 'confirmed')
    await pass(5_000)
    rig.demo.panel.crash(rig.identifier)
    await rig.until(() => rig.server().unexpectedStop !== null, 5_000)
    expect(kindsOf()).toContain('down')
  })

  it('restarts a server that was started elsewhere three seconds ago', async () => {
    await elsewhere('kill')
    await rig.until(() => rig.server().state === 'offline')
    await repeat()
    await elsewhere('start')
    await pass(3_000)
    const choices = restartChoices({ text: 'say {time}', warnings: [] })
    const zeroAt = rig.clock.now() + 2_000
    must(rig.core.restart.plans.start({ ref: rig.ref, choices, zeroAt, origin: 'tray' }))
    const [plan] = Object.values(rig.core.store.get().plans)
    const now = () => Object.values(rig.core.store.get().plans).find(({ id }) => id === plan?.id)
    await rig.until(() => now()?.phase === 'done')
    expect(now()).toMatchObject({ phase: 'done', outcome: 'confirmed', error: null })
  })

  it.each([
    ['start', 'kill', 'confirmed', undefined],
    ['kill', 'start', 'cancelled', 'server-was-off'],
  ] as const)(
    'looks before each restart of several: one after a %s elsewhere',
    async (signal, before, outcome, code) => {
      await elsewhere(before)
      await rig.until(() => rig.server().state === (before === 'kill' ? 'offline' : 'running'))
      await settle()
      await repeat()
      await elsewhere(signal)
      await pass(3_000)
      const sent = signals()
      const work = { kind: 'power', signal: 'restart' } as const
      must(rig.core.restart.bulks.start({ work, refs: [rig.ref], staggerMs: null, origin: 'window' }))
      const item = () => Object.values(rig.core.store.get().bulks)[0]?.items[0]
      await rig.until(() => item()?.outcome === outcome)
      expect(item()?.error?.code).toBe(code)
      expect(signals() - sent).toBe(outcome === 'confirmed' ? 1 : 0)
    },
  )

  it.each([['stop'], ['kill']] as const)('tells no crash of a %s made elsewhere', async (signal) => {
    await settle()
    await elsewhere(signal)
    await rig.until(() => kindsOf().includes('off'))
    expect(kindsOf()).toEqual(['off'])
    expect(rig.server()).toMatchObject({ state: 'offline', unexpectedStop: null })
    await rig.until(() => Object.values(rig.core.store.get().activity)[0]?.event.kind === 'off')
  })

  it('is quiet where no key may read the activity', async () => {
    rig.demo.panel.deny(['activity.read'])
    await settle()
    rig.demo.panel.crash(rig.identifier)
    await rig.until(() => kindsOf().includes('off'))
    expect(rig.server().unexpectedStop).toBeNull()
  })
})

describe.each([
  ['its console tells', true],
  ['no key may open its console', false],
])('a stop that hangs, where %s', (_how, liveOutput) => {
  const rig = setUpCoreRig({ ...repeating, liveOutput })
  const hanging = (): ServerView => {
    const found = Object.values(rig.core.store.get().servers).find((one) => one.identifier === demoServers.hangsOnStop)
    if (found === undefined) throw new Error('there is no such server')
    return found
  }

  it('is killed by its machine after ten minutes, and the restart is seen to come back', async () => {
    const { ref } = hanging()
    if (hanging().state !== 'running') {
      must(await rig.seen(rig.core.servers.power.send(ref, 'start', 'tray')))
      await rig.until(() => hanging().action?.phase === 'confirmed')
    }
    must(await rig.seen(rig.core.servers.power.send(ref, 'restart', 'tray')))
    const phases = new Set<string | undefined>()
    rig.core.store.subscribe(() => phases.add(hanging().action?.phase))
    await advanceInSteps(rig.clock, () => hanging().action?.phase === 'confirmed', 15 * 60_000)
    expect(phases).not.toContain('stalled')
  })
})

describe('the command line, on a panel that repeats a state for 20 s', () => {
  const rig = setUpFakeDemo()
  beforeEach(() => rig.restart(repeating))

  /** Somebody reads a server's state, which the panel repeats from then on, and then sends it a signal. */
  async function repeatAndSend(identifier: string, signal: PowerSignal): Promise<void> {
    const on = rig.on(identifier)
    await on.send('GET', '/resources')
    await on.send('POST', '/power', { signal })
    await rig.demo.clock.advance(3_000)
  }

  it('restarts a server that was started three seconds ago, tells each state, and ends when it runs', async () => {
    await repeatAndSend(demoServers.offline, 'start')
    const asked = rig.demo.clock.now()
    const argv = ['restart', demoServers.offline, '--warn', '2s', '--wait']
    const { exit, stdout, stderr } = await startOn(rig, { argv }).end()
    expect(exit).toBe(0)
    expect(stdout).toContain('It is running again.')
    expect(stderr.match(/\w+(?=\.$)/gm)?.slice(-4)).toEqual(['stopping', 'offline', 'starting', 'running'])
    expect(rig.demo.clock.now() - asked).toBeLessThan(6_000)
  })

  it('does not start a server that was stopped three seconds ago', async () => {
    await repeatAndSend(demoServers.survival, 'kill')
    expect(await startOn(rig, { argv: ['restart', demoServers.survival, '--warn', ''] }).end()).toMatchObject({
      exit: 9,
    })
    rig.demo.panel.deny(['websocket.connect'])
    expect(await startOn(rig, { argv: ['restart', demoServers.survival, '--warn', ''] }).end()).toMatchObject({
      exit: 9,
    })
  })

  it('tells the state of now after a start', async () => {
    await repeatAndSend(demoServers.offline, 'start')
    const { stdout } = await startOn(rig, { argv: ['status', '--json'] }).end()
    const rows: readonly { identifier: string; state: string }[] = JSON.parse(stdout)
    expect(rows.find(({ identifier }) => identifier === demoServers.offline)?.state).toBe('running')
  })

  it('says every 30 s what it sees, and at the end what was seen of a server that does not come back', async () => {
    const { clock, panel } = rig.demo
    const { out, exit } = startOn(rig, { argv: ['restart', demoServers.survival, '--warn', '', '--wait'] })
    let code: number | null = null
    void exit.then((ended) => {
      code = ended
    })
    await advanceUntil(clock, () => out.stderr.includes('stopping'))
    panel.crash(demoServers.survival)
    await advanceInSteps(clock, () => code !== null, 15 * 60_000)
    expect(code).toBe(8)
    expect(out.stderr.match(/still offline\.$/gm)?.length).toBeGreaterThanOrEqual(25)
    expect(out.stderr).toMatch(/Error: It was not seen running; last seen offline at \d\d:\d\d\./)
  })
})
