import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createNetwork } from '../../../../electron/network/network.ts'
import type { Route } from '../../../../electron/network/proxy.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'

const proxy: Route = { kind: 'http', host: '10.0.0.9', port: 3128, authorization: null }
const direct: Route = { kind: 'direct' }

/** Sockets that were told to connect, none of which gets an answer. */
let sockets: Socket[]
beforeEach(() => {
  sockets = []
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket) {
    sockets.push(this)
    return this
  })
})
afterEach(() => vi.restoreAllMocks())

/** A connection that is being opened, and what came of it by now. */
function open(findRoutes: () => Promise<readonly Route[]>) {
  const clock = createFakeClock()
  const { connectFor } = createNetwork({ clock, findRoutes })
  const opening = connectFor({ baseUrl: 'http://10.0.0.5', fingerprint: () => null })(new URL('http://10.0.0.5/'))
  const so = { outcome: null as unknown }
  opening.then(
    (socket) => Object.assign(so, { outcome: socket }),
    (thrown) => Object.assign(so, { outcome: thrown }),
  )
  return { clock, so }
}

describe('a connection that gets no answer', () => {
  it('is given up after the time of each of its routes', async () => {
    const { clock, so } = open(async () => [proxy, proxy, direct])
    for (const route of [1, 2, 3]) {
      await clock.advance(9_999)
      expect(sockets).toHaveLength(route)
      expect(so.outcome).toBe(null)
      await clock.advance(1)
    }
    expect(so.outcome).toMatchObject({ code: 'ETIMEDOUT' })
    expect(sockets.every((socket) => socket.destroyed)).toBe(true)
    expect(clock.pending()).toBe(0)
  })

  it('leaves the route behind it the whole time', async () => {
    const { clock, so } = open(async () => [proxy, direct])
    await clock.advance(19_999)
    sockets[1]?.emit('connect')
    await clock.advance(1)
    expect(so.outcome).toBe(sockets[1])
    expect(sockets[1]?.destroyed).toBe(false)
  })

  it('is given up where the system does not tell its proxies', async () => {
    const { clock, so } = open(() => new Promise(() => {}))
    await clock.advance(9_999)
    expect(so.outcome).toBe(null)
    await clock.advance(1)
    expect(so.outcome).toMatchObject({ error: { code: 'proxy-failed' } })
    expect(sockets).toEqual([])
  })
})
