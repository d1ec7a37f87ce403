/** What is told of servers that could not be read for a while: a lost network or node, sleep, the first minutes. */
import { appError } from '../../../../shared/errors.ts'
import { key, lose, online, poll, read, sleep, testHistories, unreachable, wait } from './replay.ts'

const crashed = 'Survival crashed'

testHistories([
  ['node lost and back', [poll('running'), lose, lose, poll('running')], []],
  [
    'node lost, and the server down when it is back',
    [poll('running'), lose, poll('offline', 'running')],
    ['Survival has stopped', 'Survival is running again'],
  ],
  [
    'own network lost and back: the system says so',
    [poll('running'), online(false), lose, online(true), poll('running')],
    [],
  ],
  [
    'a stop seen together with the loss of our network, which was none',
    [
      ...[poll('running'), read('offline'), wait(1), online(false), wait(120)],
      ...[online(true), poll('running', 'running')],
    ],
    [],
  ],
  [
    'the same, several panels being out of reach at once',
    [
      ...[poll('running'), read('offline'), wait(1), key('home-key', unreachable), key('club-key', unreachable)],
      ...[wait(120), key('home-key', null), poll('running')],
    ],
    [],
  ],
  [
    'the same, but the server is down when it is seen again',
    [poll('running'), read('offline'), online(false), wait(120), online(true), poll('offline')],
    [crashed],
  ],
  [
    'one panel of two out of reach says nothing about the other',
    [poll('running'), key('club-key', unreachable), poll('offline')],
    [crashed],
  ],
  [
    'suspended while it ran, and offline after that',
    [poll('running'), (r) => r.hold('Survival', 'suspended'), poll('offline', 'offline', 'running')],
    [],
  ],
  ['awake after 8 h, the server down', [poll('running'), sleep(8), lose, poll('offline', 'offline')], []],
  ['awake after 8 h, and a crash then', [poll('running'), sleep(8), poll('running', 'offline')], [crashed]],
  [
    'a lid closed for a minute, and the server down when it opens',
    [poll('running'), sleep(1 / 60), poll('offline')],
    ['Survival has stopped'],
  ],
  ['start-up with a server down', [poll('unknown', 'offline', 'offline', 'starting', 'running')], []],
  [
    'start-up with a key that is refused',
    [
      ({ store }) => {
        const refused = { kind: 'failing', since: 0, error: appError('token-refused') } as const
        const keys = Object.values(store.get().keys).map((key) => [key.id, { ...key, health: refused }])
        store.update((state) => ({ ...state, keys: {} }))
        store.update((state) => ({ ...state, keys: Object.fromEntries(keys) }))
      },
      wait(20),
    ],
    [],
  ],
])
