import { describe, expect, it } from 'vitest'
import { put } from '../../../../electron/state/updates.ts'
import { planView } from '../../../fixtures/plan-view.ts'
import { createPollerRig } from '../../../fixtures/poller-rig.ts'
import { aServer } from '../../../fixtures/state.ts'

describe('poller', () => {
  it('looks closely at a server in the last minute before its restart', async () => {
    const servers = Array.from({ length: 60 }, (_, index) => aServer({ id: String(10_000_000 + index) }))
    const part = createPollerRig(servers, 'pterodactyl', false)
    await part.clock.advance(5 * 60_000)
    const zeroAt = part.clock.now() + 3 * 60_000
    part.store.update(put('plans', planView({ ref: part.ref, zeroAt, startedAt: part.clock.now() })))
    const asked = () => part.client.calls.filter((call) => call.args[0] === '10000000').length
    await part.clock.advance(2 * 60_000)
    const before = asked()
    await part.clock.advance(60_000)
    expect(asked() - before).toBe(3)
    // Asked every 20 s, of a panel that repeats its answer for as long.
    expect(zeroAt - (part.server()?.observedAt ?? 0)).toBeLessThan(41_000)
  })
})
