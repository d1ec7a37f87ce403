/** How it is told: several servers in one notification, muting, actions, and the words. */
import { expect, it } from 'vitest'
import { appError } from '../../../../shared/errors.ts'
import {
  act,
  createReplay,
  end,
  focused,
  key,
  on,
  poll,
  prefer,
  read,
  testHistories,
  unreachable,
  wait,
} from './replay.ts'

const [creative, factorio] = [on('Creative'), on('Factorio')]
const all = (state: 'running' | 'offline') => [read(state), creative.read(state), factorio.read(state), wait(20)]
const tray = { phase: 'stalled', origin: 'tray' } as const

testHistories([
  [
    'a key refused later, with a lost network between, told once',
    [
      ...[key('home-key', null), key('home-key', unreachable), key('home-key', appError('token-refused'))],
      ...[key('home-key', appError('token-refused', { status: 401 })), key('club-key', appError('rate-limited'))],
      wait(20),
    ],
    ['The key Home was refused'],
  ],
  [
    'three at once',
    [...all('running'), ...all('offline'), ...all('running')],
    ['3 servers went down unexpectedly', '3 servers are running again'],
  ],
  [
    'muted, until it is over',
    [
      (r) => r.setPreferences({ muted: { until: r.clock.now() + 60_000 } }),
      ...[poll('running', 'offline'), wait(60), creative.poll('running', 'offline')],
    ],
    ['Creative crashed'],
  ],
  [
    'a quiet server beside another',
    [
      (r) => r.setPreferences({ quiet: [r.refOf('Survival')] }),
      ...[act('start', tray), poll('running', 'offline'), creative.poll('running', 'offline')],
    ],
    ['Creative crashed'],
  ],
  [
    'a kind that is turned off beside others',
    [
      ...[
        prefer({ quietKinds: ['stop', 'action'] }),
        act('start', tray),
        creative.poll('running', 'offline'),
        wait(20),
      ],
      ...[creative.read('running'), wait(20), key('home-key', appError('token-refused')), wait(20)],
    ],
    ['Creative is running again', 'The key Home was refused'],
  ],
  [
    'an action of the tray that is refused, and one whose answer was lost',
    [
      focused(true),
      act('restart', { phase: 'sending', origin: 'tray' }),
      end('refused', appError('permission-lacking')),
      creative.act('start', { phase: 'sending', origin: 'notification' }),
      creative.end('unconfirmed', appError('timeout')),
      wait(20),
    ],
    ['Restart of Survival was refused', 'Start of Creative was not confirmed'],
  ],
  [
    'an action of the window: told while the window is not looked at',
    [
      ...[focused(true), act('stop', { phase: 'stalled' }), focused(false)],
      ...[creative.act('stop', { phase: 'stalled' }), factorio.act('stop', { phase: 'confirmed' }), wait(20)],
    ],
    ['Stop of Creative is taking a long time'],
  ],
])

it('tells a crash within seven seconds of its reading', async () => {
  const replay = createReplay()
  await replay.poll('Survival', 'running')
  replay.read('Survival', 'offline')
  await replay.wait(7)
  expect(replay.shown).toMatchObject([
    { title: 'Survival crashed', ref: replay.refOf('Survival'), buttons: ['restart', 'mute'], silent: false },
  ])
})

it('says of a server that came back within the hold that it did, once', async () => {
  const replay = createReplay()
  await replay.poll('Survival', 'running')
  for (const state of ['offline', 'starting', 'running'] as const) {
    replay.read('Survival', state)
    await replay.wait(0.5)
  }
  await replay.wait(10)
  expect(replay.shown).toMatchObject([{ title: 'Survival crashed' }])
  expect(replay.shown[0]?.body).toContain('It is running again.')
})

it('makes one notification that grows take the place of those before it, without another sound', async () => {
  const replay = createReplay()
  const names = ['Survival', 'Creative', 'Skyblock', 'Factorio'] as const
  for (const name of names) replay.read(name, 'running')
  await replay.wait(20)
  for (const name of names) {
    replay.read(name, 'offline')
    await replay.wait(7)
  }
  const [first, second, third, fourth] = replay.shown
  expect(third).toMatchObject({ replaces: [first?.id, second?.id], silent: false, ref: null })
  expect(fourth).toMatchObject({ replaces: [third?.id], silent: true })
  expect(fourth?.body).toBe('Survival, Creative, Skyblock and Factorio.')
})

it('says how often and in what time a server that keeps restarting went down', async () => {
  const replay = createReplay()
  await replay.poll('Survival', 'running', 'offline', 'starting', 'running')
  await replay.wait(240)
  await replay.poll('Survival', 'running', 'offline')
  expect(replay.shown.at(-1)).toMatchObject({
    title: 'Survival keeps restarting',
    body: '2 times in 5 minutes. It is offline now.',
  })
})
