import fc from 'fast-check'
import { expect, it } from 'vitest'
import { steadyOf, wallOf } from '../../../../electron/lib/clock.ts'
import type { CallOptions } from '../../../../electron/panel/call-options.ts'
import { graceMs } from '../../../../electron/restart/plan.ts'
import { hasEnded, isAhead, warningTime } from '../../../../shared/model/restart.ts'
import type { PlanView, RestartChoices } from '../../../../shared/model/restart-schema.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { createFaultyClock } from '../../../fixtures/faulty-clock.ts'
import { createPlanRig, rightsTimes, type Sent, server } from '../../../fixtures/plan-rig.ts'
import { sizeOf } from '../../../fixtures/run.ts'

const runs = sizeOf({ short: 250, long: 2_500 })

const warning = (text: string) => text.startsWith('warn ')

/** What may happen while a plan counts. */
const happening = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 90_000 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('doze' as const),
      ms: fc.integer({ min: 1, max: 400_000 }),
      counts: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('set' as const), ms: fc.integer({ min: -400_000, max: 400_000 }) }),
  },
  fc.record({ kind: fc.constantFrom('postpone' as const, 'now' as const) }),
  fc.record({ kind: fc.constant('cancel' as const), announce: fc.boolean() }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      command: fc.constantFrom('ok', 'server-not-running', 'timeout', 'rate-limited', 'slow', 'held'),
      power: fc.constantFrom('ok', 'token-refused', 'timeout', 'slow'),
    }),
  },
  fc.record({ kind: fc.constant('seen' as const), confirmed: fc.boolean() }),
)

const choices: fc.Arbitrary<RestartChoices> = fc.record({
  warnings: fc
    .uniqueArray(fc.integer({ min: 1, max: 700 }), { maxLength: 12 })
    .map((all) => all.toSorted((a, b) => b - a)),
  text: fc.constant('warn {time}'),
  atZero: fc.constantFrom('restart' as const, 'stop-start' as const),
  lastCommand: fc.option(fc.record({ text: fc.constant('save'), waitSeconds: fc.integer({ min: 1, max: 20 }) })),
  onWarningFailed: fc.constantFrom('go-on' as const, 'stop' as const),
  cancelText: fc.option(fc.constant('never mind')),
  killAfterMinutes: fc.option(fc.integer({ min: 1, max: 5 })),
  players: fc.constant({ rule: 'any' as const }),
  backupFirst: fc.constant('no' as const),
})

/** How long a rate limit holds a command that is `held`, in milliseconds. */
const heldMs = 1_400

/** What never may be, whatever happened. */
function check(sent: readonly Sent[], { warnings, atZero }: RestartChoices, cancelledAt: number | null): void {
  const told = sent.filter(({ what }) => warning(what))
  const order = told.map(({ what }) => warnings.findIndex((seconds) => what === `warn ${warningTime(seconds)}`))
  expect(order).toEqual([...new Set(order)].sort((a, b) => a - b))
  for (const { what, wall, zeroAt } of told) {
    const seconds = warnings.find((one) => what === `warn ${warningTime(one)}`) ?? 0
    expect(Math.abs(zeroAt - seconds * 1_000 - wall)).toBeLessThanOrEqual(graceMs)
    expect(wall).toBeLessThan(zeroAt)
  }
  const signals = sent.filter(({ what }) => what === 'restart' || what === 'stop')
  expect(signals.length).toBeLessThanOrEqual(1)
  expect(signals.every(({ what }) => what === (atZero === 'restart' ? 'restart' : 'stop'))).toBe(true)
  for (const { wall, zeroAt } of signals) {
    expect(wall).toBeGreaterThanOrEqual(zeroAt)
    expect(wall - zeroAt).toBeLessThanOrEqual(graceMs)
  }
  for (const signal of ['start', 'kill', 'save']) {
    expect(sent.filter(({ what }) => what === signal).length).toBeLessThanOrEqual(1)
  }
  if (cancelledAt !== null) expect(sent.slice(cancelledAt).filter(({ what }) => what !== 'never mind')).toEqual([])
  // No warning after the signal, and no start or kill before it.
  const firstSignal = sent.findIndex(({ what }) => what === 'restart' || what === 'stop')
  if (firstSignal !== -1)
    expect(sent.slice(firstSignal).some(({ what }) => warning(what) || what === 'save')).toBe(false)
  const later = sent.findIndex(({ what }) => what === 'start' || what === 'kill')
  if (later !== -1) expect(firstSignal !== -1 && firstSignal < later).toBe(true)
}

/** A start follows a server that was seen down, a kill a stop that hung for as long as was chosen. */
function checkFollowUps(sent: readonly Sent[], { killAfterMinutes }: RestartChoices, downAt: number | null): void {
  const signal = sent.find(({ what }) => what === 'restart' || what === 'stop')
  const kill = sent.find(({ what }) => what === 'kill')
  const start = sent.findIndex(({ what }) => what === 'start')
  if (start !== -1) expect(start).toBeGreaterThanOrEqual(downAt ?? Number.POSITIVE_INFINITY)
  if (kill === undefined) return
  expect(killAfterMinutes).not.toBeNull()
  expect(kill.mono - (signal?.mono ?? kill.mono)).toBeGreaterThanOrEqual((killAfterMinutes ?? 0) * 60_000)
}

/** Whether a warning or the last command failed, which ends the plan where that was chosen. */
const hasFailed = ({ steps }: PlanView) => steps.some(({ result }) => result === 'failed')

type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never

/** One plan's run: what happens to it, and what came of it. */
function createRun(chosen: RestartChoices, inSeconds: number, rightsMs: number) {
  const clock = createFaultyClock()
  const rig = createPlanRig(clock)
  rig.rightsAfter(rightsMs)
  /** Refused for its rate for a moment, as the client waits that out: it reaches the panel late, or not at all. */
  async function held({ notAfter = Number.POSITIVE_INFINITY, signal }: CallOptions = {}): Promise<Result<void>> {
    const one = rig.sent.pop()
    if (one === undefined || clock.steady() + heldMs > notAfter) return fail('rate-limited')
    // Where the wall clock is set back meanwhile, the plan's own zero follows with its next look only.
    const zero = steadyOf(clock, one.zeroAt)
    const given = new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }))
    await Promise.race([clock.sleep(heldMs), given])
    if (signal?.aborted) return fail('cancelled')
    if (clock.steady() > notAfter) return fail('too-late')
    rig.sent.push({ ...one, wall: clock.now(), mono: clock.mono(), zeroAt: wallOf(clock, zero) })
    return ok()
  }
  const answers = {
    held,
    ok: async () => ok(),
    slow: async () => {
      await clock.sleep(7_000)
      return ok()
    },
    'server-not-running': async () => fail('server-not-running'),
    timeout: async () => fail('timeout', { mayHaveActed: true }),
    'rate-limited': async () => fail('rate-limited'),
    'token-refused': async () => fail('token-refused'),
  } as const
  rig.plans.start({ ref: server.ref, choices: chosen, zeroAt: clock.now() + inSeconds * 1_000, origin: 'window' })
  const { id } = rig.plan()
  let cancelledAt: number | null = null
  /** How much had gone out when the server was first seen down after the signal. */
  let downAt: number | null = null

  function see(isDown: boolean): void {
    if (isDown && !isAhead(rig.plan())) downAt ??= rig.sent.length
    rig.see({ state: isDown ? 'offline' : 'stopping' }, isDown ? 'confirmed' : undefined)
  }

  /** Time that passes in sleep is never made up for. */
  async function doze(ms: number, counts: boolean): Promise<void> {
    const isPast = isAhead(rig.plan()) && clock.wall() + ms > rig.plan().zeroAt + graceMs
    const before = rig.sent.length
    rig.doze(ms, counts)
    if (!isPast) return
    await clock.pass(1_500)
    // A command that waited meanwhile fails.
    expect(rig.plan().phase).toBe(chosen.onWarningFailed === 'stop' && hasFailed(rig.plan()) ? 'failed' : 'missed')
    expect(rig.sent.length).toBe(before)
  }

  function cancel(announce: boolean): void {
    if (!rig.plans.cancel(id, announce, 'window').ok) return
    // It was told in time, or not taken.
    expect(rig.sent.filter(({ what }) => what === 'restart' || what === 'stop')).toEqual([])
    const told = rig.sent.findIndex(({ what }) => what === 'never mind')
    cancelledAt = told === -1 ? rig.sent.length : told
  }

  const isSignalHeld = () =>
    rig.plan().phase === 'signalling' && !rig.sent.some(({ what }) => what === 'restart' || what === 'stop')

  async function happen(one: Happening): Promise<void> {
    // What was ordered before goes out before.
    await clock.pass(0)
    switch (one.kind) {
      case 'pass':
        await clock.pass(one.ms)
        // While awake nothing is left lying past its time.
        if (one.ms >= 1_000 && isAhead(rig.plan()))
          expect(rig.plan().zeroAt).toBeGreaterThanOrEqual(clock.wall() - graceMs)
        break
      case 'doze':
        await doze(one.ms, one.counts)
        break
      case 'set':
        // What was on time keeps its zero while it waits for the answer what the account may.
        if (one.ms > 0 || !(rightsMs > 0 || isSignalHeld())) clock.set(one.ms)
        break
      case 'postpone':
        rig.plans.postpone(id)
        break
      case 'now':
        rig.hurry(clock.now)
        break
      case 'cancel':
        cancel(one.announce)
        break
      case 'fault':
        rig.answer.command = answers[one.command]
        rig.answer.power = answers[one.power]
        break
      case 'seen':
        see(one.confirmed)
    }
  }

  return {
    happen,
    /** @param hangs whether the server is seen to be stopping for a while, and then down */
    async end(hangs: boolean) {
      await clock.pass(900_000)
      for (let i = 0; hangs && i < 12; i += 1) {
        see(i === 11)
        await clock.pass(30_000)
      }
      await clock.pass(1_500_000)
      rig.dispose()
      return { sent: rig.sent, plan: rig.plan(), cancelledAt, downAt }
    },
  }
}

it('warns at most once and in order, and signals at most once, on time, never after a cancel', async () => {
  const seen = { signals: 0, missed: 0, cancelled: 0, failed: 0, done: 0, warnings: 0, kills: 0 }
  await fc.assert(
    fc.asyncProperty(
      choices,
      fc.integer({ min: 0, max: 800 }),
      fc.constantFrom(...rightsTimes),
      fc.array(happening, { minLength: 1, maxLength: 25 }),
      fc.boolean(),
      async (chosen, inSeconds, rightsMs, happenings, hangs) => {
        const run = createRun(chosen, inSeconds, rightsMs)
        for (const one of happenings) await run.happen(one)
        const { sent, plan, cancelledAt, downAt } = await run.end(hangs)
        check(sent, chosen, cancelledAt)
        checkFollowUps(sent, chosen, downAt)
        expect(isAhead(plan)).toBe(false)
        // No order goes out beside another one of the same plan, not even to be held back.
        expect(plan.error?.code).not.toBe('action-running')
        const isOpen = plan.steps.some(({ result }) => result === 'waiting' || result === 'sending')
        expect(hasEnded(plan) && isOpen).toBe(false)
        if (plan.phase in seen) seen[plan.phase as keyof typeof seen] += 1
        seen.signals += sent.some(({ what }) => what === 'restart' || what === 'stop') ? 1 : 0
        seen.kills += sent.some(({ what }) => what === 'kill') ? 1 : 0
        seen.warnings += sent.filter(({ what }) => warning(what)).length
      },
    ),
    { numRuns: runs },
  )
  // The runs were not empty: each end was met often.
  for (const count of [seen.signals, seen.missed, seen.cancelled]) expect(count).toBeGreaterThan(runs / 25)
  expect(seen.kills).toBeGreaterThan(runs / 50)
  expect(seen.warnings).toBeGreaterThan(runs / 2)
})
