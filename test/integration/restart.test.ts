import { beforeEach, describe, expect, it } from 'vitest'
import { withoutColours } from '../../electron/console/line-text.ts'
import { type Clock, systemClock } from '../../electron/lib/clock.ts'
import type { PlanView, RestartChoices } from '../../shared/model/restart-schema.ts'
import { type ConsoleRig, setUpConsoleRig } from '../fixtures/console-rig.ts'
import { call, must } from '../fixtures/demo.ts'
import { eventually } from '../fixtures/eventually.ts'
import { createFakeClock, type FakeClock } from '../fixtures/fake-clock.ts'
import { openCore } from '../fixtures/open-core.ts'
import { restartChoices } from '../fixtures/plan-view.ts'

const start = setUpConsoleRig()

type Run = { readonly rig: ConsoleRig; readonly ref: PlanView['ref']; readonly id: string; readonly zeroAt: number }

const choicesOf = (more: Partial<RestartChoices>) =>
  restartChoices({ text: 'say Restart in {time}', cancelText: 'say No restart', ...more })

/** Plans a restart, as from the tray, in so many seconds of the clock. */
function begin(rig: ConsoleRig, clock: Clock, inSeconds: number, more: Partial<RestartChoices> = {}): Run {
  const { ref } = rig.server()
  const zeroAt = clock.now() + inSeconds * 1_000
  const { id } = must(rig.core.restart.plans.start({ ref, choices: choicesOf(more), zeroAt, origin: 'tray' }))
  return { rig, ref, id, zeroAt }
}

const plan = ({ rig }: Run): PlanView => {
  const [found] = Object.values(rig.core.store.get().plans)
  if (found === undefined) throw new Error('there is no plan')
  return found
}
const posts = ({ rig }: Run, what: 'command' | 'power') =>
  rig.demo.panel.requests().filter(({ method, path }) => method === 'POST' && path.endsWith(`/${what}`))
/** What players and the console read of it. */
const said = ({ rig }: Run) =>
  rig.demo.panel
    .consoleLines(rig.server().identifier)
    .flatMap((line) => /\[Server\] (.*)$/.exec(withoutColours(line))?.[1] ?? [])

it('warns, goes through stopping to running as its console tells, and is confirmed, with no window', async () => {
  const rig = await start()
  await eventually(() => expect(rig.server().state).toBe('running'))
  const run = begin(rig, systemClock, 3, { warnings: [2, 1] })
  const states: string[] = []
  rig.look(run.ref)
  rig.core.store.subscribe(() => {
    const { state } = rig.server()
    if (state !== states.at(-1)) states.push(state)
  })
  await eventually(() => expect(plan(run)).toMatchObject({ phase: 'done', outcome: 'confirmed' }))
  expect(states.slice(-4)).toEqual(['stopping', 'offline', 'starting', 'running'])
  expect(posts(run, 'power')).toHaveLength(1)
})

describe('on a clock of its own', () => {
  let clock: FakeClock
  beforeEach(() => {
    clock = createFakeClock()
  })

  /** Lets time go by for app and panel until a check holds; what is on its way arrives before more time goes by. */
  async function pass(rig: ConsoleRig, check: () => void, limitMs = 10 * 60_000): Promise<void> {
    const end = clock.now() + limitMs
    for (;;) {
      // A round trip over the same sockets and loop: what was sent before it has arrived when it is back.
      for (let trip = 0; trip < 3; trip += 1) await (await fetch(rig.demo.baseUrl)).text()
      try {
        check()
        return
      } catch (failure) {
        if (clock.now() >= end) throw failure
      }
      await clock.advance(500)
    }
  }
  /** Lets so much time go by, whatever happens in it. */
  const passAll = (rig: ConsoleRig, ms: number) => {
    const end = clock.now() + ms
    return pass(rig, () => expect(clock.now()).toBeGreaterThanOrEqual(end))
  }

  /** A restart in so many seconds of a server that runs. */
  async function plannedIn(inSeconds: number, more: Partial<RestartChoices> = {}, options = {}): Promise<Run> {
    const rig = await start({ clock, ...options })
    await pass(rig, () => expect(rig.server().state).toBe('running'))
    return begin(rig, clock, inSeconds, more)
  }

  it('sends each warning in its turn, the last command between them, and one signal', async () => {
    const warnings = [20, 10, 5, 4, 3, 2, 1]
    const run = await plannedIn(20, { warnings, lastCommand: { text: 'save-all', waitSeconds: 6 } })
    await pass(run.rig, () => expect(plan(run)).toMatchObject({ phase: 'done', outcome: 'confirmed' }))
    expect(said(run)).toEqual(warnings.map((seconds) => `Restart in ${seconds} second${seconds === 1 ? '' : 's'}`))
    expect(posts(run, 'command')).toHaveLength(warnings.length + 1)
    expect(posts(run, 'power')).toHaveLength(1)
    expect(plan(run).steps.every(({ result }) => result === 'sent')).toBe(true)
    expect(run.rig.core.console.history.of(run.ref)).toEqual([])
  })

  it('is cancelled midway, which players are told; nothing follows', async () => {
    const run = await plannedIn(4, { warnings: [3, 2, 1] })
    await pass(run.rig, () => expect(said(run)).toEqual(['Restart in 3 seconds']))
    must(run.rig.core.restart.plans.cancel(run.id, true, 'window'))
    await pass(run.rig, () => expect(said(run)).toEqual(['Restart in 3 seconds', 'No restart']))
    await passAll(run.rig, 10_000)
    expect(said(run)).toHaveLength(2)
    expect(posts(run, 'power')).toEqual([])
    expect(plan(run).phase).toBe('cancelled')
  })

  /** Somebody stops it on the panel's page, which no action of the app's tells of. */
  const stopElsewhere = ({ rig }: Run) =>
    call(`${rig.demo.baseUrl}/servers/${rig.server().identifier}/power`, rig.demo.token(), 'POST', { signal: 'kill' })

  it.each(['stop', 'go-on'] as const)(
    'of a server that was seen to stop midway leaves it off: %s',
    async (onWarningFailed) => {
      const run = await plannedIn(5, { warnings: [4, 1], onWarningFailed })
      await pass(run.rig, () => expect(said(run)).toEqual(['Restart in 4 seconds']))
      // Its open console tells the states as they come.
      run.rig.look(run.ref)
      await stopElsewhere(run)
      const end = { phase: 'cancelled', error: { code: 'server-was-off' } }
      await pass(run.rig, () => expect(plan(run)).toMatchObject(end))
      expect(posts(run, 'command')).toHaveLength(1)
      expect(posts(run, 'power')).toHaveLength(1)
    },
  )

  it.each([
    ['stop', 'failed', 0],
    ['go-on', 'done', 1],
  ] as const)('of a server that stopped unseen: %s', async (onWarningFailed, phase, restarts) => {
    // The panel keeps its answer for longer than that takes, and no console tells.
    const panel = { resourcesCacheMs: 60_000, liveOutput: false, timings: { startMs: 2_500 } }
    const run = await plannedIn(5, { warnings: [4, 3, 2, 1], onWarningFailed }, panel)
    await pass(run.rig, () => expect(said(run)).toEqual(['Restart in 4 seconds']))
    await stopElsewhere(run)
    await pass(run.rig, () => expect(plan(run).phase).toBe(phase))
    expect(posts(run, 'power')).toHaveLength(1 + restarts)
    const failed = plan(run).steps.filter(({ result }) => result === 'failed')
    expect(failed[0]?.error?.code).toBe('server-not-running')
  })

  it('starts what it stopped after the computer slept through the stop', async () => {
    const run = await plannedIn(1, { warnings: [], atZero: 'stop-start' })
    await pass(run.rig, () => expect(plan(run).phase).toBe('watching'))
    clock.set(3_600_000)
    await pass(run.rig, () => expect(plan(run)).toMatchObject({ phase: 'done', outcome: 'confirmed' }))
    expect(posts(run, 'power')).toHaveLength(2)
  })

  it('gives way to a restart by hand', async () => {
    const run = await plannedIn(4, { warnings: [3, 2, 1] })
    await pass(run.rig, () => expect(said(run)).toEqual(['Restart in 3 seconds']))
    must(await run.rig.core.servers.power.send(run.ref, 'restart', 'window'))
    await pass(run.rig, () =>
      expect(plan(run)).toMatchObject({ phase: 'cancelled', error: { code: 'plan-overtaken' } }),
    )
    await passAll(run.rig, 10_000)
    expect(posts(run, 'power')).toHaveLength(1)
  })

  it('of a key that was revoked midway says so, and is not tried again', async () => {
    const run = await plannedIn(4, { warnings: [3, 2, 1] })
    await pass(run.rig, () => expect(said(run)).toEqual(['Restart in 3 seconds']))
    const [key] = run.rig.demo.panel.listKeys()
    must(run.rig.demo.panel.deleteKey(key?.id ?? ''))
    await pass(run.rig, () => expect(plan(run)).toMatchObject({ phase: 'failed', error: { code: 'token-refused' } }))
    const { state } = run.rig.server()
    await passAll(run.rig, 10_000)
    expect(posts(run, 'power').filter(({ status }) => status !== 401)).toEqual([])
    expect(state).toBe('running')
  })

  it('that the app ended midway is reported as missed by the next one, and run only when asked', async () => {
    const run = await plannedIn(3, { warnings: [2, 1] })
    const { rig } = run
    await rig.core.dispose()
    await clock.advance(3_500)
    const next = openCore(rig.profile, { log: rig.log, clock })
    try {
      const events: string[] = []
      next.notify.events.subscribe((happened) => events.push(...happened.map(({ kind }) => kind)))
      await next.start({ demo: false })
      expect(Object.values(next.store.get().plans)).toMatchObject([{ phase: 'missed', name: 'Survival', ref: run.ref }])
      expect(events).toContain('plan')
      expect(Object.values(next.store.get().activity)[0]?.event).toMatchObject({ kind: 'plan', phase: 'missed' })
      expect(posts(run, 'power')).toEqual([])
    } finally {
      await next.dispose()
    }
  })
})
