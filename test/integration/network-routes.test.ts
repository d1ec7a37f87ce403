import { execFile } from 'node:child_process'
import dns from 'node:dns'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { networkInterfaces } from 'node:os'
import { promisify } from 'node:util'
import { describe, expect, it, type MockInstance, vi } from 'vitest'
import { systemClock } from '../../electron/lib/clock.ts'
import { createNetwork } from '../../electron/network/network.ts'
import { routesOfEnvironment } from '../../electron/network/proxy.ts'
import { fingerprintOf } from '../fixtures/certificates.ts'
import { errorOf, token } from '../fixtures/client-rig.ts'
import { startConnectProxy } from '../fixtures/connect-proxy.ts'
import { redirect } from '../fixtures/fault-panel.ts'
import { direct, portOf, routeTo, setUpNetworkRig } from '../fixtures/network-rig.ts'
import { unless } from '../report/unless.ts'

const rig = setUpNetworkRig()

describe('proxies', () => {
  const far = 'https://panel.example.com/api/client'

  it('tunnels https: the proxy sees host and port, and no token', async () => {
    const panel = await rig.panelWith('valid')
    const proxy = await rig.proxyTo(panel)
    rig.routes = [routeTo(proxy, { authorization: 'Basic eDp5' })]
    const client = rig.clientOf(far)
    expect(await client.listServers()).toMatchObject({ ok: true })
    expect(await client.listServers()).toMatchObject({ ok: true })
    expect(new Set(proxy.connects.map((one) => one.target))).toEqual(new Set(['panel.example.com:443']))
    expect(proxy.connects[0]?.headers).toMatchObject({
      host: 'panel.example.com:443',
      'proxy-authorization': 'Basic eDp5',
    })
    expect(JSON.stringify(proxy.connects)).not.toContain(token)
    expect(proxy.seen().length).toBeGreaterThan(0)
    expect(proxy.seen()).not.toContain(token)
    expect(panel.requests).toHaveLength(2)
    expect(panel.requests[0]?.headers).not.toHaveProperty('proxy-authorization')
    expect(new Set(rig.asked)).toEqual(new Set(['https://panel.example.com']))
  })

  it('verifies the panel behind the proxy, and trusts by fingerprint there too', async () => {
    const panel = await rig.panelWith('self-signed')
    const proxy = await rig.proxyTo(panel)
    rig.routes = [routeTo(proxy)]
    expect(errorOf(await rig.list(far)).code).toBe('certificate-refused')
    const wrong = await rig.list('https://other.example.com/api/client')
    expect(errorOf(wrong).certificate?.reasons).toEqual(['self-signed', 'wrong-name'])
    expect(panel.requests).toHaveLength(0)
    rig.trusted = await fingerprintOf('self-signed')
    expect(await rig.list(far)).toMatchObject({ ok: true })
  })

  it('speaks TLS to an https proxy, and refuses one whose certificate is not believed', async () => {
    const panel = await rig.panelWith('valid')
    const proxy = await rig.proxyTo(panel, 'valid')
    rig.routes = [routeTo(proxy, { kind: 'https' })]
    expect(await rig.list(far)).toMatchObject({ ok: true })
    const bad = await rig.proxyTo(panel, 'self-signed')
    rig.routes = [routeTo(bad, { kind: 'https' })]
    rig.trusted = await fingerprintOf('self-signed')
    expect(errorOf(await rig.list(far)).code).toBe('proxy-failed')
    expect(bad.connects).toHaveLength(0)
  })

  it('never goes to this computer through a proxy', async () => {
    const panel = await rig.panelWith()
    const proxy = await rig.proxyTo(panel)
    rig.routes = [routeTo(proxy)]
    for (const host of ['127.0.0.1', 'localhost']) {
      expect(await rig.list(panel.baseUrl.replace('127.0.0.1', host))).toMatchObject({ ok: true })
    }
    expect(proxy.connects).toEqual([])
    expect(rig.asked).toEqual([])
  })

  it.each([407, 403, 502])('says so when the proxy answers %i', async (status) => {
    const panel = await rig.panelWith('valid')
    const proxy = await rig.proxyTo(panel)
    proxy.refuse(status)
    rig.routes = [routeTo(proxy)]
    const error = errorOf(await rig.list(far))
    expect(error.code).toBe('proxy-failed')
    expect(error.message).toContain(status === 407 ? 'name and password' : String(status))
    expect(proxy.connects).toHaveLength(1)
    expect(panel.requests).toHaveLength(0)
  })

  it('tries the next route when a proxy fails, and none when the panel does', async () => {
    const panel = await rig.panelWith('valid')
    const [gone, works] = [await rig.proxyTo(panel), await rig.proxyTo(panel)]
    await gone.close()
    rig.routes = [{ kind: 'unusable', name: 'socks.example' }, routeTo(gone), routeTo(works)]
    expect(await rig.list(far)).toMatchObject({ ok: true })
    expect(works.connects).toHaveLength(1)
    rig.routes = [routeTo(works), direct]
    const bad = await rig.list('https://other.example.com/api/client')
    expect(errorOf(bad).code).toBe('certificate-refused')
  })

  it('never goes directly when no proxy can be used', async () => {
    for (const list_ of [[], [{ kind: 'unusable', name: 'socks.example:1080' } as const]]) {
      rig.routes = list_
      expect(errorOf(await rig.list(far)).code).toBe('proxy-failed')
    }
    await rig.network.dispose()
    rig.network = createNetwork({ clock: systemClock, findRoutes: () => Promise.reject(new Error('no settings')) })
    expect(errorOf(await rig.list(far)).code).toBe('proxy-failed')
  })

  it('follows the environment for the command line', async () => {
    const panel = await rig.panelWith('valid')
    const proxy = await rig.proxyTo(panel)
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` }
    await rig.network.dispose()
    rig.network = createNetwork({ clock: systemClock, findRoutes: async (origin) => routesOfEnvironment(env, origin) })
    expect(await rig.list(far)).toMatchObject({ ok: true })
    expect(proxy.connects).toHaveLength(1)
  })
})

describe('plain http', () => {
  const near = 'http://10.20.30.40:8080/api/client'

  it('goes to a private address only with a yes', async () => {
    const panel = await rig.panelWith()
    const proxy = await rig.proxyTo(panel)
    rig.routes = [routeTo(proxy)]
    expect(errorOf(await rig.list(near)).code).toBe('insecure-private')
    expect(errorOf(await rig.clientOf(near).sendPower('a1b2c3d4', 'stop')).code).toBe('insecure-private')
    expect(proxy.connects).toEqual([])
    rig.allowsHttp = true
    expect(await rig.list(near)).toMatchObject({ ok: true })
    expect(proxy.connects.map((one) => one.target)).toEqual(['10.20.30.40:8080'])
    rig.allowsHttp = false
    expect(errorOf(await rig.list(near)).code).toBe('insecure-private')
    expect(panel.requests).toHaveLength(1)
  })

  it('goes through no proxy outside', async () => {
    const panel = await rig.panelWith()
    const proxy = await rig.proxyTo(panel)
    rig.allowsHttp = true
    for (const host of ['proxy.example.com', '8.8.8.8']) {
      rig.routes = [routeTo(proxy, { host })]
      const error = errorOf(await rig.list(near))
      expect(error).toMatchObject({ code: 'proxy-failed', message: expect.stringContaining('readable') })
    }
    expect(proxy.connects).toEqual([])
  })

  it('goes to no name and no public address, yes or no', async () => {
    rig.allowsHttp = true
    for (const host of ['panel.example.com', 'printer', 'panel.localhost', '8.8.8.8', '[2001:db8::1]']) {
      expect(errorOf(await rig.list(`http://${host}/api/client`)).code).toBe('insecure-address')
    }
    expect(rig.asked).toEqual([])
  })

  const outside = Object.values(networkInterfaces())
    .flat()
    .find((at) => at !== undefined && !at.internal && at.family === 'IPv4')?.address
  const reason = outside === undefined ? 'no network interface but loopback' : null

  it('does not believe a look-up that leads localhost elsewhere', unless(reason), async () => {
    const received: unknown[] = []
    const thief = createHttpServer((request) => received.push(request.headers)).listen(0, outside)
    await once(thief, 'listening')
    const address = thief.address()
    const port = typeof address === 'object' ? address?.port : 0
    const lookup = vi.spyOn(dns, 'lookup') as unknown as MockInstance<(...parts: unknown[]) => void>
    lookup.mockImplementation((...parts) => {
      const answer = parts.at(-1) as (error: null, found: unknown) => void
      answer(null, [{ address: outside, family: 4 }])
    })
    const error = errorOf(await rig.list(`http://localhost:${port}/api/client`))
    expect(lookup).toHaveBeenCalled()
    lookup.mockRestore()
    expect(error).toMatchObject({ code: 'insecure-address', message: 'localhost does not lead to this computer.' })
    expect(received).toEqual([])
    await new Promise((resolve) => thief.close(resolve))
  })

  it.each([301, 302, 307, 308])('a redirect (%i) from an allowed panel takes the token nowhere', async (status) => {
    const [panel, thief] = [await rig.panelWith(), await rig.panelWith()]
    const proxy = await startConnectProxy({
      ports: (target) => portOf(target === '10.20.30.40:8080' ? panel : thief),
    })
    rig.open.push(proxy)
    rig.routes = [routeTo(proxy)]
    rig.allowsHttp = true
    for (const target of [
      `${thief.origin}/api/client`,
      'http://10.20.30.41:8080/api/client',
      'https://evil.example/',
    ]) {
      panel.respond(redirect(target, status))
      expect(errorOf(await rig.list(near)).code).toBe('redirected')
      expect(errorOf(await rig.clientOf(near).sendPower('a1b2c3d4', 'stop')).code).toBe('redirected')
    }
    expect(panel.requests).toHaveLength(6)
    expect(thief.requests).toHaveLength(0)
    expect(new Set(proxy.connects.map((one) => one.target))).toEqual(new Set(['10.20.30.40:8080']))
  })
})

it('takes no proxy from the environment behind the routes it was given', async () => {
  const panel = await rig.panelWith()
  const script = `
    import { createNetwork } from './electron/network/network.ts'
    import { systemClock } from './electron/lib/clock.ts'
    const network = createNetwork({ clock: systemClock, findRoutes: async () => [{ kind: 'direct' }] })
    const baseUrl = ${JSON.stringify(panel.baseUrl)}
    const answer = await network.fetchFor({ baseUrl, fingerprint: () => null })(baseUrl)
    console.log(answer.status)
    await network.dispose()`
  const proxy = 'http://127.0.0.1:1'
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module-typescript', '-e', script], {
    env: { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, HTTPS_PROXY: proxy },
  })
  expect(stdout.trim()).toBe('200')
})
