import { describe, expect, it } from 'vitest'
import { changeServer, setConsoleStream } from '../../../../electron/state/updates.ts'
import { fail } from '../../../../shared/result.ts'
import { createPollerRig, type PollerRig } from '../../../fixtures/poller-rig.ts'

const minute = 60_000

describe('poller', () => {
  it('confirms a restart once the server was down and runs again', async () => {
    const part = createPollerRig()
    part.say('running', 1_000)
    await part.clock.advance(1_000)
    part.act()
    await part.clock.advance(1_500)
    expect(part.server()?.action?.phase).toBe('accepted')
    part.say('offline', 1_000)
    await part.clock.advance(2_000)
    expect(part.server()).toMatchObject({ state: 'offline', action: { phase: 'accepted' } })
    part.say('running', 1_000)
    await part.clock.advance(3_000)
    expect(part.server()).toMatchObject({ state: 'running', action: { phase: 'confirmed' } })
  })

  it('misses no state that an open console tells between two looks', async () => {
    const part = createPollerRig()
    part.say('offline')
    await part.clock.advance(1_000)
    part.act()
    part.say('running')
    await part.clock.advance(1)
    part.store.update(setConsoleStream(part.ref, { phase: 'open', retryAt: null, error: null }))
    // Of what the panel answered it is not known whether it was so before the action; a console tells what is.
    for (const state of ['running', 'starting', 'running'] as const) {
      await part.clock.advance(10)
      part.store.update(changeServer(part.ref, (server) => ({ ...server, state, observedAt: part.clock.now() })))
    }
    await part.clock.advance(3_000)
    expect(part.server()?.action?.phase).toBe('confirmed')
  })

  it.each([
    ['restart', 'offline', 'running', 25_000],
    ['stop', 'offline', 'offline', 3_000],
    ['start', 'running', 'running', 3_000],
  ] as const)('takes no answer from the panel’s cache for what came of a %s', async (signal, cached, then, ms) => {
    const part = createPollerRig()
    part.say(cached === 'offline' ? 'running' : 'offline')
    await part.clock.advance(15_000)
    part.act({ signal })
    // Somebody else asked just before the action.
    part.say(cached)
    await part.clock.advance(900)
    part.say(then)
    await part.clock.advance(ms)
    expect(part.server()?.action?.phase).toBe('accepted')
  })

  it('calls an action stalled when its state does not come', async () => {
    const part = createPollerRig()
    part.say('stopping')
    part.act({ signal: 'stop' })
    await part.clock.advance(13 * minute)
    expect(part.server()?.action?.phase).toBe('accepted')
    await part.clock.advance(minute)
    expect(part.server()?.action?.phase).toBe('stalled')
  })

  describe('an action whose limit passes while nothing is read', () => {
    /** A stop that the panel took five minutes ago, and has hung since. */
    async function stopping() {
      const part = createPollerRig()
      part.say('stopping')
      part.act({ signal: 'stop' })
      await part.clock.advance(5 * minute)
      return part
    }
    const away = fail('connection-refused')

    it.each([
      ['stopping', 'stalled'],
      ['offline', 'confirmed'],
    ] as const)('is judged by the first answer after it: %s', async (state, phase) => {
      const part = await stopping()
      part.refuse(away)
      await part.clock.advance(20 * minute)
      expect(part.server()?.action?.phase).toBe('accepted')
      part.say(state)
      await part.clock.advance(minute)
      expect(part.server()?.action).toMatchObject({ phase, error: null })
    })

    it('ends where the panel stays away, says that nothing was seen, and is confirmed by what comes after all', async () => {
      const part = await stopping()
      part.refuse(away)
      await part.clock.advance(45 * minute)
      const error = { code: 'timeout', message: 'What came of it was not seen.' }
      expect(part.server()?.action).toMatchObject({ phase: 'stalled', error })
      part.say('offline')
      await part.clock.advance(minute)
      expect(part.server()?.action).toMatchObject({ phase: 'confirmed', error: null })
    })
  })

  describe('an action on a server whose state cannot be read', () => {
    const stop = (part: PollerRig) => part.act({ signal: 'stop' })
    const phaseOf = (part: PollerRig) => part.server()?.action?.phase
    const none = fail('panel-failed', { status: 500 })

    it.each([
      ['whose panel has none', fail('server-not-found', { status: 404 })],
      ['of which the panel fails to tell it', none],
      ['that was never reached for it', fail('timeout')],
    ])('is waited for no longer than its limit: one %s', async (_which, refusal) => {
      const part = createPollerRig()
      part.refuse(refusal)
      await part.clock.advance(15 * minute)
      stop(part)
      await part.clock.advance(12 * minute)
      expect(phaseOf(part)).toBe('accepted')
      await part.clock.advance(2 * minute)
      expect(part.server()?.action).toMatchObject({ phase: 'stalled', error: { code: 'timeout' } })
    })

    it('is not waited for longer where it was read before the action alone', async () => {
      const part = createPollerRig()
      await part.clock.advance(minute)
      part.refuse(none)
      stop(part)
      await part.clock.advance(14 * minute)
      expect(phaseOf(part)).toBe('stalled')
    })

    it.each([
      ['the panel updates itself', fail('panel-failed', { status: 503 })],
      ['its machine is away', fail('node-unreachable', { status: 504 })],
      ['the panel is away', fail('connection-refused')],
      ['a rate limit holds', fail('rate-limited', { status: 429, retryAfterMs: minute })],
    ])('is waited for while %s', async (_why, refusal) => {
      const part = createPollerRig()
      await part.clock.advance(minute)
      part.refuse(refusal)
      stop(part)
      await part.clock.advance(25 * minute)
      expect(phaseOf(part)).toBe('accepted')
      part.say('offline')
      await part.clock.advance(2 * minute)
      expect(phaseOf(part)).toBe('confirmed')
    })

    it('is waited for after one look that failed, and after sleep', async () => {
      const part = createPollerRig()
      part.say('stopping')
      await part.clock.advance(minute)
      stop(part)
      await part.clock.advance(12 * minute)
      part.refuse(none)
      await part.clock.advance(2 * minute)
      expect(phaseOf(part)).toBe('accepted')

      const other = createPollerRig()
      other.refuse(none)
      await other.clock.advance(minute)
      stop(other)
      await other.clock.advance(5_000)
      other.clock.set(8 * 60 * minute)
      other.say('offline')
      await other.clock.advance(minute)
      expect(phaseOf(other)).toBe('confirmed')
    })
  })
})
