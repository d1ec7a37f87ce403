/** How it is told: several servers in one notification, muting, actions, and the words. */
import { expect, it } from 'vitest'
import { appError } from '../../../../shared/errors.ts'
import { createReplay, testHistories, unreachable } from './replay.ts'

testHistories([
  [
    'a key refused later, with a lost network between, told once',
    async (r) => {
      r.setKey('home-key', null)
      r.setKey('home-key', unreachable)
      r.setKey('home-key', appError('token-refused'))
      r.setKey('home-key', appError('token-refused', { status: 401 }))
      r.setKey('club-key', appError('rate-limited'))
      await r.wait(20)
    },
    ['The key Home was refused'],
  ],
  [
    'three at once',
    async (r) => {
      for (const name of ['Survival', 'Creative', 'Factorio'] as const) r.read(name, 'running')
      await r.wait(20)
      for (const name of ['Survival', 'Creative', 'Factorio'] as const) r.read(name, 'offline')
      await r.wait(20)
      for (const name of ['Survival', 'Creative', 'Factorio'] as const) r.read(name, 'running')
      await r.wait(20)
    },
    ['3 servers went down unexpectedly', '3 servers are running again'],
  ],
  [
    'muted, until it is over',
    async (r) => {
      r.setPreferences({ muted: { until: r.clock.now() + 60_000 } })
      await r.poll('Survival', 'running', 'offline')
      await r.wait(60)
      await r.poll('Creative', 'running', 'offline')
    },
    ['Creative crashed'],
  ],
  [
    'a quiet server beside another',
    async (r) => {
      r.setPreferences({ quiet: [r.refOf('Survival')] })
      r.act('Survival', 'start', { phase: 'stalled', origin: 'tray' })
      await r.poll('Survival', 'running', 'offline')
      await r.poll('Creative', 'running', 'offline')
    },
    ['Creative crashed'],
  ],
  [
    'a kind that is turned off beside others',
    async (r) => {
      r.setPreferences({ quietKinds: ['stop', 'action'] })
      r.act('Survival', 'start', { phase: 'stalled', origin: 'tray' })
      await r.poll('Creative', 'running', 'offline')
      await r.wait(20)
      r.read('Creative', 'running')
      await r.wait(20)
      r.setKey('home-key', appError('token-refused'))
      await r.wait(20)
    },
    ['Creative is running again', 'The key Home was refused'],
  ],
  [
    'an action of the tray that is refused, and one whose answer was lost',
    async (r) => {
      r.setFocused(true)
      r.act('Survival', 'restart', { phase: 'sending', origin: 'tray' })
      r.end('Survival', 'refused', appError('permission-lacking'))
      r.act('Creative', 'start', { phase: 'sending', origin: 'notification' })
      r.end('Creative', 'unconfirmed', appError('timeout'))
      await r.wait(20)
    },
    ['Restart of Survival was refused', 'Start of Creative was not confirmed'],
  ],
  [
    'an action of the window: told while the window is not looked at',
    async (r) => {
      r.setFocused(true)
      r.act('Survival', 'stop', { phase: 'stalled' })
      r.setFocused(false)
      r.act('Creative', 'stop', { phase: 'stalled' })
      r.act('Factorio', 'stop', { phase: 'confirmed' })
      await r.wait(20)
    },
    ['Stop of Creative is taking long'],
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
