import { describe, expect, test } from 'vitest'
import { describeServer } from '../../../../shared/model/describe-server.ts'
import { powerSignals } from '../../../../shared/model/power.ts'
import { powerPhaseSchema } from '../../../../shared/model/power-schema.ts'
import { serverConditionSchema, serverStateSchema } from '../../../../shared/model/server-schema.ts'
import { clockTime, countdown, stopwatch } from '../../../../shared/model/time-words.ts'
import { powerAction, serverView } from '../../../fixtures/server-view.ts'

const now = new Date(2026, 0, 1, 12, 4).getTime()

describe('describeServer', () => {
  test.each([
    [{ state: 'running' }, 'running', 'Running'],
    [{ state: 'offline' }, 'offline', 'Offline'],
    [{ state: 'starting' }, 'busy', 'Starting'],
    [{ state: 'stopping' }, 'busy', 'Stopping'],
    [{ state: 'unknown' }, 'unknown', 'Unknown'],
    [{ state: 'running', observedAt: now - 60_000 }, 'running', 'Running'],
    [{ state: 'running', observedAt: now - 6 * 60_000 }, 'running', 'Running as of 11:58'],
    [{ state: 'unknown', observedAt: now - 6 * 60_000 }, 'unknown', 'Unknown'],
    [{ state: 'unknown', condition: 'suspended' }, 'held', 'Suspended'],
    [{ state: 'offline', condition: 'installing' }, 'held', 'Installing'],
    [{ state: 'offline', unexpectedStop: { how: 'crashed', at: now - 3 * 60_000 } }, 'bad', 'Crashed 12:01'],
    [{ state: 'offline', unexpectedStop: { how: 'stopped', at: now - 3 * 60_000 } }, 'bad', 'Stopped 12:01'],
    [{ state: 'starting', unexpectedStop: { how: 'crashed', at: now } }, 'busy', 'Starting'],
    [{ state: 'unknown', unexpectedStop: { how: 'crashed', at: now } }, 'unknown', 'Unknown'],
    [{ state: 'offline', unexpectedStop: { how: 'crashed', at: now }, condition: 'suspended' }, 'held', 'Suspended'],
    [{ action: powerAction({ startedAt: now - 14_200 }) }, 'busy', 'Restarting, 0:14'],
    [{ action: powerAction({ phase: 'accepted', signal: 'stop', startedAt: now - 75_000 }) }, 'busy', 'Stopping, 1:15'],
    [{ action: powerAction({ phase: 'waiting', retryAt: now + 11_400 }) }, 'busy', 'Restart queued, 0:12'],
    [{ action: powerAction({ phase: 'stalled', signal: 'stop' }), state: 'stopping' }, 'bad', 'Stop stalled'],
    [{ action: powerAction({ phase: 'refused' }), state: 'running' }, 'running', 'Running'],
    [{ action: powerAction({ phase: 'unconfirmed' }) }, 'unknown', 'Unknown'],
    [{ action: powerAction({ phase: 'confirmed', signal: 'stop' }), state: 'offline' }, 'offline', 'Offline'],
    [{ action: powerAction({ phase: 'sending', startedAt: now }), condition: 'suspended' }, 'busy', 'Restarting, 0:00'],
  ] as const)('%j is %s: %s', (more, mark, word) => {
    expect(describeServer(serverView(more), now)).toEqual({ mark, word })
  })

  test('every combination has words, and only a state that was read as offline reads as offline', () => {
    const actions = powerPhaseSchema.options.flatMap((phase) =>
      powerSignals.map((signal) => powerAction({ phase, signal })),
    )
    for (const state of serverStateSchema.options)
      for (const condition of [null, ...serverConditionSchema.options])
        for (const action of [null, ...actions]) {
          const { mark, word } = describeServer(serverView({ state, condition, action }), now)
          expect(word).not.toBe('')
          if (mark === 'offline') expect(state).toBe('offline')
        }
  })
})

describe('time words', () => {
  test.each([
    [-5, '0:00'],
    [999, '0:00'],
    [14_999, '0:14'],
    [723_000, '12:03'],
    [3_723_000, '1:02:03'],
  ])('%d ms on a stopwatch is %s', (ms, text) => {
    expect(stopwatch(ms)).toBe(text)
  })

  test('a countdown ends on 0:00 and not before', () => {
    expect([countdown(1_001, 0), countdown(1_000, 0), countdown(1, 0), countdown(0, 5)]).toEqual([
      '0:02',
      '0:01',
      '0:01',
      '0:00',
    ])
  })

  test('clock time is local and has two digits each', () => {
    expect(clockTime(new Date(2026, 5, 1, 9, 7).getTime())).toBe('09:07')
  })
})
