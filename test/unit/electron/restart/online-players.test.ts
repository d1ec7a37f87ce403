import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Moment, momentOf } from '../../../../electron/lib/clock.ts'
import {
  emptyApartMs,
  emptyMs,
  followOnlinePlayers,
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
import { createStore } from '../../../../electron/state/store.ts'
import type { PlayerCount } from '../../../../shared/model/players-schema.ts'
import { appState } from '../../../fixtures/app-state.ts'
import { createFakeClock, type FakeClock } from '../../../fixtures/fake-clock.ts'
import { first } from '../../../fixtures/players-poller-rig.ts'
import { playerCount, playersHold } from '../../../fixtures/players-view.ts'

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
    (known, [seconds, online, isSure = true]) =>
      noteCount(known, online === null ? null : told(seconds, online, isSure), at(seconds)),
    nobodyAsked,
  )
}

describe('empty', () => {
  it.each([
    ['one zero', knownAfter([0, 0]), 0, false],
    ['two zeros, 20 s apart', knownAfter([0, 0], [20, 0]), 20, true],
    ['the newer zero not sure', knownAfter([0, 0], [20, 0, false]), 20, false],
    ['not known any more', knownAfter([0, 0], [20, 0], [40, null]), 40, false],
    ['a newer zero that is just fresh', knownAfter([0, 0], [20, 0]), 50, true],
    ['a newer zero that is old', knownAfter([0, 0], [20, 0]), 50.1, false],
  ])('%s', (_what, known, seconds, expected) => {
    expect(isEmpty(known, at(seconds))).toBe(expected)
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
    const known = knownAfter([0, 0], [20, 0])
    expect(isEmpty(known, apart(4_000, 21))).toBe(false)
    expect(isEmpty(known, apart(21, 4_000))).toBe(false)
    const zero = noteCount(known, told(4_000), apart(4_000, 21))
    expect(isEmpty(zero, apart(4_000, 21))).toBe(false)
  })

  it('does not believe a count of the future, as a clock that was set back leaves', () => {
    const known = knownAfter([0, 0], [20, 0])
    expect(isEmpty(known, apart(-3_600, 21))).toBe(false)
    expect(onlineNow(known, apart(-3_600, 21))).toBeNull()
  })

  // An hour of sleep, and a wall clock set back by as much before it: neither other clock saw that time pass.
  const hidden = (seconds: number): Moment => ({ ...at(seconds), steady: at(seconds + 3_600).steady })

  it.each([
    ['at most 30 s old by them', isEmpty, 21],
    ['not even that', isEmpty, 20],
    ['still young enough where the next one is on its way', isStillEmpty, 60],
    ['young enough to tell how many are on', (known: OnlinePlayers, now: Moment) => onlineNow(known, now) !== null, 21],
    [
      'young enough to tell that few are on',
      (known: OnlinePlayers, now: Moment) => isAtMost(known, 2, now) !== null,
      21,
    ],
  ])('does not act by a count from before a sleep that a clock set back hides, %s', (_how, decides, seconds) => {
    const known = knownAfter([0, 0], [20, 0])
    expect(decides(known, at(seconds))).toBe(true)
    expect(decides(known, hidden(seconds))).toBe(false)
  })

  it('counts anew after a sleep that a clock set back hides', () => {
    const zero = noteCount(knownAfter([0, 0], [20, 0]), told(40), hidden(40))
    expect(isEmpty(zero, hidden(40))).toBe(false)
    expect(isEmpty(noteCount(zero, told(60), hidden(60)), hidden(60))).toBe(true)
  })

  it('begins anew where the clock was set back, and does not wait until the time is reached again', () => {
    const later = (seconds: number): Moment => apart(seconds - 3_600, seconds)
    const known = [20, 40, 60].reduce(
      (before, seconds) => noteCount(before, told(seconds - 3_600), later(Math.max(21, seconds))),
      knownAfter([0, 0], [20, 0]),
    )
    expect(isEmpty(known, later(60))).toBe(true)
    expect(emptyMs(known, later(60))).toBe(40_000)
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
])('how many are on: %#', (known, expected) => {
  expect(onlineNow(known, at(0))).toBe(expected)
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
        const known = knownAfter(
          ...counts.map((count, i) => [seconds[i] ?? 0, count.online < 0 ? null : count.online, count.isSure] as const),
        )
        const now = at((seconds.at(-1) ?? 0) + later / 1_000)
        const zeros = zerosOf(counts)
        const span = zeros.length === 0 || later > freshMs ? null : (zeros.at(-1) ?? 0) - (zeros[0] ?? 0)
        expect(emptyMs(known, now)).toBe(span)
        expect(isEmpty(known, now)).toBe((span ?? 0) >= emptyApartMs)
        seenEmpty += Number(isEmpty(known, now))
      },
    ),
    { numRuns: 500 },
  )
  expect(seenEmpty).toBeGreaterThan(20)
})

describe('a last look', () => {
  const count = (at: number, online = 0) => playerCount({ at, online })

  /** What a look comes to where the questions that are put are answered like this, and how long it took. */
  async function look(...answers: readonly ((clock: FakeClock) => Promise<PlayerCount | null>)[]) {
    const clock = createFakeClock()
    const store = createStore(appState({ servers: [first] }))
    const asks = [...answers]
    const hold = playersHold({ ask: () => asks.shift()?.(clock) ?? new Promise(() => undefined) })
    const crowds = followOnlinePlayers({ store, clock, watchPlayers: () => hold })
    crowds.follow(new Set([first.ref]), momentOf(clock))
    const beganAt = clock.steady()
    let tookMs: number | null = null
    void crowds.look(first.ref).then(() => {
      tookMs = clock.steady() - beganAt
    })
    while (tookMs === null) await clock.advance(50)
    const { look: made, newest } = crowds.of(first.ref)
    return { answer: made?.answer, online: newest?.online, tookMs, left: asks.length }
  }

  it('waits for the answer, a second at most', async () => {
    const soon = await look(async (clock) => count(clock.now(), 2))
    expect(soon).toEqual({ answer: 'told', online: 2, tookMs: 0, left: 0 })
    expect(await look()).toEqual({ answer: 'unanswered', online: undefined, tookMs: 1_000, left: 0 })
  })

  it('asks once more where the first question may be lost', async () => {
    const lost = () => new Promise<null>(() => undefined)
    const told = await look(lost, async (clock) => count(clock.now(), 1))
    expect(told).toEqual({ answer: 'told', online: 1, tookMs: 500, left: 0 })
  })

  it('tells a count of before from a new one', async () => {
    expect(await look(async (clock) => count(clock.now() - 5_000))).toMatchObject({ answer: 'before', online: 0 })
    expect(await look(async () => null)).toMatchObject({ answer: 'unanswered' })
  })
})
