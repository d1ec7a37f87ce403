import { describe, expect, it } from 'vitest'
import { appError } from '../../../../shared/errors.ts'
import { retryAt } from '../../../../shared/keys/server-keys.ts'
import { newsOfRefusalMs } from '../../../../shared/servers/attention.ts'
import { appState, keyView } from '../../../fixtures/app-state.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const now = 10 * newsOfRefusalMs

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
