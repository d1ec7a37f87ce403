import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Backup } from '../../../../shared/backups/contract.ts'
import { planKeep } from '../../../../shared/backups/keep.ts'
import type { KeepRule } from '../../../../shared/model/preferences-schema.ts'
import { backupMade } from '../../../fixtures/backup-view.ts'
import { sizeOf } from '../../../fixtures/run.ts'

const runs = sizeOf({ short: 200, long: 2_000 })
const hourMs = 3_600_000

const ruleArb: fc.Arbitrary<KeepRule> = fc.record({
  newest: fc.integer({ min: 0, max: 5 }),
  days: fc.integer({ min: 0, max: 6 }),
})
const zoneArb = fc.constantFrom('UTC', 'Europe/Berlin', 'Pacific/Apia', 'America/St_Johns')

const happening = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('made' as const),
      hours: fc.integer({ min: 0, max: 40 }),
      as: fc.constantFrom('good' as const, 'good' as const, 'good' as const, 'failed' as const, 'pending' as const),
    }),
  },
  fc.record({ kind: fc.constant('end' as const), as: fc.constantFrom('good' as const, 'failed' as const) }),
  fc.record({ kind: fc.constant('lock' as const), which: fc.nat(30) }),
  // A panel's clock that was set, or an entry that cannot be read.
  fc.record({
    kind: fc.constant('spoil' as const),
    which: fc.nat(30),
    createdAt: fc.constantFrom(null, 0, 9e15, Number.NaN, 4e12),
    state: fc.constantFrom('good' as const, 'good' as const, 'unknown' as const),
  }),
  fc.record({ kind: fc.constant('turn' as const), by: fc.nat(30) }),
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('keep' as const),
      rule: ruleArb,
      zone: zoneArb,
      /** How many deletions go through before the panel is gone. */
      until: fc.nat(8),
    }),
  },
)
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never

/** A server's backups over a time, and what was deleted of them. */
function createYear() {
  let now = Date.UTC(2026, 2, 27)
  let all: readonly Backup[] = []
  let made = 0
  const gone: Backup[] = []
  const change = (which: number, more: (backup: Backup) => Partial<Backup>) => {
    const place = all.length === 0 ? -1 : which % all.length
    all = all.map((backup, i) => (i === place ? { ...backup, ...more(backup) } : backup))
  }
  const isGood = ({ state }: Backup) => state === 'good'

  function keep({ rule, zone, until }: Extract<Happening, { kind: 'keep' }>): void {
    const plan = planKeep(all, rule, zone)
    expect([...plan.go, ...plan.stay.map(({ id }) => id)].toSorted()).toEqual(all.map(({ id }) => id).toSorted())
    const hadGood = all.some(isGood)
    for (const id of plan.go.slice(0, until)) {
      const backup = all.find((one) => one.id === id)
      if (backup !== undefined) gone.push(backup)
      all = all.filter((one) => one.id !== id)
      // After each single deletion, since the next one may fail.
      expect(all.some(isGood)).toBe(hadGood)
    }
    if (plan.go.length <= until) expect(planKeep(all, rule, zone).go).toEqual([])
  }

  return {
    happen(one: Happening): void {
      switch (one.kind) {
        case 'made':
          now += one.hours * hourMs
          made += 1
          all = [...all, backupMade(made, now, { state: one.as })]
          break
        case 'end':
          all = all.map((backup) => (backup.state === 'pending' ? { ...backup, state: one.as } : backup))
          break
        case 'lock':
          change(one.which, ({ isLocked }) => ({ isLocked: !isLocked }))
          break
        case 'spoil':
          change(one.which, () => ({ createdAt: one.createdAt, state: one.state }))
          break
        case 'turn':
          all = [...all.slice(one.by % (all.length + 1)), ...all.slice(0, one.by % (all.length + 1))]
          break
        case 'keep':
          keep(one)
      }
    },
    gone,
  }
}

it('never leaves a server without a good backup, and never deletes what is locked or not surely good', () => {
  let deleted = 0
  fc.assert(
    fc.property(fc.array(happening, { minLength: 20, maxLength: 60, size: 'max' }), (happenings) => {
      const year = createYear()
      for (const one of happenings) year.happen(one)
      expect(year.gone.filter(({ isLocked, state }) => isLocked || state !== 'good')).toEqual([])
      deleted += year.gone.length
    }),
    { numRuns: runs },
  )
  expect(deleted).toBeGreaterThan(runs)
})

const listArb = fc
  .uniqueArray(fc.integer({ min: 0, max: 24 * 12 }), { maxLength: 25 })
  .map((hours) => hours.map((hour, i) => backupMade(i, Date.UTC(2026, 2, 22) + hour * hourMs)))

/** The same rule as a person would follow it: going back from the newest, with pen and paper. */
function keptByHand(backups: readonly Backup[], { newest, days }: KeepRule, timeZone: string): Set<string> {
  const sorted = backups.toSorted((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0))
  const kept = new Set<string>(sorted.slice(0, Math.max(1, newest)).map(({ id }) => id))
  const byDay = Map.groupBy(sorted, ({ createdAt }) =>
    new Date(createdAt ?? 0).toLocaleDateString('en-GB', { timeZone }),
  )
  for (const [first] of [...byDay.values()].slice(0, days)) if (first !== undefined) kept.add(first.id)
  return kept
}

it('keeps what the rule says, oldest ones going first', () => {
  fc.assert(
    fc.property(listArb, ruleArb, zoneArb, (backups, rule, zone) => {
      const { go } = planKeep(backups, rule, zone)
      const kept = keptByHand(backups, rule, zone)
      const oldestFirst = backups.toSorted((a, b) => (a.createdAt ?? 0) - (b.createdAt ?? 0))
      expect(go).toEqual(oldestFirst.flatMap(({ id }) => (kept.has(id) ? [] : [id])))
    }),
    { numRuns: runs },
  )
})

it('deletes nothing more where a part of the list is not known', () => {
  fc.assert(
    fc.property(
      listArb,
      fc.array(fc.boolean(), { minLength: 25, maxLength: 25 }),
      ruleArb,
      zoneArb,
      (all, isRead, rule, zone) => {
        const whole = new Set<string>(planKeep(all, rule, zone).go)
        const part = all.filter((_, i) => isRead[i])
        expect(planKeep(part, rule, zone).go.filter((id) => !whole.has(id))).toEqual([])
      },
    ),
    { numRuns: runs },
  )
})

it('shows beforehand which one makes room once the next one is good', () => {
  fc.assert(
    fc.property(listArb, ruleArb, zoneArb, (backups, rule, zone) => {
      const now = Date.UTC(2026, 3, 22)
      const then = planKeep([...backups, backupMade(99, now)], rule, zone)
      expect(planKeep(backups, rule, zone, now).go).toEqual(then.go.slice(0, 1))
    }),
    { numRuns: runs },
  )
})
