/** What is told of servers that could not be read for a while: a lost network or node, sleep, the first minutes. */
import { appError } from '../../../../shared/errors.ts'
import { testHistories, unreachable } from './replay.ts'

testHistories([
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
])
