import { describe, expect, it } from 'vitest'
import { fail } from '../../../../shared/result.ts'
import { busiestMinute, createSessionRig } from '../../../fixtures/session-rig.ts'

describe('a session that renews its token', () => {
  it('renews its token over the same socket, before it ends', async () => {
    const { node, lines, open, clock, streams } = createSessionRig()
    await open()
    const peers = [...node.peers]
    for (let minute = 1; minute <= 60; minute += 1) {
      node.print(`minute ${minute}`)
      await clock.advance(60_000)
    }
    expect([...node.peers]).toEqual(peers)
    expect(lines).toEqual(node.log)
    expect(node.tokensAt).toHaveLength(1 + 7)
    expect(streams.map(({ phase }) => phase)).toEqual(['connecting', 'open'])
  })

  it('renews at once when the machine warns, and only once however often it warns', async () => {
    const { node, open, clock } = createSessionRig()
    await open()
    for (let i = 0; i < 5; i += 1) node.tellAll('token expiring')
    await clock.advance(1_000)
    expect(node.tokensAt).toHaveLength(2)
    expect(node.heard.filter((event) => event === 'auth')).toHaveLength(2)
  })

  it.each(['jwt: exp claim is invalid', 'Error Event [u]: jwt: created too far in past (denylist)'])(
    'heals after “%s”, with what was lost meanwhile',
    async (words) => {
      const { node, lines, open, clock, streams } = createSessionRig()
      await open()
      node.tellAll('jwt error', words)
      node.log.push('printed while nothing came through')
      await clock.advance(5_000)
      node.print('live')
      await clock.advance(1_000)
      expect(lines).toEqual(node.log)
      expect(streams.map(({ phase }) => phase)).toEqual(['connecting', 'open'])
    },
  )

  it('is back within three seconds of a revocation, though the first new token is refused as well', async () => {
    const { node, lines, open, clock } = createSessionRig()
    await open()
    await clock.advance(400)
    node.revoke()
    node.print('lost')
    await clock.advance(3_000)
    node.print('live')
    await clock.advance(1_000)
    expect(lines).toEqual(['lost', 'live'])
  })

  it('is connecting again while its new token leads to another machine', async () => {
    const { node, open, clock, lines, streams } = createSessionRig()
    await open()
    node.move('elsewhere')
    await clock.advance(10 * 60_000)
    node.print('from elsewhere')
    await clock.advance(100)
    expect(lines.at(-1)).toBe('from elsewhere')
    expect(streams.map(({ phase }) => phase)).toEqual(['connecting', 'open', 'connecting', 'open'])
  })

  it.each(['proxy-failed', 'token-refused'] as const)(
    'stays open over a renewal that failed by %s, as long as its token lives',
    async (code) => {
      const { node, open, clock, streams } = createSessionRig()
      await open()
      node.setAnswer(fail(code))
      await clock.advance(9 * 60_000)
      node.setAnswer(null)
      await clock.advance(30 * 60_000)
      expect(streams.map(({ phase }) => phase)).toEqual(['connecting', 'open'])
    },
  )
})

describe('a session that lost its connection', () => {
  it('waits longer each time, and asks for no more than five tokens a minute', async () => {
    const { node, clock, streams } = createSessionRig({ random: () => 0.5 })
    node.setDown(true)
    await clock.advance(10 * 60_000)
    expect(busiestMinute(node.tokensAt)).toBeLessThanOrEqual(5)
    const waits = streams.filter(({ phase }) => phase === 'waiting')
    expect(waits.every(({ retryAt, error }) => retryAt !== null && error !== null)).toBe(true)
    expect(node.tokensAt.length).toBeLessThan(30)
  })

  it('asks for no more than five tokens a minute of a machine that takes every connection and drops it', async () => {
    const { node, clock } = createSessionRig()
    for (let second = 0; second < 600; second += 1) {
      await clock.advance(1_000)
      node.cut()
    }
    expect(busiestMinute(node.tokensAt)).toBeLessThanOrEqual(5)
  })

  it('reconnects although a renewal of its token is under way', async () => {
    const { node, open, clock, phase } = createSessionRig()
    await open()
    node.tellAll('token expiring')
    await clock.advance(21)
    node.cut()
    await clock.advance(10_000)
    expect(phase()).toBe('open')
  })

  it('is back within ten seconds of its machine, which was gone for twenty', async () => {
    const { node, open, clock, phase } = createSessionRig({ random: () => 1 })
    await open()
    node.setGone(true)
    await clock.advance(20_000)
    node.setGone(false)
    await clock.advance(10_000)
    expect(phase()).toBe('open')
    expect(busiestMinute(node.tokensAt)).toBeLessThanOrEqual(5)
  })

  it('finds out a connection that is open on paper only', async () => {
    const { node, open, clock, phase } = createSessionRig()
    await open()
    node.setDown(true)
    await clock.advance(31_000)
    expect(phase()).not.toBe('open')
    node.setDown(false)
    await clock.advance(40_000)
    expect(phase()).toBe('open')
  })

  it('gives up a handshake that is never answered, and comes back', async () => {
    const { node, clock, phase } = createSessionRig()
    node.faults.hangs = true
    await clock.advance(26_000)
    expect(phase()).toBe('waiting')
    node.faults.hangs = false
    await clock.advance(10_000)
    expect(phase()).toBe('open')
  })

  it.each(['not-json', 'panel-refused'] as const)(
    'takes %s for a panel without a console once it has said so again and again',
    async (code) => {
      const { node, clock, phase } = createSessionRig()
      node.setAnswer(fail(code))
      await clock.advance(10 * 60_000)
      expect(phase()).toBe('none')
      expect(node.tokensAt).toHaveLength(5)
    },
  )

  it('does not run in circles where machine and panel disagree on a suspension', async () => {
    const { node, open, clock, session, phase } = createSessionRig()
    await open()
    for (let second = 0; second < 600; second += 1) {
      if (phase() === 'open') node.cut(4409, 'server is suspended')
      session.retry()
      await clock.advance(1_000)
    }
    expect(node.tokensAt.length).toBeLessThan(15)
  })

  it('bounds what a panel asks it to wait', async () => {
    const { node, clock, streams } = createSessionRig()
    node.setAnswer(fail('rate-limited', { retryAfterMs: 9_999_999_999_000 }))
    await clock.advance(500)
    expect((streams.at(-1)?.retryAt ?? 0) - clock.now()).toBeLessThanOrEqual(3_600_000)
    expect(node.tokensAt).toHaveLength(1)
  })

  it('waits as long as the panel asks', async () => {
    const { node, clock, streams } = createSessionRig()
    node.setAnswer(fail('rate-limited', { retryAfterMs: 42_000 }))
    await clock.advance(500)
    expect((streams.at(-1)?.retryAt ?? 0) - clock.now()).toBeGreaterThan(41_000)
  })
})
