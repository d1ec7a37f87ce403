import { describe, expect, it } from 'vitest'
import { countWord, headline, summarise } from '../../../../shared/servers/summary.ts'
import { appState } from '../../../fixtures/app-state.ts'
import { powerAction, serverView } from '../../../fixtures/server-view.ts'

type Server = NonNullable<Parameters<typeof serverView>[0]>
const now = 5_000
const stateOf = (...servers: Server[]) =>
  appState({ servers: servers.map((more, i) => serverView({ identifier: String(10_000_000 + i), ...more })) })
const crashed = { how: 'crashed', at: now } as const
const many: Server[] = [
  { state: 'running' },
  { state: 'running' },
  { state: 'offline' },
  { action: powerAction() },
  { action: powerAction({ phase: 'stalled' }), state: 'stopping' },
  { condition: 'suspended' },
  {},
  { state: 'offline', unexpectedStop: crashed },
]

describe('the counts', () => {
  it('are of each server once by its state, and of those that need a person besides', () => {
    const counts = { running: 2, offline: 2, busy: 2, held: 1, suspended: 1, unknown: 1 }
    expect(summarise(stateOf(...many), now)).toEqual({ total: 8, ...counts, attention: 4 })
  })

  it.each<[Server[], string]>([
    [many, '2 running · 2 busy · 2 offline · 1 suspended · 1 unknown · 4 need attention'],
    [[{ state: 'running' }, { state: 'offline' }], '1 running · 1 offline · 1 needs attention'],
    [[{ state: 'running' }, { condition: 'installing' }], '1 running · 1 held by the panel'],
    [[], 'No servers'],
  ])('in one line %#', (servers, text) => expect(headline(summarise(stateOf(...servers), now))).toBe(text))

  it('call what is held by what it is, where that is one thing', () => {
    expect(countWord('held', { held: 2, suspended: 2 })).toBe('suspended')
    expect(countWord('held', { held: 2, suspended: 1 })).toBe('held by the panel')
    expect(countWord('offline', { held: 2, suspended: 2 })).toBe('offline')
  })
})
