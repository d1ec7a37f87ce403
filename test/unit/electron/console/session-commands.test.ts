import { describe, expect, it } from 'vitest'
import { fail } from '../../../../shared/result.ts'
import { createSessionRig } from '../../../fixtures/session-rig.ts'

describe('commands over the console', () => {
  it('are sent when the machine has read them', async () => {
    const { node, open, clock, session } = createSessionRig()
    await open()
    const sent = session.sendCommand('list')
    await clock.advance(300)
    expect(await sent).toBe('sent')
    expect(node.commands).toEqual(['list'])
  })

  it('are not sent without a connection', async () => {
    const { session, node, open, clock } = createSessionRig()
    expect(session.sendCommand('early')).toBeNull()
    await open()
    node.cut()
    expect(session.sendCommand('late')).toBeNull()
    await clock.advance(60_000)
    expect(node.commands).toEqual([])
  })

  it('are not confirmed when the connection breaks under them, and not sent again', async () => {
    const { session, node, open, clock } = createSessionRig()
    await open()
    const sent = session.sendCommand('list')
    node.cut()
    await clock.advance(60_000)
    expect(await sent).toBe('unconfirmed')
    expect(node.commands).toEqual([])
  })

  it('are sent when the machine had read them before the connection broke', async () => {
    const { session, node, open, clock } = createSessionRig()
    await open()
    const sent = session.sendCommand('list')
    await clock.advance(60)
    node.cut()
    expect(await sent).toBe('sent')
  })

  it('are not confirmed by a machine that has stopped answering', async () => {
    const { session, node, open, clock } = createSessionRig()
    await open()
    node.setDown(true)
    const sent = session.sendCommand('list')
    await clock.advance(11_000)
    expect(await sent).toBe('unconfirmed')
  })

  it('are known as dropped when the machine says so, and then go another way', async () => {
    const { session, node, open, clock } = createSessionRig()
    await open()
    node.tellAll('throttled', 'send command')
    const sent = session.sendCommand('list')
    await clock.advance(20)
    expect(await sent).toBe('dropped')
    expect(session.sendCommand('again')).toBeNull()
  })

  it('go over it no faster than machines take them, and none that is too long for them', async () => {
    const { session, open, clock } = createSessionRig()
    await open()
    const taken = Array.from({ length: 20 }, () => session.sendCommand('list') !== null)
    expect(taken.filter(Boolean)).toHaveLength(8)
    await clock.advance(2_000)
    expect([1, 2, 3].map(() => session.sendCommand('list') !== null)).toEqual([true, true, false])
    await clock.advance(60_000)
    expect(session.sendCommand('ü'.repeat(2_000))).toBeNull()
  })
})

describe('commands around a token’s life', () => {
  it('do not go over a connection whose new token takes none', async () => {
    const { session, node, open, clock } = createSessionRig()
    await open()
    node.faults.permissions = ['websocket.connect']
    node.tellAll('token expiring')
    await clock.advance(1_000)
    expect(session.sendCommand('list')).toBeNull()
  })

  it('are not confirmed when the token was refused meanwhile, and go another way until it is renewed', async () => {
    const { session, node, open, clock } = createSessionRig()
    await open()
    const sent = session.sendCommand('list')
    node.tellAll('jwt error', 'jwt: exp claim is invalid')
    await clock.advance(20)
    expect(await sent).toBe('unconfirmed')
    expect(session.sendCommand('again')).toBeNull()
    await clock.advance(5_000)
    expect(session.sendCommand('again')).not.toBeNull()
  })

  it('do not go with a token that ended while the computer slept', async () => {
    const { session, node, open, clock } = createSessionRig()
    await open()
    node.setAnswer(fail('network-failed'))
    await clock.advance(601_000)
    expect(session.sendCommand('list')).toBeNull()
  })
})
