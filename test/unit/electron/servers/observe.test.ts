import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Observation, observe, staleAfterMs } from '../../../../electron/servers/observe.ts'
import { serverStateSchema } from '../../../../shared/model/server-schema.ts'
import { aServer } from '../../../fixtures/state.ts'

const states = serverStateSchema.options
const reading = (state: (typeof states)[number], at: number): Observation => ({
  kind: 'reading',
  at,
  reading: { state, resources: null, freshForMs: 20_000 },
})

describe('observe', () => {
  it.each(states.flatMap((before) => states.map((after) => [before, after] as const)))(
    'takes a newer reading whatever was known: %s then %s',
    (before, after) => {
      const server = observe(aServer({ state: before, observedAt: 10 }), reading(after, 20))
      expect(server).toMatchObject({ state: after, condition: null, observedAt: 20 })
    },
  )

  it.each(states)('never lets an older reading replace a newer one: %s', (state) => {
    const server = aServer({ state: 'running', observedAt: 30 })
    expect(observe(server, reading(state, 20))).toBe(server)
  })

  it('goes on with the next reading where the wall clock was set back', () => {
    const server = aServer({ state: 'running', observedAt: 3_600_000 })
    expect(observe(server, reading('offline', 20))).toMatchObject({ state: 'offline', observedAt: 20 })
    expect(observe(server, { kind: 'failed', at: 20 })).toMatchObject({ state: 'unknown' })
  })

  it('knows no power state of a server the panel holds back, and says why', () => {
    const server = observe(aServer({ observedAt: 0 }), { kind: 'held', at: 5, condition: 'suspended' })
    expect(server).toMatchObject({ state: 'unknown', condition: 'suspended', resources: null })
  })

  it.each(['installing', 'maintenance'] as const)(
    'keeps what the panel holds it for (%s), whatever its console tells, until the panel tells a state',
    (condition) => {
      const held = observe(aServer({ observedAt: 0 }), { kind: 'held', at: 5, condition })
      const told = { kind: 'reading', at: 9, reading: { state: 'offline', resources: null, freshForMs: 0 } } as const
      expect(observe(held, told)).toBe(held)
      expect(observe(held, reading('offline', 30))).toMatchObject({ state: 'offline', condition: null })
    },
  )

  it('keeps a hold that it knows where the panel’s words tell less', () => {
    const held = observe(aServer({ condition: 'install-failed' }), { kind: 'held', at: 5, condition: 'installing' })
    expect(held.condition).toBe('install-failed')
    expect(observe(held, { kind: 'held', at: 6, condition: 'suspended' }).condition).toBe('suspended')
  })

  it('shows no load of a server that is down', () => {
    const resources = { cpuPercent: 0, memoryBytes: 0, diskBytes: 9, uptimeMs: 0 }
    const seen = (state: 'offline' | 'running'): Observation => ({
      kind: 'reading',
      at: 9,
      reading: { state, resources, freshForMs: 1 },
    })
    expect(observe(aServer(), seen('offline')).resources).toBeNull()
    expect(observe(aServer(), seen('running')).resources).toEqual(resources)
  })

  it('keeps the last state over failures for a while, then calls the server unknown', () => {
    const server = aServer({ state: 'running', observedAt: 0 })
    expect(observe(server, { kind: 'failed', at: staleAfterMs })).toBe(server)
    expect(observe(server, { kind: 'failed', at: staleAfterMs + 1 })).toMatchObject({ state: 'unknown' })
  })

  it('never calls a server offline unless the newest reading said so', () => {
    const observation = fc.oneof(
      fc.record({ kind: fc.constant('failed' as const), at: fc.nat(100_000) }),
      fc.record({
        kind: fc.constant('held' as const),
        at: fc.nat(100_000),
        condition: fc.constant('suspended' as const),
      }),
      fc.tuple(fc.constantFrom(...states), fc.nat(100_000)).map(([state, at]) => reading(state, at)),
    )
    fc.assert(
      fc.property(fc.array(observation, { maxLength: 30 }), (seen) => {
        const server = seen.reduce(observe, aServer({ state: 'unknown', observedAt: null }))
        if (server.state !== 'offline') return
        const newest = Math.max(...seen.filter((one) => one.kind !== 'failed').map((one) => one.at))
        expect(seen.some((one) => one.kind === 'reading' && one.at === newest && one.reading.state === 'offline')).toBe(
          true,
        )
      }),
    )
  })
})
