import { describe, expect, it } from 'vitest'
import type { Backup } from '../../../../shared/backups/contract.ts'
import { keepReasonText, keepRuleText, placesMissing, planKeep } from '../../../../shared/backups/keep.ts'
import type { KeepRule } from '../../../../shared/model/preferences-schema.ts'
import { backupMade } from '../../../fixtures/backup-view.ts'

/** A time of January 2026, in UTC. */
const at = (day: number, hour = 12) => Date.UTC(2026, 0, day, hour)

/** Backups by a short list: `5` is made on the fifth, `5 locked` too; numbers of hours after a dot. */
const made = (list: string): Backup[] =>
  list.split(', ').map((text, i) => {
    const [time = '', word = 'good'] = text.split(' ')
    const [day, hour] = time.split('.')
    const createdAt = time === '-' ? null : at(Number(day), hour === undefined ? 12 : Number(hour))
    const state = word === 'pending' || word === 'failed' || word === 'unknown' ? word : 'good'
    return backupMade(i, createdAt, { name: text, state, isLocked: word === 'locked' })
  })

function outcome(list: string, rule: KeepRule, more: { zone?: string; coming?: number } = {}) {
  const backups = made(list)
  const nameOf = (id: string) => backups.find((backup) => backup.id === id)?.name ?? ''
  const { go, stay, isLacking } = planKeep(backups, rule, more.zone ?? 'UTC', more.coming ?? null)
  return { go: go.map(nameOf).join(', '), stay: stay.map(({ id, reason }) => `${nameOf(id)}: ${reason}`), isLacking }
}

it('leaves what is being downloaded or restored, for which another one goes only where the rule lets it', () => {
  const backups = made('1, 2, 3, 4')
  const held = new Set([backupMade(0, 0).id])
  const rule = { newest: 2, days: 0 }
  expect(planKeep(backups, rule, 'UTC', null, held).go).toEqual([backupMade(1, 0).id])
  const coming = at(5)
  expect(planKeep(backups, rule, 'UTC', coming, held)).toMatchObject({ go: [backupMade(1, 0).id], isLacking: false })
  const few = planKeep(backups, { newest: 4, days: 0 }, 'UTC', coming, held)
  expect(few).toMatchObject({ go: [], isLacking: true })
  expect(few.stay.at(-1)).toEqual({ id: backupMade(0, 0).id, reason: 'held' })
  const all = planKeep(backups, { newest: 5, days: 0 }, 'UTC', coming, held)
  expect(all).toMatchObject({ go: [], isLacking: true })
  expect(all.stay.map(({ reason }) => reason)).toEqual(['newest', 'newest', 'newest', 'newest'])
})

describe('what a rule lets go', () => {
  it('says why each other one stays, the newest first', () => {
    expect(outcome('1 locked, 2, 3, 4.01, 4, 5 failed, 6 pending, 7 unknown, -', { newest: 1, days: 2 })).toEqual({
      go: '2, 4.01',
      stay: [
        '7 unknown: unknown',
        '6 pending: pending',
        '5 failed: failed',
        '4: newest',
        '3: day',
        '1 locked: locked',
        '-: unknown',
      ],
      isLacking: false,
    })
  })

  it('takes a backup that is listed twice for none of its own', () => {
    const [first, ...others] = made('1, 2, 3')
    if (first === undefined) throw new Error('there is none')
    const twice = [first, ...others, { ...first, createdAt: at(9) }]
    expect(planKeep(twice, { newest: 1, days: 0 }, 'UTC').go).toEqual([backupMade(1, 0).id, backupMade(2, 0).id])
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 9e15, -9e15])('keeps what was made at %d', (createdAt) => {
    const backups = [backupMade(1, at(1)), backupMade(2, createdAt), backupMade(3, at(3))]
    expect(planKeep(backups, { newest: 1, days: 3 }, 'UTC').go).toEqual([])
    expect(planKeep(backups, { newest: 1, days: 0 }, 'UTC').go).toEqual([backupMade(1, 0).id])
  })
})

describe('room for another one, once the next one stands', () => {
  const coming = (day = 6) => at(day)

  it.each([
    ['the oldest', '1, 2, 3, 4', { newest: 4, days: 0 }, coming(), '1', false],
    ['no more than it needs', '1, 2, 3, 4, 5', { newest: 2, days: 0 }, coming(), '1', false],
    ['the only good one before it', '1, 2 failed', { newest: 1, days: 0 }, coming(), '1', false],
    ['not what is locked', '1 locked, 2 locked, 3', { newest: 2, days: 0 }, coming(), '', true],
    ['the day that is over with it', '1, 2, 3, 4', { newest: 1, days: 4 }, coming(), '1', false],
    ['the one that was the newest of that day', '3, 4, 5, 6', { newest: 1, days: 4 }, coming(), '6', false],
    [
      'as if the clock here were right, where it is slow',
      '1, 2, 3, 4',
      { newest: 4, days: 0 },
      coming(-300),
      '1',
      false,
    ],
  ])('%s', (_what, list, rule, coming, go, isLacking) => {
    expect(outcome(list, rule, { coming })).toMatchObject({ go, isLacking })
  })

  it('says what could go but need not', () => {
    expect(outcome('1, 2, 3, 4', { newest: 2, days: 0 }, { coming: coming() }).stay).toEqual([
      '4: newest',
      '3: fits',
      '2: fits',
    ])
  })

  it.each([
    ['at the limit', '1, 2, 3', 3, 3, 1],
    ['as the panel counts', '1, 2', 4, 3, 2],
    ['as we count, without failed ones', '1, 2 failed, 3 pending', null, 2, 1],
    ['where none are allowed', '1 failed', 0, 0, 1],
    ['where the limit is not known', '1, 2, 3', 3, null, 0],
  ])('places missing %s', (_what, list, counted, limit, missing) => {
    expect(placesMissing({ backups: made(list), counted, leftOut: 0 }, limit)).toBe(missing)
  })
})

it.each([
  [{ newest: 1, days: 0 }, 'keeps the newest one'],
  [{ newest: 3, days: 1 }, 'keeps the newest 3 and one a day for one day'],
  [{ newest: 3, days: 7 }, 'keeps the newest 3 and one a day for 7 days'],
])('%j in words', (rule, text) => expect(keepRuleText(rule)).toBe(text))

it('says beside each name why it stays', () => {
  const { stay } = planKeep(made('1 locked, 2, 3, 4 failed'), { newest: 1, days: 2 }, 'UTC')
  expect(stay.map(({ reason }) => keepReasonText[reason])).toEqual([
    'Stays: failed, and takes no place',
    'Stays: one of the newest',
    'Stays: the newest of its day',
    'Stays: locked',
  ])
})
