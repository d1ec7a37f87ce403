import { expect, it } from 'vitest'
import { plainText } from '../../electron/console/line-text.ts'
import type { PlanView, RestartChoices } from '../../shared/model/restart.ts'
import { type ConsoleRig, openCore, setUpConsoleRig } from '../fixtures/console-rig.ts'
import { call, must } from '../fixtures/demo.ts'
import { eventually } from '../fixtures/eventually.ts'
import { restartChoices } from '../fixtures/plan-view.ts'

const start = setUpConsoleRig()

type Run = { readonly rig: ConsoleRig; readonly ref: PlanView['ref']; readonly id: string; readonly zeroAt: number }

/** A restart in so many seconds of a server that runs, planned as from the tray. */
async function begin(inSeconds: number, more: Partial<RestartChoices> = {}, options = {}): Promise<Run> {
  const rig = await start(options)
  const { ref } = rig.server()
  await eventually(() => expect(rig.server().state).toBe('running'))
  const choices = restartChoices({ text: 'say Restart in {time}', cancelText: 'say No restart', ...more })
  const zeroAt = Date.now() + inSeconds * 1_000
  const { id } = must(rig.core.plans.start({ ref, choices, zeroAt, origin: 'tray' }))
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
    .flatMap((line) => /\[Server\] (.*)$/.exec(plainText(line))?.[1] ?? [])

it('warns at its seconds, restarts on time, and is confirmed, with no window', { timeout: 60_000 }, async () => {
  const warnings = [20, 10, 5, 4, 3, 2, 1]
  const run = await begin(20, { warnings, lastCommand: { text: 'save-all', waitSeconds: 6 } })
  const states = new Set<string>()
  run.rig.core.store.subscribe(() => states.add(run.rig.server().state))
  // The countdown is as long as what is waited for elsewhere, so it is waited for by itself.
  await eventually(() => expect(posts(run, 'command').length).toBeGreaterThan(4))
  await eventually(() => expect(posts(run, 'power')).toHaveLength(1))
  await eventually(() => expect(plan(run)).toMatchObject({ phase: 'done', outcome: 'confirmed' }))
  // The last command goes out between the warnings.
  const due = [20, 10, 6, 5, 4, 3, 2, 1].map((seconds) => run.zeroAt - seconds * 1_000)
  const late = posts(run, 'command').map(({ at }, i) => at - (due[i] ?? 0))
  expect(late).toHaveLength(8)
  for (const ms of late) expect(Math.abs(ms)).toBeLessThanOrEqual(500)
  expect(Math.abs((posts(run, 'power')[0]?.at ?? 0) - run.zeroAt)).toBeLessThanOrEqual(500)
  expect(plan(run).steps.every(({ result }) => result === 'sent')).toBe(true)
  expect([...states]).toContain('running')
  expect(run.rig.core.history.of(run.ref)).toEqual([])
  console.info(`warnings late by ${Math.min(...late)} to ${Math.max(...late)} ms`)
})

it('goes through stopping to running, as its console tells', { timeout: 60_000 }, async () => {
  const run = await begin(3, { warnings: [2, 1] })
  const states: string[] = []
  run.rig.look(run.ref)
  run.rig.core.store.subscribe(() => {
    const { state } = run.rig.server()
    if (state !== states.at(-1)) states.push(state)
  })
  await eventually(() => expect(plan(run)).toMatchObject({ phase: 'done', outcome: 'confirmed' }))
  expect(states.slice(-4)).toEqual(['stopping', 'offline', 'starting', 'running'])
  expect(posts(run, 'power')).toHaveLength(1)
})

it('is cancelled midway, which players are told; nothing follows', { timeout: 60_000 }, async () => {
  const run = await begin(4, { warnings: [3, 2, 1] })
  await eventually(() => expect(said(run)).toEqual(['Restart in 3 seconds']))
  must(run.rig.core.plans.cancel(run.id, true))
  await eventually(() => expect(said(run)).toEqual(['Restart in 3 seconds', 'No restart']))
  await eventually(() => expect(Date.now()).toBeGreaterThan(run.zeroAt + 1_500))
  expect(said(run)).toHaveLength(2)
  expect(posts(run, 'power')).toEqual([])
  expect(plan(run).phase).toBe('cancelled')
})

it.each([
  ['stop', 'failed', 0],
  ['go-on', 'done', 1],
] as const)(
  'of a server that was stopped midway: %s',
  { timeout: 60_000 },
  async (onWarningFailed, phase, restarts) => {
    const run = await begin(5, { warnings: [4, 3, 2, 1], onWarningFailed }, { timings: { startMs: 2_500 } })
    await eventually(() => expect(said(run)).toEqual(['Restart in 4 seconds']))
    // Its open console tells the states as they come.
    run.rig.look(run.ref)
    // Somebody stops it on the panel's page, which no action of the app's tells of.
    const server = `${run.rig.demo.baseUrl}/servers/${run.rig.server().identifier}`
    await call(`${server}/power`, run.rig.demo.token(), 'POST', { signal: 'kill' })
    await eventually(() => expect(plan(run).phase).toBe(phase))
    const signals = posts(run, 'power')
    expect(signals).toHaveLength(1 + restarts)
    const failed = plan(run).steps.filter(({ result }) => result === 'failed')
    expect(failed[0]?.error?.code).toBe('server-not-running')
  },
)

it('gives way to a restart by hand', { timeout: 60_000 }, async () => {
  const run = await begin(4, { warnings: [3, 2, 1] })
  await eventually(() => expect(said(run)).toEqual(['Restart in 3 seconds']))
  must(await run.rig.core.power.send(run.ref, 'restart', 'window'))
  await eventually(() => expect(plan(run)).toMatchObject({ phase: 'cancelled', error: { code: 'plan-overtaken' } }))
  await eventually(() => expect(Date.now()).toBeGreaterThan(run.zeroAt + 1_500))
  expect(posts(run, 'power')).toHaveLength(1)
})

it('of a key that was revoked midway says so, and is not tried again', { timeout: 60_000 }, async () => {
  const run = await begin(4, { warnings: [3, 2, 1] })
  await eventually(() => expect(said(run)).toEqual(['Restart in 3 seconds']))
  const [key] = run.rig.demo.panel.listKeys()
  must(run.rig.demo.panel.deleteKey(key?.id ?? ''))
  await eventually(() => expect(plan(run)).toMatchObject({ phase: 'failed', error: { code: 'token-refused' } }))
  await eventually(() => expect(Date.now()).toBeGreaterThan(run.zeroAt + 1_500))
  expect(posts(run, 'power').filter(({ status }) => status !== 401)).toEqual([])
  expect(run.rig.server().state).toBe('running')
})

it('that the app ended midway is reported as missed by the next one, and run only when asked', async () => {
  const run = await begin(3, { warnings: [2, 1] })
  await run.rig.core.dispose()
  const { rig } = run
  const next = openCore(rig.profile, rig.log)
  try {
    await eventually(() => expect(Date.now()).toBeGreaterThan(run.zeroAt + 500))
    const events: string[] = []
    next.events.subscribe((happened) => events.push(...happened.map(({ kind }) => kind)))
    await next.start({ demo: false })
    expect(Object.values(next.store.get().plans)).toMatchObject([{ phase: 'missed', name: 'Survival', ref: run.ref }])
    expect(events).toContain('plan')
    expect(Object.values(next.store.get().activity)[0]?.event).toMatchObject({ kind: 'plan', phase: 'missed' })
    expect(posts(run, 'power')).toEqual([])
  } finally {
    await next.dispose()
  }
})
