import { describe, expect, it } from 'vitest'
import { createLearner, expectsOff } from '../../../../electron/expected-off/learn.ts'
import { appError } from '../../../../shared/errors.ts'
import { appState, keyView } from '../../../fixtures/app-state.ts'
import { planView } from '../../../fixtures/plan-view.ts'
import { powerAction, serverView } from '../../../fixtures/server-view.ts'

type Server = NonNullable<Parameters<typeof serverView>[0]>
const stop = (more: Parameters<typeof powerAction>[0] = {}) =>
  powerAction({ signal: 'stop', phase: 'accepted', ...more })
/** A server with such an action. */
const acted = (more: Parameters<typeof powerAction>[0] = {}): Server => ({ action: stop(more) })
const quiet = { isRestarting: false, isNew: false }

describe('what a change of a server says', () => {
  it.each<[string, Server, Server, boolean | null]>([
    ['a stop that was taken', acted({ phase: 'sending' }), acted(), true],
    ['a stop where no state is told', {}, acted({ phase: 'unconfirmed' }), true],
    ['a stop that is on its way', {}, acted({ phase: 'sending' }), null],
    ['a stop that was refused', {}, acted({ phase: 'refused', error: appError('panel-failed') }), null],
    ['a stop that may not have arrived', {}, acted({ phase: 'unconfirmed', error: appError('connection-cut') }), null],
    ['what becomes of a stop', acted(), { action: stop({ phase: 'confirmed' }), state: 'offline' }, null],
    ['a start that was asked for', { state: 'offline' }, acted({ signal: 'start' }), false],
    ['a start that was seen', { state: 'offline' }, { state: 'starting' }, false],
    ['a server that runs at the first look', {}, { state: 'running', observedAt: 1 }, false],
    [
      'a server that still runs while it is stopped',
      { state: 'unknown', action: stop() },
      { state: 'running', action: stop() },
      null,
    ],
    [
      'one whose stop stalled',
      { state: 'unknown', action: stop({ phase: 'stalled' }) },
      { state: 'running', action: stop({ phase: 'stalled' }) },
      null,
    ],
    [
      'one that starts after its stop was seen',
      { state: 'offline', action: stop({ phase: 'confirmed' }) },
      { state: 'starting', action: stop({ phase: 'confirmed' }) },
      false,
    ],
    ['a stop elsewhere that was seen', { state: 'stopping' }, { state: 'offline' }, true],
    [
      'a stop elsewhere, after an action here that is over',
      { state: 'stopping', action: stop({ signal: 'start', phase: 'confirmed' }) },
      { state: 'offline', action: stop({ signal: 'start', phase: 'confirmed' }) },
      true,
    ],
    ...(['accepted', 'stalled', 'unconfirmed'] as const).map((phase): [string, Server, Server, null] => [
      `the stop within a restart that is ${phase}`,
      { state: 'stopping', action: stop({ signal: 'restart', phase }) },
      { state: 'offline', action: stop({ signal: 'restart', phase }) },
      null,
    ]),
    [
      'a stop by the panel, which suspends it',
      { state: 'stopping' },
      { state: 'offline', condition: 'suspended' },
      null,
    ],
    ['a crash while it started', { state: 'starting' }, { state: 'offline' }, null],
    ['a server that went down', { state: 'running' }, { state: 'offline', observedAt: 9 }, null],
    ['a server that is off at the first look', {}, { state: 'offline', observedAt: 1 }, null],
  ])('%s', (_, before, after, said) => expect(expectsOff(serverView(before), serverView(after), quiet)).toBe(said))

  it('a stop within a restart says nothing', () => {
    expect(expectsOff(serverView(), serverView(acted()), { ...quiet, isRestarting: true })).toBeNull()
    const [stopping, off] = [serverView({ state: 'stopping' }), serverView({ state: 'offline' })]
    expect(expectsOff(stopping, off, { ...quiet, isRestarting: true })).toBeNull()
  })
})

describe('over many changes', () => {
  const known = keyView()
  const { ref } = serverView()
  const states = (...parts: NonNullable<Parameters<typeof appState>[0]>[]) => {
    const learn = createLearner(new Set([known.id]))
    const all = parts.map((part) => appState({ keys: [known], ...part }))
    return all.slice(1).map((after, i) => [...learn(all[i] ?? after, after).values()])
  }
  const listed = serverView()
  const off = { ...listed, state: 'offline', observedAt: 5 } as const
  const added = keyView({ id: 'added' })

  it('the servers of a key that is added may be off', () => {
    const own = { ...listed, keyIds: [added.id] }
    const keys = [known, added]
    expect(states({}, { keys, servers: [own] }, { keys, servers: [{ ...off, keyIds: [added.id] }] })).toEqual([
      [],
      [true],
    ])
  })

  it('those of a known key were running when the app last looked, for all it knows', () => {
    const unread = [keyView({ health: { kind: 'checking' } })]
    expect(states({ keys: unread }, { servers: [listed] }, { servers: [off] })).toEqual([[], []])
  })

  it('one that joins a list that was read before is new', () => {
    expect(states({}, { servers: [listed] }, { servers: [off] })).toEqual([[], [true]])
  })

  it('a restart that stops it leaves it expected to run', () => {
    const plans = [planView({ ref, phase: 'signalling' })]
    const stopping = { ...listed, state: 'running', action: stop() } as const
    expect(states({ servers: [listed], plans }, { servers: [stopping], plans })).toEqual([[]])
    expect(states({ servers: [listed] }, { servers: [stopping] })).toEqual([[true]])
  })
})
