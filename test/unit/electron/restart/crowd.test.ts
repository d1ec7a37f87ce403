import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Moment } from '../../../../electron/lib/instant.ts'
import {
  emptyApartMs,
  emptyMs,
  freshMs,
  gapMs,
  isAtMost,
  isEmpty,
  isStillEmpty,
  nobodyAsked,
  noteCount,
  type OnlinePlayers,
  onlineNow,
} from '../../../../electron/restart/online-players.ts'
import type { PlayerCount } from '../../../../shared/model/players-schema.ts'
import { playerCount } from '../../../fixtures/players-view.ts'

const noon = 1_000_000_000
/** So many seconds later, by all clocks. */
const at = (seconds: number): Moment => ({
  wall: noon + Math.round(seconds * 1_000),
  mono: Math.round(seconds * 1_000),
  steady: Math.round(seconds * 1_000),
})
/** The wall clock and the monotonic one so many seconds later; the steady time goes on with the one that saw more. */
const apart = (wall: number, mono: number): Moment => ({
  ...at(Math.max(wall, mono)),
  wall: at(wall).wall,
  mono: at(mono).mono,
})
/** A count that was told then. */
const told = (seconds: number, online = 0, isSure = true): PlayerCount =>
  playerCount({ online, isSure, at: at(seconds).wall })

/** What is known after these were told one after the other, each seen when it was told. */
function knownAfter(...counts: readonly (readonly [number, number | null, boolean?])[]): OnlinePlayers {
  return counts.reduce(
    (crowd, [seconds, online, isSure = true]) =>
      noteCount(crowd, online === null ? null : told(seconds, online, isSure), at(seconds)),
    nobodyAsked,
  )
}

describe('empty', () => {
  it.each([
    ['one zero', knownAfter([0, 0]), 0, false],
    ['two zeros, 20 s apart', knownAfter([0, 0], [20, 0]), 20, true],
    ['two zeros, less than that apart', knownAfter([0, 0], [19.9, 0]), 20, false],
    ['three zeros', knownAfter([0, 0], [19, 0], [38, 0]), 38, true],
    ['zeros that are not sure', knownAfter([0, 0, false], [20, 0, false]), 20, false],
    ['the newer zero not sure', knownAfter([0, 0], [20, 0, false]), 20, false],
    ['the older zero not sure', knownAfter([0, 0, false], [20, 0]), 20, false],
    ['somebody between', knownAfter([0, 0], [10, 1], [20, 0]), 20, false],
    ['not known between', knownAfter([0, 0], [10, null], [20, 0]), 20, false],
    ['somebody who came', knownAfter([0, 0], [20, 0], [40, 1]), 40, false],
    ['not known any more', knownAfter([0, 0], [20, 0], [40, null]), 40, false],
    ['a newer zero that is just fresh', knownAfter([0, 0], [20, 0]), 50, true],
    ['a newer zero that is old', knownAfter([0, 0], [20, 0]), 50.1, false],
    ['a pause', knownAfter([0, 0], [90.1, 0]), 90.1, false],
    ['just no pause', knownAfter([0, 0], [90, 0]), 90, true],
  ])('%s', (_what, crowd, seconds, expected) => {
    expect(isEmpty(crowd, at(seconds))).toBe(expected)
  })

  it('does not count one count twice', () => {
    const count = told(0)
    const twice = noteCount(noteCount(nobodyAsked, count, at(0)), { ...count }, at(25))
    expect(isEmpty(twice, at(25))).toBe(false)
  })

  it('does not take what was told long before for new', () => {
    const first = noteCount(nobodyAsked, told(0), at(40))
    expect(onlineNow(first, at(40))).toBeNull()
    expect(isEmpty(noteCount(first, told(5), at(41)), at(41))).toBe(false)
  })

  it('is over after sleep, whichever clock went on', () => {
    const crowd = knownAfter([0, 0], [20, 0])
    expect(isEmpty(crowd, apart(4_000, 21))).toBe(false)
    expect(isEmpty(crowd, apart(21, 4_000))).toBe(false)
    const zero = noteCount(crowd, told(4_000), apart(4_000, 21))
    expect(isEmpty(zero, apart(4_000, 21))).toBe(false)
  })

  it('does not believe a count of the future, as a clock that was set back leaves', () => {
    const crowd = knownAfter([0, 0], [20, 0])
    expect(isEmpty(crowd, apart(-3_600, 21))).toBe(false)
    expect(onlineNow(crowd, apart(-3_600, 21))).toBeNull()
  })

  // An hour of sleep, and a wall clock set back by as much before it: neither other clock saw that time pass.
  const hidden = (seconds: number): Moment => ({ ...at(seconds), steady: at(seconds + 3_600).steady })

  it.each([
    ['at most 30 s old by them', isEmpty, 21],
    ['not even that', isEmpty, 20],
    ['still young enough where the next one is on its way', isStillEmpty, 60],
    ['young enough to tell how many are on', (crowd: OnlinePlayers, now: Moment) => onlineNow(crowd, now) !== null, 21],
    [
      'young enough to tell that few are on',
      (crowd: OnlinePlayers, now: Moment) => isAtMost(crowd, 2, now) !== null,
      21,
    ],
  ])('does not act by a count from before a sleep that a clock set back hides, %s', (_how, decides, seconds) => {
    const crowd = knownAfter([0, 0], [20, 0])
    expect(decides(crowd, at(seconds))).toBe(true)
    expect(decides(crowd, hidden(seconds))).toBe(false)
  })

  it('counts anew after a sleep that a clock set back hides', () => {
    const zero = noteCount(knownAfter([0, 0], [20, 0]), told(40), hidden(40))
    expect(isEmpty(zero, hidden(40))).toBe(false)
    expect(isEmpty(noteCount(zero, told(60), hidden(60)), hidden(60))).toBe(true)
  })

  it('begins anew where the clock was set back, and does not wait until the time is reached again', () => {
    const later = (seconds: number): Moment => apart(seconds - 3_600, seconds)
    const crowd = [20, 40, 60].reduce(
      (known, seconds) => noteCount(known, told(seconds - 3_600), later(Math.max(21, seconds))),
      knownAfter([0, 0], [20, 0]),
    )
    expect(isEmpty(crowd, later(60))).toBe(true)
    expect(emptyMs(crowd, later(60))).toBe(40_000)
  })

  it('takes a count that moved with the clock for no second one', () => {
    const first = noteCount(nobodyAsked, told(0), at(0))
    const moved = noteCount(first, told(-3_600), apart(-3_599, 1))
    expect(isEmpty(moved, apart(-3_580, 20))).toBe(false)
  })
})

it.each([
  [knownAfter(), null],
  [knownAfter([0, 3]), 3],
  [knownAfter([0, 3, false]), 3],
  [knownAfter([0, 0]), 0],
  [knownAfter([0, 0, false]), null],
  [knownAfter([-31, 3]), null],
  [knownAfter([0, 3], [1, null]), null],
])('how many are on: %#', (crowd, expected) => {
  expect(onlineNow(crowd, at(0))).toBe(expected)
})

const reading = fc.record({
  afterMs: fc.oneof(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 0, max: 120_000 })),
  online: fc.constantFrom(null, 0, 0, 0, 0, 0, 0, 1),
  isSure: fc.constantFrom(true, true, true, false),
})

/** The times of the sure zeros at the end, without a pause between them. */
function zerosOf(all: readonly PlayerCount[]): number[] {
  let zeros: number[] = []
  for (const { online, isSure, at: ms } of all) {
    if (online !== 0 || !isSure || ms - (zeros.at(-1) ?? ms) > gapMs) zeros = []
    if (online === 0 && isSure) zeros.push(ms)
  }
  return zeros
}

it('is empty only over sure zeros without a pause, whatever was told', () => {
  let seenEmpty = 0
  fc.assert(
    fc.property(
      fc.array(reading, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 0, max: 60_000 }),
      (all, later) => {
        const counts = all.map(({ online, isSure }, i) => {
          const ms = all.slice(0, i + 1).reduce((sum, { afterMs }) => sum + afterMs, 0)
          return told(ms / 1_000, online ?? -1, online !== null && isSure)
        })
        const seconds = counts.map((count) => (count.at - noon) / 1_000)
        const crowd = knownAfter(
          ...counts.map((count, i) => [seconds[i] ?? 0, count.online < 0 ? null : count.online, count.isSure] as const),
        )
        const now = at((seconds.at(-1) ?? 0) + later / 1_000)
        const zeros = zerosOf(counts)
        const span = zeros.length === 0 || later > freshMs ? null : (zeros.at(-1) ?? 0) - (zeros[0] ?? 0)
        expect(emptyMs(crowd, now)).toBe(span)
        expect(isEmpty(crowd, now)).toBe((span ?? 0) >= emptyApartMs)
        seenEmpty += Number(isEmpty(crowd, now))
      },
    ),
    { numRuns: 500 },
  )
  expect(seenEmpty).toBeGreaterThan(20)
})
