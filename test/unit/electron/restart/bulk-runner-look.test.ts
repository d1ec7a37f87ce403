import { describe, expect, it } from 'vitest'
import { changeServer, setKeyHealth } from '../../../../electron/state/updates.ts'
import { appError } from '../../../../shared/errors.ts'
import { fail, ok } from '../../../../shared/result.ts'
import { type BulkRig, createBulkRig, power } from '../../../fixtures/bulk-rig.ts'

describe('a bulk action', () => {
  it.each([
    ['restart', ['a1b2c3d0', 'a1b2c3d2'], 'cancelled', 'server-was-off'],
    ['start', ['a1b2c3d0', 'a1b2c3d1', 'a1b2c3d2'], 'running', undefined],
  ] as const)('a %s of a server that was just seen to be off', async (signal, sent, outcome, code) => {
    const part = createBulkRig()
    const [, off] = part.refs
    if (off !== undefined) {
      const now = part.clock.now()
      part.store.update(changeServer(off, (one) => ({ ...one, state: 'offline', observedAt: now })))
    }
    part.begin({ kind: 'power', signal }, 5_000)
    await part.clock.advance(20_000)
    expect(part.sent.map((one) => one.split(' ')[0])).toEqual(sent)
    const [, item] = part.bulk().items
    expect([item?.outcome, item?.error?.code]).toEqual([outcome, code])
  })

  it.each([
    ['long ago', 61_000],
    ['just', 1_000],
  ] as const)('looks before a restart at a server that was %s read', async (_when, agoMs) => {
    const part = createBulkRig(1, [], false)
    const [ref] = part.refs
    const observedAt = part.clock.now() - agoMs
    if (ref !== undefined) part.store.update(changeServer(ref, (one) => ({ ...one, observedAt })))
    part.client.answers.resources = async () => ok({ state: 'offline', resources: null, freshForMs: 20_000 })
    part.begin(power, null)
    // The panel may repeat what it read before, and then it may have been started since.
    await part.clock.advance(19_000)
    expect(part.bulk().items[0]?.outcome).toBe('running')
    await part.clock.advance(2_000)
    expect(part.bulk().items[0]?.outcome).toBe('cancelled')
    expect(part.sent).toEqual([])
  })

  it('does not look with a key that the panel refused', async () => {
    const part = createBulkRig(2, [], false)
    const refused = { kind: 'failing', since: 0, error: appError('token-refused') } as const
    for (const { id } of Object.values(part.store.get().keys)) part.store.update(setKeyHealth(id, refused))
    part.begin(power, null)
    await part.clock.advance(1_000)
    expect(part.client.calls).toEqual([])
    expect(part.sent).toEqual([])
  })

  it('keeps the servers apart by their signals, however long the look before one takes', async () => {
    const part = createBulkRig(2, [], false)
    let looks = 0
    part.client.answers.resources = async () => {
      looks += 1
      if (looks === 1) await part.clock.sleep(15_000)
      return ok({ state: 'running', resources: null, freshForMs: 0 })
    }
    part.begin(power, 5_000)
    await part.clock.advance(30_000)
    expect(part.sent).toEqual(['a1b2c3d0 @15', 'a1b2c3d1 @20'])
  })

  it.each([
    ['fails', fail('timeout'), /did not answer|in time/i],
    ['is refused by a rate limit for too long', fail('rate-limited'), /limit/i],
    ['gives no state', ok({ state: 'unknown', resources: null, freshForMs: 0 } as const), /not known whether/],
  ])('skips a server where that look %s, and says why', async (_how, answer, words) => {
    const part = createBulkRig(2, [], false)
    part.client.answers.resources = async () => answer
    part.begin(power, null)
    await part.clock.advance(1_000)
    expect(part.sent).toEqual([])
    const [item] = part.bulk().items
    expect(item).toMatchObject({ outcome: 'cancelled', error: { code: 'server-state-unknown' } })
    expect(item?.error?.message).toMatch(words)
  })

  it('restarts what the panel holds, which it refuses by itself', async () => {
    const part = createBulkRig(1, [], false)
    part.client.answers.resources = async () => fail('server-unavailable', { status: 409, detail: 'is suspended' })
    part.begin(power, null)
    await part.clock.advance(1_000)
    expect(part.sent).toHaveLength(1)
  })

  it.each([
    ['was given up', 'cancelled', ({ bulks, bulk }: BulkRig) => bulks.cancel(bulk().id, false, 'window')],
    ['was paused by sleep', 'waiting', ({ clock }: BulkRig) => clock.set(8 * 3_600_000)],
  ] as const)('sends no restart that %s during the look before it', async (_how, outcome, interrupt) => {
    const part = createBulkRig(1, [], false)
    part.client.answers.resources = async () => {
      await part.clock.sleep(5_000)
      return ok({ state: 'running', resources: null, freshForMs: 0 })
    }
    part.begin(power, null)
    await part.clock.advance(1_000)
    interrupt(part)
    await part.clock.advance(10_000)
    expect([part.sent.length, part.bulk().items[0]?.outcome]).toEqual([0, outcome])
    if (outcome !== 'waiting') return
    part.bulks.resume(part.bulk().id)
    await part.clock.advance(10_000)
    expect(part.sent).toHaveLength(1)
  })
})
