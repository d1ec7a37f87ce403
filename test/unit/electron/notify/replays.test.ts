/** Histories of states, and exactly the notifications that each brings, under a clock that the test moves. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appError } from '../../../../shared/errors.ts'
import { serverConditionSchema, serverStateSchema } from '../../../../shared/model/server-schema.ts'
import { createReplay, type Replay, unreachable } from './replay.ts'

type History = (replay: Replay) => Promise<void>

const histories: readonly (readonly [name: string, history: History, titles: readonly string[]])[] = [
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
    'a kill that we asked for',
    async (r) => {
      await r.poll('Survival', 'running')
      r.act('Survival', 'kill')
      await r.poll('Survival', 'offline')
      r.end('Survival', 'confirmed')
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
  ['a restart by another', (r) => r.poll('Survival', 'running', 'stopping', 'offline', 'starting', 'running'), []],
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
    'a restart of ours that does not come up',
    async (r) => {
      await r.poll('Survival', 'running')
      r.act('Survival', 'restart')
      await r.poll('Survival', 'offline', 'starting', 'offline')
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
  [
    'node lost and back',
    async (r) => {
      await r.poll('Survival', 'running')
      await r.lose('Survival')
      await r.lose('Survival')
      await r.poll('Survival', 'running')
    },
    [],
  ],
  [
    'node lost, and the server down when it is back',
    async (r) => {
      await r.poll('Survival', 'running')
      await r.lose('Survival')
      await r.poll('Survival', 'offline', 'running')
    },
    ['Survival has stopped', 'Survival is running again'],
  ],
  [
    'own network lost and back: the system says so',
    async (r) => {
      await r.poll('Survival', 'running')
      r.setOnline(false)
      await r.lose('Survival')
      r.setOnline(true)
      await r.poll('Survival', 'running')
    },
    [],
  ],
  [
    'a stop seen together with the loss of our network, which was none',
    async (r) => {
      await r.poll('Survival', 'running')
      r.read('Survival', 'offline')
      await r.wait(1)
      r.setOnline(false)
      await r.wait(120)
      r.setOnline(true)
      await r.poll('Survival', 'running', 'running')
    },
    [],
  ],
  [
    'the same, several panels being out of reach at once',
    async (r) => {
      await r.poll('Survival', 'running')
      r.read('Survival', 'offline')
      await r.wait(1)
      r.setKey('home-key', unreachable)
      r.setKey('club-key', unreachable)
      await r.wait(120)
      r.setKey('home-key', null)
      await r.poll('Survival', 'running')
    },
    [],
  ],
  [
    'the same, but the server is down when it is seen again',
    async (r) => {
      await r.poll('Survival', 'running')
      r.read('Survival', 'offline')
      r.setOnline(false)
      await r.wait(120)
      r.setOnline(true)
      await r.poll('Survival', 'offline')
    },
    ['Survival crashed'],
  ],
  [
    'one panel of two out of reach says nothing about the other',
    async (r) => {
      await r.poll('Survival', 'running')
      r.setKey('club-key', unreachable)
      await r.poll('Survival', 'offline')
    },
    ['Survival crashed'],
  ],
  [
    'suspended while it ran, and offline after that',
    async (r) => {
      await r.poll('Survival', 'running')
      await r.hold('Survival', 'suspended')
      await r.poll('Survival', 'offline', 'offline', 'running')
    },
    [],
  ],
  [
    'moved to another node',
    async (r) => {
      await r.poll('Survival', 'running', 'stopping')
      await r.hold('Survival', 'transferring')
      await r.poll('Survival', 'offline', 'starting', 'running')
    },
    [],
  ],
  [
    'awake after 8 h, the server down',
    async (r) => {
      await r.poll('Survival', 'running')
      await r.sleep(8)
      await r.lose('Survival')
      await r.poll('Survival', 'offline', 'offline')
    },
    [],
  ],
  [
    'awake after 8 h, and a crash then',
    async (r) => {
      await r.poll('Survival', 'running')
      await r.sleep(8)
      await r.poll('Survival', 'running', 'offline')
    },
    ['Survival crashed'],
  ],
  [
    'a lid closed for a minute, and the server down when it opens',
    async (r) => {
      await r.poll('Survival', 'running')
      await r.sleep(1 / 60)
      await r.poll('Survival', 'offline')
    },
    ['Survival has stopped'],
  ],
  [
    'start-up with a server down',
    (r) => r.poll('Survival', 'unknown', 'offline', 'offline', 'starting', 'running'),
    [],
  ],
  [
    'start-up with a key that is refused',
    async (r) => {
      const refused = { kind: 'failing', since: 0, error: appError('token-refused') } as const
      const keys = Object.values(r.store.get().keys).map((key) => [key.id, { ...key, health: refused }])
      r.store.update((state) => ({ ...state, keys: {} }))
      r.store.update((state) => ({ ...state, keys: Object.fromEntries(keys) }))
      await r.wait(20)
    },
    [],
  ],
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
    ['3 servers went down without being asked', '3 servers are running again'],
  ],
  [
    'one after another, as they are read: the third makes one of them all, which then grows',
    async (r) => {
      const names = ['Survival', 'Creative', 'Skyblock', 'Factorio'] as const
      for (const name of names) r.read(name, 'running')
      await r.wait(20)
      for (const name of names) {
        r.read(name, 'offline')
        await r.wait(7)
      }
    },
    [
      'Survival crashed',
      'Creative crashed',
      '3 servers went down without being asked',
      '4 servers went down without being asked',
    ],
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
    'muted until it is turned on',
    async (r) => {
      r.setPreferences({ muted: { until: null } })
      r.act('Survival', 'restart', { phase: 'stalled', origin: 'tray' })
      await r.poll('Creative', 'running', 'offline')
    },
    [],
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
    'an action of the tray that is refused, and one whose answer was lost',
    async (r) => {
      r.setFocused(true)
      r.act('Survival', 'restart', { phase: 'sending', origin: 'tray' })
      r.end('Survival', 'refused', appError('permission-lacking'))
      r.act('Creative', 'start', { phase: 'sending', origin: 'notification' })
      r.end('Creative', 'unconfirmed', appError('timeout'))
      await r.wait(20)
    },
    ['Restart of Survival was refused', 'Start of Creative: no answer'],
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
]

describe('the history of', () => {
  it.each(histories)('%s', async (_, history, titles) => {
    const replay = createReplay()
    await history(replay)
    await replay.wait(10)
    expect(replay.titles()).toEqual(titles)
    replay.dispose()
  })
})

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

describe('the mark of a unexpectedStop', () => {
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

describe('any history', () => {
  const wait = fc.integer({ min: 1, max: 1_200 })
  const quietStep = fc.oneof(
    fc.record({ do: fc.constant('read' as const), state: fc.constantFrom(...serverStateSchema.options), wait }),
    fc.record({ do: fc.constant('hold' as const), condition: fc.constantFrom(...serverConditionSchema.options), wait }),
    fc.record({ do: fc.constant('lose' as const), wait }),
    fc.record({ do: fc.constant('network' as const), online: fc.boolean(), wait }),
    fc.record({ do: fc.constant('rest' as const), wait }),
    fc.record({ do: fc.constant('act' as const), signal: fc.constantFrom('start', 'stop', 'restart', 'kill'), wait }),
  )
  type Step = typeof quietStep extends fc.Arbitrary<infer T> ? T : never

  /** Plays a step. @param isUp whether the server was up when it was last read; returns the same after the step */
  async function play(replay: Replay, step: Step, isUp: boolean): Promise<boolean> {
    let next = isUp
    switch (step.do) {
      case 'read':
        // The one edge that these histories lack: between up and offline a stop is seen.
        if (isUp && step.state === 'offline') replay.read('Survival', 'stopping')
        replay.read('Survival', step.state, 60)
        if (step.state !== 'unknown') next = step.state === 'running' || step.state === 'starting'
        break
      case 'hold':
        await replay.hold('Survival', step.condition)
        next = false
        break
      case 'lose':
        await replay.lose('Survival')
        break
      case 'network':
        replay.setOnline(step.online)
        break
      case 'rest':
        await replay.sleep(step.wait / 100)
        break
      case 'act':
        replay.act('Survival', step.signal)
    }
    await replay.wait(step.wait)
    return next
  }

  it('without an edge from running to offline tells of no stop and marks no unexpectedStop', async () => {
    let told = 0
    await fc.assert(
      fc.asyncProperty(fc.array(quietStep, { minLength: 1, maxLength: 25 }), async (steps) => {
        const replay = createReplay()
        let isUp = false
        for (const step of steps) {
          isUp = await play(replay, step, isUp)
          expect(replay.mark('Survival')).toBeNull()
        }
        expect(replay.happened.filter(({ kind }) => kind === 'down' || kind === 'back')).toEqual([])
        told += replay.happened.length
        replay.dispose()
      }),
      { numRuns: 150 },
    )
    expect(told).toBeGreaterThan(0)
  })
})
