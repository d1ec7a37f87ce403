import fc from 'fast-check'
import { expect, it } from 'vitest'
import { backupPatienceMs } from '../../../../electron/restart/backup-first.ts'
import { graceMs } from '../../../../electron/restart/plan.ts'
import { hasEnded, isAhead, warningTime } from '../../../../shared/model/restart.ts'
import type { PlayersRule, RestartChoices } from '../../../../shared/model/restart-schema.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { createFaultyClock } from '../../../fixtures/faulty-clock.ts'
import { createPlanRig, rightsTimes } from '../../../fixtures/plan-rig.ts'
import { sizeOf } from '../../../fixtures/run.ts'

const runs = sizeOf({ short: 60, long: 1_000 })

const happening = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 300_000 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('end' as const), how: fc.constantFrom('good', 'bad', 'unseen') }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('counts' as const), online: fc.constantFrom(null, 0, 0, 0, 2) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const) }) },
  fc.record({ kind: fc.constant('doze' as const), ms: fc.integer({ min: 1, max: 400_000 }), counts: fc.boolean() }),
  fc.record({ kind: fc.constant('set' as const), ms: fc.integer({ min: -400_000, max: 400_000 }) }),
  fc.record({ kind: fc.constantFrom('postpone' as const, 'now' as const, 'cancel' as const) }),
)
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never

const players: fc.Arbitrary<PlayersRule> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ rule: 'any' as const }) },
  fc.record({
    rule: fc.constant('when-empty' as const),
    otherwise: fc.constantFrom('restart' as const, 'skip' as const),
  }),
  fc.constant({ rule: 'at-most' as const, players: 1 }),
)

const chosen = fc.record({
  warnings: fc.constantFrom<number[]>([], [60, 10], [1_200, 300, 30, 5, 2]),
  lastCommand: fc.constantFrom<RestartChoices['lastCommand']>(null, { text: 'save', waitSeconds: 5 }),
  cancelText: fc.constantFrom(null, 'never mind'),
  backupFirst: fc.constantFrom('must' as const, 'anyway' as const),
  players,
})

const plainChoices = { warnings: [], lastCommand: null, cancelText: null, players: { rule: 'any' as const } }

const ends = { good: ok(), bad: fail('backup-failed'), unseen: fail('backup-not-seen') }

/** One plan's run: its backup, what happens to it, and what came of it. */
function createRun(choices: Partial<RestartChoices>, inSeconds: number, rightsMs: number) {
  const clock = createFaultyClock()
  const rig = createPlanRig(clock)
  rig.rightsAfter(rightsMs)
  let ended: Result<void> | null = null
  let resolve: ((result: Result<void>) => void) | null = null
  rig.answer.backup = () => new Promise((give) => (resolve = give))
  /** Time slept that the monotonic clock does not count, in milliseconds. */
  let slept = 0
  /**
   * What no setting back shortens: the steady clock takes in a clock that was set ahead, but stands still where one is put
   * back by less than half a second; what really passed does not.
   */
  const times = () => ({ steady: clock.steady(), real: clock.mono() + slept })
  /** When the wait for the backup began. */
  let heldSince: ReturnType<typeof times> | null = null
  const waitedMs = (since: ReturnType<typeof times>) => {
    const now = times()
    return Math.max(now.steady - since.steady, now.real - since.real)
  }
  let cancelledAt: number | null = null
  const wrong: string[] = []
  rig.store.subscribe((after, before) => {
    const [now, earlier] = [Object.values(after.plans)[0], Object.values(before.plans)[0]]
    if (now?.phase === 'backing-up' && earlier?.phase !== 'backing-up') heldSince = times()
  })
  rig.answer.power = async () => {
    const wasPatient = heldSince !== null && waitedMs(heldSince) >= backupPatienceMs
    const isAnyway = choices.backupFirst === 'anyway'
    if (resolve === null) wrong.push('no backup was begun')
    if (ended === null && !(isAnyway && wasPatient)) wrong.push('the backup was open')
    if (ended?.ok === false && !isAnyway) wrong.push('the backup was not good')
    return ok()
  }
  rig.start(inSeconds, choices)
  const { id } = rig.plan()

  async function count(online: number | null): Promise<void> {
    for (let i = 0; i < 3; i += 1) {
      rig.count(online)
      await clock.pass(20_000)
    }
  }

  async function happen(one: Happening): Promise<void> {
    // What was ordered before goes out before.
    await clock.pass(0)
    switch (one.kind) {
      case 'pass':
        return clock.pass(one.ms)
      case 'wait':
        return clock.pass(backupPatienceMs)
      case 'end':
        if (resolve === null || ended !== null) return
        ended = ends[one.how as keyof typeof ends]
        return resolve(ended)
      case 'counts':
        return count(one.online)
      case 'doze':
        if (!one.counts) slept += one.ms
        return rig.doze(one.ms, one.counts)
      case 'set':
        return clock.set(one.ms)
      case 'postpone':
        return void rig.plans.postpone(id)
      case 'now':
        return rig.hurry(clock.wall)
      case 'cancel':
        if (rig.plans.cancel(id, false, 'window').ok) cancelledAt = rig.sent.length
    }
  }

  return {
    happen,
    rig,
    clock,
    wrong,
    wasHeld: () => heldSince !== null,
    late: () => (cancelledAt === null ? [] : rig.sent.slice(cancelledAt)),
  }
}

type Run = ReturnType<typeof createRun>

/** What never may be, whatever happened. */
function check({ rig, wrong, late }: Run): void {
  const { sent } = rig
  expect(wrong).toEqual([])
  expect(late()).toEqual([])
  const numberOf = (what: string) => sent.filter((one) => one.what === what).length
  expect(numberOf('backup')).toBeLessThanOrEqual(1)
  expect(numberOf('restart')).toBeLessThanOrEqual(1)
  const signal = sent.findIndex(({ what }) => what === 'restart')
  for (const { what } of sent.slice(signal + 1)) if (signal !== -1) expect(what).not.toMatch(/^warn|save|backup/)
  for (const { what, wall, zeroAt } of sent) {
    if (what === 'restart') {
      expect(wall).toBeGreaterThanOrEqual(zeroAt)
      expect(wall - zeroAt).toBeLessThanOrEqual(graceMs)
    }
    const seconds = [1_200, 300, 60, 30, 10, 5, 2].find((one) => what === `warn ${warningTime(one)}`)
    // Each tells a time that was true, also after a wait for the backup.
    if (seconds !== undefined) expect(Math.abs(zeroAt - seconds * 1_000 - wall)).toBeLessThanOrEqual(graceMs)
  }
}

/** A next start of the app goes on with what is still ahead, begins no second backup, and sends nothing else. */
async function checkNextStart({ rig, clock }: Run): Promise<void> {
  const left = rig.plan()
  const wasAhead = isAhead(left)
  // One that outlasted the plan's patience is settled for it, though the panel still makes it.
  const wasOpen = left.steps.some(({ kind, result }) => kind === 'backup' && result === 'sending')
  rig.dispose()
  const next = createPlanRig(clock, rig.file.content)
  next.plans.load()
  // Where the clock was set back to before its beginning, its zero is not known.
  const isDueLater = left.startedAt <= clock.now() && clock.now() < (left.latestAt ?? left.zeroAt)
  const goesOn = wasAhead && !wasOpen && isDueLater
  expect(wasAhead && isAhead(next.plan())).toBe(goesOn)
  await clock.pass(backupPatienceMs)
  const numberOf = (what: string) => [...rig.sent, ...next.sent].filter((one) => one.what === what).length
  expect(numberOf('backup')).toBeLessThanOrEqual(1)
  expect(numberOf('restart')).toBeLessThanOrEqual(1)
  if (!goesOn) expect(next.sent).toEqual([])
  if (!wasAhead || goesOn) return next.dispose()
  expect(next.plan().phase).toBe('missed')
  const backup = next.plan().steps.find(({ kind }) => kind === 'backup')
  if (wasOpen) expect(backup?.result).toBe('unconfirmed')
  next.dispose()
}

it('restarts once its backup has ended as was chosen, begins one at most, and none after a cancel or a next start', async () => {
  const seen = { signals: 0, held: 0, failed: 0, missed: 0, cancelled: 0, nextStarts: 0 }
  await fc.assert(
    fc.asyncProperty(
      chosen,
      fc.integer({ min: 0, max: 2_000 }),
      fc.constantFrom(...rightsTimes),
      fc.array(happening, { minLength: 2, maxLength: 20 }),
      fc.boolean(),
      async (choices, inSeconds, rightsMs, happenings, endsMidway) => {
        const run = createRun(choices, inSeconds, rightsMs)
        for (const one of happenings) await run.happen(one)
        if (endsMidway) {
          seen.nextStarts += Number(isAhead(run.rig.plan()))
          check(run)
          return checkNextStart(run)
        }
        // Nothing waits for longer than a backup that does not end, and for its time.
        for (let i = 0; i < 160 && isAhead(run.rig.plan()); i += 1) await run.clock.pass(60_000)
        await run.clock.pass(10_000)
        const plan = run.rig.plan()
        check(run)
        expect(isAhead(plan)).toBe(false)
        expect(hasEnded(plan) && plan.steps.some(({ result }) => result === 'waiting')).toBe(false)
        if (plan.phase in seen) seen[plan.phase as keyof typeof seen] += 1
        seen.signals += Number(run.rig.sent.some(({ what }) => what === 'restart'))
        seen.held += Number(run.wasHeld())
        run.rig.dispose()
      },
    ),
    {
      numRuns: runs,
      examples: [
        [
          { ...plainChoices, backupFirst: 'must' },
          0,
          0,
          [
            { kind: 'set', ms: -1 },
            { kind: 'end', how: 'good' },
          ],
          true,
        ],
      ],
    },
  )
  // The runs were not empty: each end was met often.
  const rare = Object.entries(seen).filter(([, count]) => count === 0)
  expect(rare).toEqual([])
})
