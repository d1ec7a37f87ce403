import { describe, expect, it } from 'vitest'
import { clustersOf, type LiveMark, marksOf } from '../../../renderer/features/servers/live-marks.ts'
import type { ActivityEvent } from '../../../shared/activity/contract.ts'
import type { powerSignals } from '../../../shared/model/power.ts'
import { activityEntry } from '../../fixtures/app-state.ts'
import { serverView } from '../../fixtures/server-view.ts'

const { ref } = serverView()
const other = serverView({ identifier: 'b1b2c3d4' }).ref
const now = new Date(2026, 0, 15, 12).getTime()
const entry = (event: ActivityEvent, more: Partial<ReturnType<typeof activityEntry>> = {}) =>
  activityEntry({ at: now - 1_000, ref, event, ...more })
const power = (signal: (typeof powerSignals)[number], phase: 'confirmed' | 'unconfirmed' | 'refused' | 'stalled') =>
  ({ kind: 'power', signal, phase, origin: 'window', why: null }) as const
const told = (event: ActivityEvent) => marksOf([entry(event)], ref, 0, now).map(({ kind, word }) => [kind, word])

describe('what is marked', () => {
  it.each<[ActivityEvent, [string, string][]]>([
    [power('start', 'confirmed'), [['start', 'Started']]],
    [power('kill', 'confirmed'), [['stop', 'Killed']]],
    [power('restart', 'unconfirmed'), [['restart', 'Restart accepted']]],
    [power('restart', 'refused'), []],
    [power('stop', 'stalled'), []],
    [{ kind: 'crashed' }, [['down', 'Crashed']]],
    [{ kind: 'stopped' }, [['down', 'Stopped unexpectedly']]],
    [{ kind: 'flapping', count: 4, spanMs: 1 }, [['down', 'Went down 4 times']]],
    [{ kind: 'back' }, [['start', 'Came back on its own']]],
    [{ kind: 'plan', phase: 'done', origin: 'schedule', why: null }, []],
  ])('%j', (event, expected) => {
    expect(told(event)).toEqual(expected)
  })

  it('is what happened to this server in this time, oldest first', () => {
    const crashed = { kind: 'crashed' } as const
    const entries = [
      entry(crashed, { at: now }),
      entry(crashed, { at: now + 1 }),
      entry(crashed, { at: now - 5 }),
      entry(crashed, { at: now - 10 }),
      entry(crashed, { ref: other }),
      entry(crashed, { ref: null }),
    ]
    expect(marksOf(entries, ref, now - 10, now).map(({ at }) => at - now)).toEqual([-5, 0])
  })
})

describe('marks too close together', () => {
  const mark = (minute: number, kind: LiveMark['kind'], word: string): LiveMark => ({
    at: now + minute * 60_000,
    kind,
    word,
  })
  it('become one of the gravest kind, with the words of all', () => {
    const marks = [mark(0, 'down', 'Crashed'), mark(1, 'start', 'Came back'), mark(30, 'restart', 'Restarted')]
    expect(clustersOf(marks, 5 * 60_000)).toEqual([
      { at: now + 60_000, kind: 'down', words: 'Crashed 12:00, Came back 12:01' },
      { at: now + 30 * 60_000, kind: 'restart', words: 'Restarted 12:30' },
    ])
  })

  it('do not make one of a long row of them', () => {
    const marks = Array.from({ length: 20 }, (_, i) => mark(i * 2, 'start', 'Started'))
    expect(clustersOf(marks, 5 * 60_000).length).toBeGreaterThan(5)
  })
})
