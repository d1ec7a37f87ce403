import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  frozenAfterMs,
  frozenSince,
  type GameAnswer,
  noGameLife,
  noteGame,
  silenceOf,
} from '../../../../electron/players/frozen.ts'

const noon = 1_000_000_000
const minute = 60_000

type Told = readonly [minutes: number, answer: GameAnswer['answer']]

/** A reading at that minute. */
const reading = ([minutes, answer]: Told): GameAnswer => ({
  answer,
  at: { wall: noon + minutes * minute, steady: minutes * minute },
})
const sinceOf = (all: readonly GameAnswer[]) => frozenSince(all.reduce(noteGame, noGameLife))

const answered = (minute: number): Told => [minute, 'answered']
/** Silent once a minute, from one minute to another. */
const silent = (from: number, to: number): Told[] =>
  Array.from({ length: to - from + 1 }, (_, i) => [from + i, 'silent'] as const)

describe('a frozen game', () => {
  it.each<[string, readonly Told[], number | null]>([
    ['nothing known', [], null],
    ['it answered, then not for ten minutes', [answered(0), ...silent(1, 11)], 1],
    ['it answered, then not for a little less', [answered(0), ...silent(1, 10)], null],
    ['it never answered', silent(0, 60), null],
    ['it answers again', [answered(0), ...silent(1, 20), answered(21)], null],
    ['it could not be asked', [answered(0), ...silent(1, 20), [21, 'not-asked']], null],
    ['two questions far apart', [answered(0), ...silent(1, 1), ...silent(12, 12)], null],
    [
      'three questions, as after failures they are fewer',
      [answered(0), ...silent(1, 1), ...silent(6, 6), ...silent(11, 11)],
      1,
    ],
    ['a night of sleep between', [answered(0), ...silent(1, 3), ...silent(500, 505)], null],
    ['silence after a night of sleep', [answered(0), ...silent(1, 3), ...silent(500, 510)], 500],
  ])('%s', (_what, all, since) => {
    expect(sinceOf(all.map(reading))).toBe(since === null ? null : noon + since * minute)
  })
})

describe('the silence of a frozen game', () => {
  const lifeOf = (...all: readonly Told[]) => all.map(reading).reduce(noteGame, noGameLife)
  const own = lifeOf(answered(0), ...silent(1, 12))
  const at = (minutes: number) => reading([minutes, 'silent']).at

  it.each<[string, Parameters<typeof silenceOf>[1], boolean]>([
    ['there is no other', [], true],
    ['others never answered', [lifeOf(...silent(0, 12)), lifeOf([0, 'told'], [12, 'told'])], true],
    ['another one answered since', [lifeOf(answered(0), ...silent(2, 12)), lifeOf(answered(1))], true],
    ['the others are silent as well', [lifeOf(answered(0), ...silent(1, 12)), lifeOf(...silent(0, 12))], false],
    ['the others could not be asked since', [lifeOf(answered(0), [5, 'not-asked'])], false],
    ['another one is told of by its panel alone', [lifeOf(answered(0), [12, 'told'])], false],
  ])('where %s', (_what, others, isItsOwn) => {
    expect(silenceOf(own, others)).toEqual({ first: at(1), last: at(12), isItsOwn })
  })

  it.each<[string, readonly Told[]]>([
    ['that is not frozen yet', [answered(0), ...silent(1, 5)]],
    ['of which only the panel told', [[0, 'told'], ...silent(1, 12)]],
    ['that the panel told of since', [answered(0), ...silent(1, 12), [13, 'told']]],
  ])('is none of a game %s', (_what, all) => {
    expect(silenceOf(lifeOf(...all), [])).toBeNull()
  })
})

it('is never found of a game that did not answer before, or did within ten minutes', () => {
  const answers = fc.constantFrom<Told[1]>('answered', 'silent', 'silent', 'silent', 'silent', 'silent', 'not-asked')
  let seenFrozen = 0
  fc.assert(
    fc.property(
      fc.array(fc.record({ afterMinutes: fc.integer({ min: 1, max: 8 }), answer: answers }), { maxLength: 30 }),
      (all) => {
        let minutes = 0
        const told = all.map(({ afterMinutes, answer }): Told => {
          minutes += afterMinutes
          return [minutes, answer]
        })
        const since = sinceOf(told.map(reading))
        if (since === null) return
        seenFrozen += 1
        const lastLoud = told.findLastIndex(([, answer]) => answer !== 'silent')
        const run = told.slice(lastLoud + 1)
        expect(told.slice(0, lastLoud + 1).findLast(([, answer]) => answer === 'answered')?.[1]).toBe('answered')
        expect(since).toBe(noon + (run[0]?.[0] ?? 0) * minute)
        expect(noon + minutes * minute - since).toBeGreaterThanOrEqual(frozenAfterMs)
      },
    ),
    { numRuns: 500 },
  )
  expect(seenFrozen).toBeGreaterThan(5)
})
