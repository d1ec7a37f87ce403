import fc from 'fast-check'
import { expect, it } from 'vitest'
import { emptyApartMs, freshMs, gapMs, lookMs } from '../../../../electron/restart/online-players.ts'
import { graceMs } from '../../../../electron/restart/plan.ts'
import { hasEnded, isAhead } from '../../../../shared/model/restart.ts'
import type { PlayersRule, RestartChoices } from '../../../../shared/model/restart-schema.ts'
import { fail, ok } from '../../../../shared/result.ts'
import { createFaultyClock } from '../../../fixtures/faulty-clock.ts'
import { createPlanRig, server } from '../../../fixtures/plan-rig.ts'
import { sizeOf } from '../../../fixtures/run.ts'

const runs = sizeOf({ short: 200, long: 2_000 })

const happening = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('looks' as const),
      online: fc.constantFrom(null, 0, 0, 0, 0, 1, 3),
      isSure: fc.constantFrom(true, true, true, true, false),
      times: fc.integer({ min: 1, max: 4 }),
      apartMs: fc.constantFrom(20_000, 20_000, 20_500, 24_000, 3_000, 9_000, 100_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 90_000 }) }) },
  fc.record({
    kind: fc.constant('doze' as const),
    ms: fc.integer({ min: 1, max: 400_000 }),
    counts: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('set' as const), ms: fc.integer({ min: -400_000, max: 400_000 }) }),
  fc.record({ kind: fc.constantFrom('postpone' as const, 'cancel' as const) }),
  fc.record({ kind: fc.constant('fault' as const), command: fc.constantFrom('ok', 'refused', 'slow', 'timeout') }),
  fc.record({
    kind: fc.constant('last look' as const),
    brings: fc.constantFrom('the same', 'the same', 'somebody', 'one of before', 'nothing', 'nothing in time'),
  }),
)

const rule: fc.Arbitrary<PlayersRule> = fc.oneof(
  fc.record({
    rule: fc.constant('when-empty' as const),
    otherwise: fc.constantFrom('restart' as const, 'skip' as const),
  }),
  fc.record({ rule: fc.constant('at-most' as const), players: fc.constantFrom(0, 1, 2, 5) }),
)

/** A count that was told, by the time that really passed. */
type Told = { readonly at: number; readonly online: number | null; readonly isSure: boolean }

/** Whether the players were asked right before now. */
const wereAsked = (told: readonly Told[], now: number) => now - (told.at(-1)?.at ?? 0) <= lookMs

/** Whether the counts say that nobody is on, as a person would look through them. */
function sayEmpty(told: readonly Told[], now: number): boolean {
  const zeros: Told[] = []
  for (const one of told.toReversed()) {
    if (one.online !== 0 || !one.isSure || (zeros.at(-1)?.at ?? one.at) - one.at > gapMs + graceMs) break
    zeros.push(one)
  }
  const [newest, oldest] = [zeros[0], zeros.at(-1)]
  if (newest === undefined || oldest === undefined) return false
  return now - newest.at <= freshMs && newest.at - oldest.at >= emptyApartMs
}

function sayFew(told: readonly Told[], now: number, most: number): boolean {
  const newest = told.at(-1)
  if (newest === undefined || newest.online === null || now - newest.at > freshMs) return false
  return newest.online <= most && (newest.online > 0 || newest.isSure)
}

type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never
type Looks = Extract<Happening, { kind: 'looks' }>

/** One plan's run: what is told of its players, what happens to it, and what came of it. */
function createRun(players: PlayersRule, inSeconds: number, more: Partial<RestartChoices>) {
  const clock = createFaultyClock()
  const rig = createPlanRig(clock)
  /** Time slept that the monotonic clock does not count, in milliseconds. */
  let slept = 0
  /** The same, and by how much the wall clock was set, since time last passed: what the clocks show of it is their sum. */
  let unseen = { sleptMs: 0, setMs: 0 }
  const real = () => clock.mono() + slept
  const told: Told[] = []
  let cancelledAt: number | null = null
  let wentBack = false
  /** Each signal: whether zero was brought forward for it, and what spoke against it when it went out. */
  const signals: { readonly isEarly: boolean; readonly wrong: readonly string[] }[] = []

  function mayRestart(isEarly: boolean): boolean {
    if (players.rule === 'at-most') return wereAsked(told, real()) && sayFew(told, real(), players.players)
    if (players.rule === 'when-empty' && (isEarly || players.otherwise === 'skip'))
      return isEarly && wereAsked(told, real()) && sayEmpty(told, real())
    return true
  }
  rig.answer.power = async () => {
    const { latestAt, zeroAt } = rig.plan()
    // By the app's own clock, which takes over that the wall clock was set back with the next timer.
    const { wall } = rig.sent.at(-1) ?? { wall: 0 }
    const isOnTime = wall >= zeroAt && zeroAt <= (latestAt ?? zeroAt)
    const wrong = [...(isOnTime ? [] : ['its time']), ...(mayRestart(latestAt !== null) ? [] : ['its players'])]
    signals.push({ isEarly: latestAt !== null, wrong })
    return ok()
  }
  const answers = {
    ok: async () => ok(),
    refused: async () => fail('server-not-running'),
    timeout: async () => fail('timeout', { mayHaveActed: true }),
    slow: async () => {
      await clock.sleep(7_000)
      return ok()
    },
  } as const
  let brings: Extract<Happening, { kind: 'last look' }>['brings'] = 'the same'
  rig.answer.players = async () => {
    if (brings === 'nothing in time') await clock.sleep(lookMs + 500)
    const last = rig.store.get().players[server.ref]?.count ?? null
    if (last === null || brings === 'nothing' || brings === 'one of before') return brings === 'nothing' ? null : last
    const { online, isSure } = brings === 'somebody' ? { online: 3, isSure: true } : last
    told.push({ at: real(), online, isSure })
    rig.count(online, { isSure })
    return rig.store.get().players[server.ref]?.count ?? null
  }
  rig.store.subscribe((after, before) => {
    const [now, earlier] = [Object.values(after.plans)[0], Object.values(before.plans)[0]]
    wentBack ||= earlier?.latestAt != null && now?.latestAt === null && now.phase === 'counting'
  })
  rig.start(inSeconds, { ...more, players })
  const { id } = rig.plan()

  async function look({ online, isSure, times, apartMs }: Looks): Promise<void> {
    for (let i = 0; i < times; i += 1) {
      told.push({ at: real(), online, isSure })
      rig.count(online, { isSure })
      await clock.pass(apartMs)
    }
  }

  function doze(ms: number, counts: boolean): void {
    if (!counts) slept += ms
    if (!counts) unseen.sleptMs += ms
    rig.doze(ms, counts)
    tellHiddenSleep()
  }

  function set(ms: number): void {
    unseen.setMs += ms
    clock.set(ms)
    tellHiddenSleep()
  }

  /** A sleep for which the wall clock was set back by as much shows in no clock: the system alone tells of it. */
  function tellHiddenSleep(): void {
    if (unseen.sleptMs === 0 || unseen.sleptMs + unseen.setMs > 500) return
    rig.plans.setAsleep(true)
    rig.plans.setAsleep(false)
  }

  function cancel(): void {
    if (!rig.plans.cancel(id, false, 'window').ok) return
    expect(signals).toEqual([])
    cancelledAt = rig.sent.length
  }

  async function happen(one: Happening): Promise<void> {
    // What was ordered before goes out before.
    await clock.pass(0)
    if (one.kind !== 'doze' && one.kind !== 'set') unseen = { sleptMs: 0, setMs: 0 }
    switch (one.kind) {
      case 'looks':
        return look(one)
      case 'pass':
        return clock.pass(one.ms)
      case 'doze':
        return doze(one.ms, one.counts)
      case 'set':
        return set(one.ms)
      case 'fault':
        rig.answer.command = answers[one.command]
        return
      case 'last look':
        brings = one.brings
        return
      case 'postpone':
        rig.plans.postpone(id)
        return
      case 'cancel':
        cancel()
    }
  }

  return {
    happen,
    async end() {
      await clock.pass(3_000_000)
      rig.dispose()
      const { sent, watched } = rig
      const late = cancelledAt === null ? [] : sent.slice(cancelledAt)
      return { plan: rig.plan(), signals, sent, late, watched, wentBack, wasCancelled: cancelledAt !== null }
    },
  }
}
type End = Awaited<ReturnType<ReturnType<typeof createRun>['end']>>

const isSkipped = ({ plan: { error } }: End) => error?.code === 'players-stayed' || error?.code === 'players-not-known'

/** What never may be, whatever happened. */
function check(players: PlayersRule, end: End): void {
  const { plan, signals, sent, late, watched } = end
  expect(isAhead(plan)).toBe(false)
  expect(signals.flatMap(({ wrong }) => wrong)).toEqual([])
  expect(signals.length).toBeLessThanOrEqual(1)
  expect(late).toEqual([])
  expect(hasEnded(plan) && plan.steps.some(({ result }) => result === 'waiting')).toBe(false)
  expect(watched).toEqual([])
  if (isSkipped(end) || plan.phase === 'missed') expect(signals).toEqual([])
  const saves = sent.filter(({ what }) => what === 'save')
  for (const [i, { steady, isEarly }] of saves.entries()) {
    const before = saves[i - 1]
    if (before !== undefined) expect(steady - before.steady).toBeGreaterThanOrEqual(isEarly ? 300_000 : 60_000)
  }
  // Nobody is told of a time that may never come.
  const isQuiet = players.rule === 'when-empty' && players.otherwise === 'skip'
  if (isQuiet) expect(sent.filter(({ what }) => /^warn (?!5 seconds$)/.test(what))).toEqual([])
}

const chosen = fc.record({
  warnings: fc.constantFrom<number[]>([], [60], [120, 30, 10, 2]),
  lastCommand: fc.constantFrom<RestartChoices['lastCommand']>(
    null,
    { text: 'save', waitSeconds: 3 },
    { text: 'save', waitSeconds: 40 },
    { text: 'save', waitSeconds: 100 },
  ),
  cancelText: fc.constantFrom(null, 'never mind'),
})

it('restarts as the players allow, at most once, never after a cancel, and never where it is skipped', async () => {
  const seen = { early: 0, atEnd: 0, few: 0, skipped: 0, missed: 0, cancelled: 0, wentBack: 0 }
  await fc.assert(
    fc.asyncProperty(
      rule,
      chosen,
      fc.integer({ min: 0, max: 600 }),
      fc.array(happening, { minLength: 3, maxLength: 25 }),
      async (players, more, inSeconds, happenings) => {
        const run = createRun(players, inSeconds, more)
        for (const one of happenings) await run.happen(one)
        const end = await run.end()
        check(players, end)
        const [signal] = end.signals
        seen.early += Number(signal?.isEarly ?? false)
        seen.atEnd += Number(players.rule === 'when-empty' && signal?.isEarly === false)
        seen.few += Number(players.rule === 'at-most' && signal !== undefined)
        seen.skipped += Number(isSkipped(end))
        seen.missed += Number(end.plan.phase === 'missed')
        seen.cancelled += Number(end.wasCancelled)
        seen.wentBack += Number(end.wentBack)
      },
    ),
    { numRuns: runs },
  )
  // The runs were not empty: each end was met often.
  const rare = Object.entries(seen).filter(([, count]) => count <= runs / 200)
  expect(rare).toEqual([])
})
