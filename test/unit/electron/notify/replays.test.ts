/** One server that is read all the time: which of its stops and restarts are told. */
import { describe, expect, it } from 'vitest'
import { appError } from '../../../../shared/errors.ts'
import { act, createReplay, end, focused, poll, read, testHistories, wait } from './replay.ts'

const crashed = 'Survival crashed'
const isBack = 'Survival is running again'
const keepsRestarting = 'Survival keeps restarting'

testHistories([
  ['a crash', [poll('running', 'running', 'offline', 'offline')], [crashed]],
  ['a crash while starting', [poll('starting', 'offline')], [crashed]],
  [
    'a crash with a reading long before it, so that a stop may have gone by',
    [poll('running'), wait(200), poll('offline')],
    ['Survival has stopped'],
  ],
  [
    'a crash, and the panel starts it again',
    [poll('running', 'offline', 'starting', 'running', 'running')],
    [crashed, isBack],
  ],
  [
    'a crash, and the person starts it',
    [poll('running', 'offline'), act('start'), poll('offline', 'starting', 'running'), end('confirmed'), wait(20)],
    [crashed],
  ],
  [
    'a stop that we asked for and did not see',
    [poll('running'), act('stop'), poll('running', 'offline'), end('confirmed')],
    [],
  ],
  [
    'a stop that we asked for and saw',
    [poll('running'), act('stop'), poll('running', 'stopping', 'offline'), end('confirmed'), poll('offline')],
    [],
  ],
  [
    'a stop of ours that stalled, and ended late',
    [
      poll('running'),
      act('stop', { origin: 'tray' }),
      wait(600),
      end('stalled'),
      poll('running', 'offline', 'offline'),
    ],
    ['Stop of Survival is taking a long time'],
  ],
  ['a stop by another', [poll('running', 'stopping', 'offline', 'offline')], []],
  ['a restart by another of which only the end was seen', [poll('running', 'starting', 'running')], []],
  [
    'a restart of ours, with every step of it',
    [
      ...[poll('running'), act('restart'), poll('stopping', 'offline', 'starting', 'running')],
      ...[end('confirmed'), poll('running')],
    ],
    [],
  ],
  [
    'a crash right after a restart of ours',
    [poll('running'), act('restart'), poll('offline', 'starting', 'running'), end('confirmed'), poll('offline')],
    [crashed],
  ],
  [
    'a crash long after a stop and a start that were ours and another’s',
    [
      ...[poll('running'), act('stop'), poll('offline'), end('confirmed')],
      poll('offline', 'starting', 'running', 'running', 'offline'),
    ],
    [crashed],
  ],
  [
    'a crash after a stop that the panel refused',
    [
      ...[poll('running'), focused(true), act('stop', { phase: 'sending' })],
      ...[end('refused', appError('permission-lacking')), poll('running', 'offline')],
    ],
    [crashed],
  ],
  [
    'flapping: told as such the second time, then no more',
    [...Array.from({ length: 8 }, () => poll('running', 'running', 'offline', 'starting')), poll('running')],
    [crashed, isBack, keepsRestarting],
  ],
  [
    'flapping, a calm hour, and a new crash',
    [poll('running', 'offline', 'running', 'offline', 'running'), wait(3_600), poll('running', 'offline')],
    [crashed, isBack, keepsRestarting, crashed],
  ],
  [
    'crashes that the panel mends so soon that only the uptimes show them',
    [3_600, 3_620, 15, 35, 12, 32, 8, 28, 14].flatMap((uptime) => [
      read('running', uptime),
      wait(uptime > 30 ? 60 : 20),
    ]),
    [keepsRestarting],
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

it.each([
  ['took meanwhile', 'accepted', null],
  ['took, and which is done', 'confirmed', null],
  ['may have taken', 'unconfirmed', null],
  ['refused', 'refused', 'crashed'],
  ['has not answered', 'sending', 'crashed'],
] as const)('a crash that is judged late, over a start that the panel %s', async (_, phase, mark) => {
  const judged = Promise.withResolvers<boolean>()
  const r = createReplay({}, () => judged.promise)
  await r.poll('Survival', 'running')
  r.read('Survival', 'offline')
  await r.wait(2)
  r.act('Survival', 'start', { phase })
  await r.wait(2)
  judged.resolve(false)
  await r.wait(30)
  expect(r.mark('Survival')).toBe(mark)
  expect(r.happened.map(({ kind }) => kind)).toContain('down')
  expect(r.titles()).not.toContain(crashed)
  r.dispose()
})
