import { describe, expect, it } from 'vitest'
import { appError } from '../../../../shared/errors.ts'
import { fail } from '../../../../shared/result.ts'
import { createSessionRig } from '../../../fixtures/session-rig.ts'

describe('a session', () => {
  it.each([
    ['a panel without a console', 'no-live-output', 'none'],
    ['a key that may not', 'permission-lacking', 'ended'],
    ['a panel that fails', 'panel-failed', 'waiting'],
  ] as const)('takes %s for what it is, and heals where it can', async (_, code, expected) => {
    const { node, clock, phase } = createSessionRig()
    node.setAnswer(fail(code))
    await clock.advance(500)
    expect(phase()).toBe(expected)
    node.setAnswer(null)
    await clock.advance(60_000)
    expect(phase()).toBe(expected === 'waiting' ? 'open' : expected)
  })

  it('waits out what holds the server, and goes on when told', async () => {
    const { node, clock, phase, held, session } = createSessionRig()
    node.setAnswer(fail(appError('server-unavailable', { detail: 'This server is currently suspended and …' })))
    await clock.advance(500)
    expect(phase()).toBe('held')
    expect(held).toEqual(['suspended'])
    node.setAnswer(null)
    session.retry()
    await clock.advance(500)
    expect(phase()).toBe('open')
  })

  it.each([
    [4409, 'server is suspended', 'held', 'server-unavailable'],
    [4400, 'too old', 'ended', 'console-ended'],
    [1001, 'server deleted', 'waiting', 'console-unreachable'],
    [1001, 'going away', 'waiting', 'console-unreachable'],
    [1006, '', 'waiting', 'console-unreachable'],
  ])('understands the close code %d (%s)', async (code, reason, expected, error) => {
    const { node, open, streams } = createSessionRig()
    await open()
    node.cut(code, reason)
    expect(streams.at(-1)).toMatchObject({ phase: expected, error: { code: error } })
  })

  it('ends with the server, once the panel knows it no more', async () => {
    const { node, open, clock, streams } = createSessionRig()
    await open()
    node.tellAll('deleted', '')
    await clock.advance(5_000)
    expect(streams.at(-1)?.phase).toBe('open')
    node.setAnswer(fail('server-not-found'))
    node.tellAll('deleted', '')
    await clock.advance(60_000)
    expect(streams.at(-1)).toMatchObject({ phase: 'ended', error: { code: 'server-not-found' } })
    expect(node.peers.size).toBe(0)
  })

  it('follows a server that moved', async () => {
    const { node, open, clock, lines } = createSessionRig()
    await open()
    node.move('elsewhere')
    node.tellAll('transfer status', 'completed')
    await clock.advance(3_000)
    node.print('from elsewhere')
    await clock.advance(100)
    expect(lines.at(-1)).toBe('from elsewhere')
  })

  it('says when the token opens nothing', async () => {
    const { node, open, streams, clock } = createSessionRig()
    await open()
    node.tellAll('jwt error', 'jwt: missing connect permission')
    await clock.advance(100)
    expect(streams.at(-1)).toMatchObject({ phase: 'ended', error: { code: 'permission-lacking' } })
  })
})
