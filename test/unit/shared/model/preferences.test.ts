import { describe, expect, test } from 'vitest'
import type { PowerSignal } from '../../../../shared/model/power.ts'
import { asksFirst } from '../../../../shared/model/preferences.ts'
import type { ConfirmPolicy } from '../../../../shared/model/preferences-schema.ts'
import type { ServerState } from '../../../../shared/model/server-schema.ts'
import { playerCount } from '../../../fixtures/players-view.ts'

describe('whether a signal is asked about', () => {
  const all = (choice: ConfirmPolicy['stop']): ConfirmPolicy => ({
    start: choice,
    stop: choice,
    restart: choice,
    asked: true,
  })

  const noon = 1_000_000_000

  test.each<[ConfirmPolicy['stop'], PowerSignal, ServerState, boolean]>([
    ['never', 'stop', 'running', false],
    ['never', 'kill', 'offline', true],
    ['players', 'kill', 'offline', true],
    ['players', 'stop', 'running', true],
    ['players', 'restart', 'unknown', true],
    ['players', 'stop', 'starting', false],
    ['players', 'restart', 'stopping', false],
    ['players', 'start', 'offline', false],
    ['ask', 'start', 'offline', true],
    ['ask', 'stop', 'starting', true],
  ])('%s: %s of a server that is %s: %s', (choice, signal, state, asks) => {
    expect(asksFirst(all(choice), signal, state, null, noon)).toBe(asks)
  })

  test.each([
    ['nobody, for sure', playerCount({ online: 0, at: noon }), false],
    ['nobody, for sure, a minute ago', playerCount({ online: 0, at: noon - 90_000 }), false],
    ['nobody, for sure, long ago', playerCount({ online: 0, at: noon - 90_001 }), true],
    ['nobody, for sure, in the future', playerCount({ online: 0, at: noon + 90_001 }), true],
    ['nobody, perhaps', playerCount({ online: 0, isSure: false, at: noon }), true],
    ['somebody', playerCount({ online: 2, at: noon }), true],
    ['somebody, perhaps', playerCount({ online: 2, isSure: false, at: noon }), true],
    ['not known', undefined, true],
  ])('while players are on or not known: %s', (_what, count, asks) => {
    expect(asksFirst(all('players'), 'stop', 'running', count, noon)).toBe(asks)
    expect(asksFirst(all('players'), 'kill', 'running', count, noon)).toBe(true)
    expect(asksFirst(all('ask'), 'stop', 'running', count, noon)).toBe(true)
    expect(asksFirst(all('never'), 'stop', 'running', count, noon)).toBe(false)
  })

  test('each signal has its own choice', () => {
    const policy = { ...all('never'), restart: 'ask' } as const
    expect(asksFirst(policy, 'restart', 'running', null, noon)).toBe(true)
    expect(asksFirst(policy, 'stop', 'running', null, noon)).toBe(false)
  })
})
