import { describe, expect, test } from 'vitest'
import type { PowerSignal } from '../../../../shared/model/power.ts'
import { asksFirst, type ConfirmPolicy } from '../../../../shared/model/preferences.ts'
import type { ServerState } from '../../../../shared/model/server.ts'

describe('whether a signal is asked about', () => {
  const all = (choice: ConfirmPolicy['stop']): ConfirmPolicy => ({
    start: choice,
    stop: choice,
    restart: choice,
    asked: true,
  })

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
    expect(asksFirst(all(choice), signal, state)).toBe(asks)
  })

  test('each signal has its own choice', () => {
    const policy = { ...all('never'), restart: 'ask' } as const
    expect(asksFirst(policy, 'restart', 'running')).toBe(true)
    expect(asksFirst(policy, 'stop', 'running')).toBe(false)
  })
})
