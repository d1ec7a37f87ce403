import { describe, expect, it } from 'vitest'
import { appError } from '../../../../shared/errors.ts'
import { newsOfRefusalMs } from '../../../../shared/model/attention.ts'
import { retryAt } from '../../../../shared/model/retry-at.ts'
import { shortTrouble } from '../../../../shared/model/short-trouble.ts'
import { appState, keyView } from '../../../fixtures/app-state.ts'
import { planView } from '../../../fixtures/plan-view.ts'
import { powerAction, serverView } from '../../../fixtures/server-view.ts'

const now = 10 * newsOfRefusalMs

describe('what went wrong, in short', () => {
  const said = (action: Parameters<typeof powerAction>[0], plans: Parameters<typeof planView>[0][] = []) => {
    const server = serverView({ state: 'running', action: powerAction({ changedAt: now, ...action }) })
    return shortTrouble(appState({ plans: plans.map(planView), keys: [keyView()] }), server, now)
  }

  it.each<[string | null, Parameters<typeof powerAction>[0]]>([
    ['Restart refused', { phase: 'refused', error: appError('permission-lacking') }],
    ['Stop not sent', { phase: 'refused', signal: 'stop', error: appError('host-not-found') }],
    ['Restart not confirmed', { phase: 'refused', error: appError('timeout', { mayHaveActed: true }) }],
    ['Kill not confirmed', { phase: 'unconfirmed', signal: 'kill', error: appError('connection-cut') }],
    [null, { phase: 'unconfirmed' }],
    [null, { phase: 'confirmed' }],
    [null, { phase: 'stalled' }],
    [null, { phase: 'refused', changedAt: now - newsOfRefusalMs, error: appError('permission-lacking') }],
  ])('%s', (text, action) => expect(said(action)).toBe(text))

  it('tells of a planned restart', () => {
    const { ref } = serverView()
    expect(said({ phase: 'confirmed', startedAt: 0 }, [{ ref, phase: 'missed', endedAt: 5 }])).toBe(
      'Planned restart missed',
    )
    expect(said({ phase: 'confirmed', startedAt: 9 }, [{ ref, phase: 'missed', endedAt: 5 }])).toBeNull()
  })
})

describe('when an unknown state is asked for again', () => {
  const budget = { limit: 240, remaining: 0, heldUntil: null, scarceUntil: null }
  const limited = (since: number) =>
    ({ kind: 'failing', since, error: appError('rate-limited', { retryAfterMs: 9_000 }) }) as const
  it.each<[string, number | null, Parameters<typeof serverView>[0], Parameters<typeof keyView>[0][]]>([
    ['after the wait that the panel asked for', now + 12_000, {}, [{ budget: { ...budget, heldUntil: now + 12_000 } }]],
    ['when background work may go on', now + 5_000, {}, [{ budget: { ...budget, scarceUntil: now + 5_000 } }]],
    ['after a rate limit of its list', now + 8_000, {}, [{ health: limited(now - 1_000) }]],
    ['at any time', null, {}, [{ budget }]],
    ['at once, when the wait is over', null, {}, [{ budget: { ...budget, heldUntil: now } }]],
    ['by the key that waits less', null, { keyIds: ['home-key', 'b'] }, [{ health: limited(now) }, { id: 'b' }]],
    ['never, where the state is known', null, { state: 'offline' }, [{ health: limited(now) }]],
    ['never, where the panel holds it', null, { condition: 'suspended' }, [{ health: limited(now) }]],
    ['never, without a key', null, { keyIds: [] }, []],
  ])('%s', (_, at, server, keys) => {
    expect(retryAt(appState({ keys: keys.map(keyView) }), serverView(server), now)).toBe(at)
  })
})
