/** One server that is read all the time: which of its stops and restarts are told. */
import { describe, expect, it } from 'vitest'
import { appError } from '../../../../shared/errors.ts'
import { createReplay, testHistories } from './replay.ts'

testHistories([
  ['a crash', (r) => r.poll('Survival', 'running', 'running', 'offline', 'offline'), ['Survival crashed']],
  ['a crash while starting', (r) => r.poll('Survival', 'starting', 'offline'), ['Survival crashed']],
  [
    'a crash with a reading long before it, so that a stop may have gone by',
    async (r) => {
      await r.poll('Survival', 'running')
      await r.wait(200)
      await r.poll('Survival', 'offline')
    },
    ['Survival has stopped'],
  ],
  [
    'a crash, and the panel starts it again',
    (r) => r.poll('Survival', 'running', 'offline', 'starting', 'running', 'running'),
    ['Survival crashed', 'Survival is running again'],
  ],
  [
    'a crash, and the person starts it',
    async (r) => {
      await r.poll('Survival', 'running', 'offline')
      r.act('Survival', 'start')
      await r.poll('Survival', 'offline', 'starting', 'running')
      r.end('Survival', 'confirmed')
      await r.wait(20)
    },
    ['Survival crashed'],
  ],
  [
    'a stop that we asked for, whether it was seen or not',
    async (r) => {
      await r.poll('Survival', 'running')
      r.act('Survival', 'stop')
      await r.poll('Survival', 'running', 'offline')
      r.end('Survival', 'confirmed')
      await r.poll('Creative', 'running')
      r.act('Creative', 'stop')
      await r.poll('Creative', 'running', 'stopping', 'offline')
      r.end('Creative', 'confirmed')
      await r.poll('Creative', 'offline')
    },
    [],
  ],
  [
    'a stop of ours that stalled, and ended late',
    async (r) => {
      await r.poll('Survival', 'running')
      r.act('Survival', 'stop', { origin: 'tray' })
      await r.wait(600)
      r.end('Survival', 'stalled')
      await r.poll('Survival', 'running', 'offline', 'offline')
    },
    ['Stop of Survival is taking long'],
  ],
  ['a stop by another', (r) => r.poll('Survival', 'running', 'stopping', 'offline', 'offline'), []],
  [
    'a restart by another of which only the end was seen',
    (r) => r.poll('Survival', 'running', 'starting', 'running'),
    [],
  ],
  [
    'a restart of ours, with every step of it',
    async (r) => {
      await r.poll('Survival', 'running')
      r.act('Survival', 'restart')
      await r.poll('Survival', 'stopping', 'offline', 'starting', 'running')
      r.end('Survival', 'confirmed')
      await r.poll('Survival', 'running')
    },
    [],
  ],
  [
    'a crash right after a restart of ours',
    async (r) => {
      await r.poll('Survival', 'running')
      r.act('Survival', 'restart')
      await r.poll('Survival', 'offline', 'starting', 'running')
      r.end('Survival', 'confirmed')
      await r.poll('Survival', 'offline')
    },
    ['Survival crashed'],
  ],
  [
    'a crash long after a stop and a start that were ours and another’s',
    async (r) => {
      await r.poll('Survival', 'running')
      r.act('Survival', 'stop')
      await r.poll('Survival', 'offline')
      r.end('Survival', 'confirmed')
      await r.poll('Survival', 'offline', 'starting', 'running', 'running', 'offline')
    },
    ['Survival crashed'],
  ],
  [
    'a crash after a stop that the panel refused',
    async (r) => {
      await r.poll('Survival', 'running')
      r.setFocused(true)
      r.act('Survival', 'stop', { phase: 'sending' })
      r.end('Survival', 'refused', appError('permission-lacking'))
      await r.poll('Survival', 'running', 'offline')
    },
    ['Survival crashed'],
  ],
  [
    'flapping: told as such the second time, then no more',
    async (r) => {
      for (let i = 0; i < 8; i += 1) await r.poll('Survival', 'running', 'running', 'offline', 'starting')
      await r.poll('Survival', 'running')
    },
    ['Survival crashed', 'Survival is running again', 'Survival keeps restarting'],
  ],
  [
    'flapping, a calm hour, and a new crash',
    async (r) => {
      await r.poll('Survival', 'running', 'offline', 'running', 'offline', 'running')
      await r.wait(3_600)
      await r.poll('Survival', 'running', 'offline')
    },
    ['Survival crashed', 'Survival is running again', 'Survival keeps restarting', 'Survival crashed'],
  ],
  [
    'crashes that the panel mends so soon that only the uptimes show them',
    async (r) => {
      for (const uptime of [3_600, 3_620, 15, 35, 12, 32, 8, 28, 14]) {
        r.read('Survival', 'running', uptime)
        await r.wait(uptime > 30 ? 60 : 20)
      }
    },
    ['Survival keeps restarting'],
  ],
])

describe('the mark of an unexpected stop', () => {
  it('stands until the server runs again', async () => {
    const replay = createReplay()
    await replay.poll('Survival', 'running', 'offline')
    expect(replay.mark('Survival')).toBe('crashed')
    await replay.poll('Survival', 'starting')
    expect(replay.mark('Survival')).toBe('crashed')
    await replay.poll('Survival', 'running')
    expect(replay.mark('Survival')).toBeNull()
  })

  it('goes when the panel takes an action of the person, and stays when it refuses one', async () => {
    const replay = createReplay()
    await replay.poll('Survival', 'running', 'offline')
    replay.act('Survival', 'start', { phase: 'refused' })
    expect(replay.mark('Survival')).toBe('crashed')
    replay.act('Survival', 'start')
    expect(replay.mark('Survival')).toBeNull()
  })

  it('is set in silence too', async () => {
    const replay = createReplay({ muted: { until: null } })
    await replay.poll('Survival', 'running', 'offline')
    expect(replay.mark('Survival')).toBe('crashed')
    expect(replay.shown).toEqual([])
  })
})
