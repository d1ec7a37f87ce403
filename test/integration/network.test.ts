import { execFile } from 'node:child_process'
import dns from 'node:dns'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import tls from 'node:tls'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { systemClock } from '../../electron/clock.ts'
import { createNetwork, type Network } from '../../electron/network/network.ts'
import { type Route, routesOfEnvironment } from '../../electron/network/proxy.ts'
import { createPanelClient } from '../../electron/panel/client.ts'
import type { PanelClient } from '../../electron/panel/types.ts'
import type { CertificateReason } from '../../shared/model/certificate.ts'
import { ok, type Result } from '../../shared/result.ts'
import { type CertificateName, fingerprintOf, readCertificate } from '../fixtures/certificates.ts'
import { type ConnectProxy, startConnectProxy } from '../fixtures/connect-proxy.ts'
import { type FaultPanel, json, redirect, serverList, startFaultPanel } from '../fixtures/fault-panel.ts'

const token = 'ptlc_0123456789aSecretThatMustNotLeak0123456789ab'
const direct: Route = { kind: 'direct' }

/** What of the last request for routes and of the settings a test sets up. */
let routes: readonly Route[]
let asked: string[]
let network: Network
let trusted: string | null
let allowsHttp: boolean
let open: { close(): Promise<void> }[]
const authorities = tls.getCACertificates('default')

beforeAll(async () => {
  tls.setDefaultCACertificates([...authorities, await readCertificate('authority')])
})
afterAll(() => tls.setDefaultCACertificates(authorities))

beforeEach(() => {
  routes = [direct]
  asked = []
  trusted = null
  allowsHttp = false
  open = []
  network = createNetwork({
    clock: systemClock,
    findRoutes: async (origin) => {
      asked.push(origin)
      return routes
    },
  })
})
afterEach(async () => {
  await network.dispose()
  for (const one of open) await one.close()
})

async function panelWith(tlsOf?: CertificateName, port?: number): Promise<FaultPanel> {
  const panel = await startFaultPanel({ ...(tlsOf && { tls: tlsOf }), ...(port && { port }) })
  open.push(panel)
  return panel
}

async function proxyTo(panel: FaultPanel, tlsOf?: CertificateName): Promise<ConnectProxy> {
  const proxy = await startConnectProxy({
    ports: () => Number(new URL(panel.origin).port),
    ...(tlsOf && { tls: tlsOf }),
  })
  open.push(proxy)
  return proxy
}

type ProxyRoute = Exclude<Route, { kind: 'direct' | 'unusable' }>

const routeTo = (proxy: ConnectProxy, more: Partial<ProxyRoute> = {}): Route => ({
  kind: 'http',
  host: '127.0.0.1',
  port: proxy.port,
  authorization: null,
  ...more,
})

function clientOf(baseUrl: string): PanelClient {
  return createPanelClient({
    baseUrl,
    readToken: async () => ok(token),
    clock: systemClock,
    fetch: network.fetchFor({ baseUrl, fingerprint: () => trusted }),
    allowsHttp: () => allowsHttp,
    userAgent: 'Servertray/9.9.9',
  })
}
const list = (baseUrl: string) => clientOf(baseUrl).listServers()

function errorOf(result: Result<unknown>) {
  if (result.ok) throw new Error('the call succeeded')
  return result.error
}

describe('what is sent', () => {
  it.each<[string, CertificateName | undefined]>([
    ['http', undefined],
    ['https', 'valid'],
  ])('over %s: the headers of the client API document and those of fetch itself', async (_name, tlsOf) => {
    const panel = await panelWith(tlsOf)
    panel.respond(json(200, serverList([]), { 'set-cookie': 'session=1; Path=/' }))
    const client = clientOf(panel.baseUrl)
    await client.listServers()
    expect(await client.listServers()).toMatchObject({ ok: true })
    await client.sendPower('a1b2c3d4', 'start')
    expect(panel.requests).toHaveLength(3)
    for (const { rawHeaders, headers, method } of panel.requests) {
      const names = rawHeaders.filter((_text, index) => index % 2 === 0).map((name) => name.toLowerCase())
      const body = method === 'POST' ? ['content-type', 'content-length'] : []
      const own = ['host', 'connection', 'accept', 'user-agent', 'authorization']
      expect(names.toSorted()).toEqual(
        [...own, ...body, 'accept-language', 'sec-fetch-mode', 'accept-encoding'].toSorted(),
      )
      expect(names.indexOf('accept')).toBe(2)
      expect(headers).toMatchObject({ accept: 'application/json', authorization: `Bearer ${token}` })
    }
  })
})

describe('certificates', () => {
  it('believes one that a known authority signed for the name', async () => {
    const panel = await panelWith('valid')
    expect(await list(panel.baseUrl)).toMatchObject({ ok: true })
    expect(await list(panel.baseUrl.replace('127.0.0.1', 'localhost'))).toMatchObject({ ok: true })
    expect(asked).toEqual([])
  })

  it.each<[CertificateName, CertificateReason[], string]>([
    ['expired', ['expired'], 'CN=Panel with an old certificate'],
    ['not-yet-valid', ['not-yet-valid'], 'CN=Panel ahead of its time'],
    ['wrong-name', ['wrong-name'], 'CN=elsewhere.example.com'],
    ['unknown-authority', ['unknown-authority'], 'CN=Panel of an unknown authority'],
    ['self-signed', ['self-signed'], 'CN=Panel that signed for itself'],
  ])(
    '%s: says which and why, sends nothing, and is trusted by its fingerprint alone',
    async (name, reasons, subject) => {
      const panel = await panelWith(name)
      const error = errorOf(await list(panel.baseUrl))
      const fingerprint = await fingerprintOf(name)
      expect(error).toMatchObject({ code: 'certificate-refused', certificate: { reasons, subject, fingerprint } })
      expect(error.certificate?.validTo).toBeGreaterThan(error.certificate?.validFrom ?? 0)
      expect(error.certificate?.names).toContain(name === 'wrong-name' ? 'elsewhere.example.com' : '127.0.0.1')
      expect(panel.requests).toHaveLength(0)
      trusted = fingerprint
      expect(await list(panel.baseUrl)).toMatchObject({ ok: true })
      expect(panel.requests).toHaveLength(1)
    },
  )

  it('names every reason', async () => {
    const panel = await panelWith('wrong-name')
    tls.setDefaultCACertificates(authorities)
    const error = errorOf(await list(panel.baseUrl))
    tls.setDefaultCACertificates([...authorities, await readCertificate('authority')])
    expect(error.certificate?.reasons).toEqual(['unknown-authority', 'wrong-name'])
    expect(error.message).toContain(
      'no authority known to this computer signed it, and it was made out for another name',
    )
  })

  it('does not believe another certificate on the same host and port, however alike', async () => {
    const first = await panelWith('self-signed')
    const port = Number(new URL(first.origin).port)
    trusted = await fingerprintOf('self-signed')
    expect(await list(first.baseUrl)).toMatchObject({ ok: true })
    await first.close()
    open = []
    const second = await panelWith('other-self-signed', port)
    const error = errorOf(await list(second.baseUrl))
    expect(error).toMatchObject({ code: 'certificate-refused', certificate: { reasons: ['self-signed'] } })
    expect(error.message).toContain('another certificate than the one you trusted')
    expect(second.requests).toHaveLength(0)
    // A certificate of a known authority needs no trust.
    await second.close()
    open = []
    await panelWith('valid', port)
    expect(await list(second.baseUrl)).toMatchObject({ ok: true })
  })

  it('does not believe the trusted certificate on another port', async () => {
    const [own, other] = [await panelWith('self-signed'), await panelWith('self-signed')]
    trusted = await fingerprintOf('self-signed')
    const fetch = network.fetchFor({ baseUrl: own.baseUrl, fingerprint: () => trusted })
    expect((await fetch(own.baseUrl)).status).toBe(200)
    await expect(fetch(other.baseUrl)).rejects.toThrow()
    expect(other.requests).toHaveLength(0)
  })

  it('stops at once when the trust is revoked, open connections and all', async () => {
    const panel = await panelWith('self-signed')
    trusted = await fingerprintOf('self-signed')
    const client = clientOf(panel.baseUrl)
    expect(await client.listServers()).toMatchObject({ ok: true })
    trusted = null
    expect(errorOf(await client.listServers()).code).toBe('certificate-refused')
    expect(errorOf(await client.sendPower('a1b2c3d4', 'stop')).code).toBe('certificate-refused')
    expect(panel.requests).toHaveLength(1)
    trusted = await fingerprintOf('self-signed')
    expect(await client.listServers()).toMatchObject({ ok: true })
  })

  it.each(['', 'AA', 'self-signed', '*', '00'.repeat(32)])(
    'trusts nothing by the fingerprint %j',
    async (fingerprint) => {
      const panel = await panelWith('self-signed')
      trusted = fingerprint
      expect(errorOf(await list(panel.baseUrl)).code).toBe('certificate-refused')
      expect(panel.requests).toHaveLength(0)
    },
  )

  it('is not moved by the environment that makes Node believe anybody', async () => {
    const panel = await panelWith('self-signed')
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    try {
      expect(errorOf(await list(panel.baseUrl)).code).toBe('certificate-refused')
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    }
    expect(panel.requests).toHaveLength(0)
  })

  it('tells other failures apart', async () => {
    const plain = await panelWith()
    expect(errorOf(await list(plain.baseUrl.replace('http:', 'https:'))).code).toBe('tls-failed')
    const gone = await startFaultPanel()
    await gone.close()
    expect(errorOf(await list(gone.baseUrl)).code).toBe('connection-refused')
    const rude = createServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve))
    const address = rude.address()
    const port = typeof address === 'object' ? address?.port : 0
    expect(errorOf(await clientOf(`https://127.0.0.1:${port}`).sendPower('a1b2c3d4', 'stop')).code).toBe(
      'connection-cut',
    )
    await new Promise((resolve) => rude.close(resolve))
  })
})

describe('proxies', () => {
  const far = 'https://panel.example.com/api/client'

  it('tunnels https: the proxy sees host and port, and no token', async () => {
    const panel = await panelWith('valid')
    const proxy = await proxyTo(panel)
    routes = [routeTo(proxy, { authorization: 'Basic eDp5' })]
    const client = clientOf(far)
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
    expect(new Set(asked)).toEqual(new Set(['https://panel.example.com']))
  })

  it('verifies the panel behind the proxy, and trusts by fingerprint there too', async () => {
    const panel = await panelWith('self-signed')
    const proxy = await proxyTo(panel)
    routes = [routeTo(proxy)]
    expect(errorOf(await list(far)).code).toBe('certificate-refused')
    const wrong = await list('https://other.example.com/api/client')
    expect(errorOf(wrong).certificate?.reasons).toEqual(['self-signed', 'wrong-name'])
    expect(panel.requests).toHaveLength(0)
    trusted = await fingerprintOf('self-signed')
    expect(await list(far)).toMatchObject({ ok: true })
  })

  it('speaks TLS to an https proxy, and refuses one whose certificate is not believed', async () => {
    const panel = await panelWith('valid')
    const proxy = await proxyTo(panel, 'valid')
    routes = [routeTo(proxy, { kind: 'https' })]
    expect(await list(far)).toMatchObject({ ok: true })
    const bad = await proxyTo(panel, 'self-signed')
    routes = [routeTo(bad, { kind: 'https' })]
    trusted = await fingerprintOf('self-signed')
    expect(errorOf(await list(far)).code).toBe('proxy-failed')
    expect(bad.connects).toHaveLength(0)
  })

  it('never goes to this computer through a proxy', async () => {
    const panel = await panelWith()
    const proxy = await proxyTo(panel)
    routes = [routeTo(proxy)]
    for (const host of ['127.0.0.1', 'localhost']) {
      expect(await list(panel.baseUrl.replace('127.0.0.1', host))).toMatchObject({ ok: true })
    }
    expect(proxy.connects).toEqual([])
    expect(asked).toEqual([])
  })

  it.each([407, 403, 502])('says so when the proxy answers %i', async (status) => {
    const panel = await panelWith('valid')
    const proxy = await proxyTo(panel)
    proxy.refuse(status)
    routes = [routeTo(proxy)]
    const error = errorOf(await list(far))
    expect(error.code).toBe('proxy-failed')
    expect(error.message).toContain(status === 407 ? 'name and password' : String(status))
    expect(proxy.connects).toHaveLength(1)
    expect(panel.requests).toHaveLength(0)
  })

  it('tries the next route when a proxy fails, and none when the panel does', async () => {
    const panel = await panelWith('valid')
    const [gone, works] = [await proxyTo(panel), await proxyTo(panel)]
    await gone.close()
    routes = [{ kind: 'unusable', name: 'socks.example' }, routeTo(gone), routeTo(works)]
    expect(await list(far)).toMatchObject({ ok: true })
    expect(works.connects).toHaveLength(1)
    routes = [routeTo(works), direct]
    const bad = await list('https://other.example.com/api/client')
    expect(errorOf(bad).code).toBe('certificate-refused')
  })

  it('never goes directly when no proxy can be used', async () => {
    for (const list_ of [[], [{ kind: 'unusable', name: 'socks.example:1080' } as const]]) {
      routes = list_
      expect(errorOf(await list(far)).code).toBe('proxy-failed')
    }
    await network.dispose()
    network = createNetwork({ clock: systemClock, findRoutes: () => Promise.reject(new Error('no settings')) })
    expect(errorOf(await list(far)).code).toBe('proxy-failed')
  })

  it('follows the environment for the command line', async () => {
    const panel = await panelWith('valid')
    const proxy = await proxyTo(panel)
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` }
    await network.dispose()
    network = createNetwork({ clock: systemClock, findRoutes: async (origin) => routesOfEnvironment(env, origin) })
    expect(await list(far)).toMatchObject({ ok: true })
    expect(proxy.connects).toHaveLength(1)
  })
})

describe('plain http', () => {
  const near = 'http://10.20.30.40:8080/api/client'

  it('goes to a private address only with a yes', async () => {
    const panel = await panelWith()
    const proxy = await proxyTo(panel)
    routes = [routeTo(proxy)]
    expect(errorOf(await list(near)).code).toBe('insecure-private')
    expect(errorOf(await clientOf(near).sendPower('a1b2c3d4', 'stop')).code).toBe('insecure-private')
    expect(proxy.connects).toEqual([])
    allowsHttp = true
    expect(await list(near)).toMatchObject({ ok: true })
    expect(proxy.connects.map((one) => one.target)).toEqual(['10.20.30.40:8080'])
    allowsHttp = false
    expect(errorOf(await list(near)).code).toBe('insecure-private')
    expect(panel.requests).toHaveLength(1)
  })

  it('goes through no proxy outside', async () => {
    const panel = await panelWith()
    const proxy = await proxyTo(panel)
    allowsHttp = true
    for (const host of ['proxy.example.com', '8.8.8.8']) {
      routes = [routeTo(proxy, { host })]
      const error = errorOf(await list(near))
      expect(error).toMatchObject({ code: 'proxy-failed', message: expect.stringContaining('readable') })
    }
    expect(proxy.connects).toEqual([])
  })

  it('goes to no name and no public address, yes or no', async () => {
    allowsHttp = true
    for (const host of ['panel.example.com', 'printer', 'panel.localhost', '8.8.8.8', '[2001:db8::1]']) {
      expect(errorOf(await list(`http://${host}/api/client`)).code).toBe('insecure-address')
    }
    expect(asked).toEqual([])
  })

  const outside = Object.values(networkInterfaces())
    .flat()
    .find((at) => at !== undefined && !at.internal && at.family === 'IPv4')?.address
  if (outside === undefined) console.log('no network interface but loopback: where localhost leads is not tested')

  it.runIf(outside !== undefined)('does not believe a look-up that leads localhost elsewhere', async () => {
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
    const error = errorOf(await list(`http://localhost:${port}/api/client`))
    expect(lookup).toHaveBeenCalled()
    lookup.mockRestore()
    expect(error).toMatchObject({ code: 'insecure-address', message: 'localhost does not lead to this computer.' })
    expect(received).toEqual([])
    await new Promise((resolve) => thief.close(resolve))
  })

  it.each([301, 302, 307, 308])('a redirect (%i) from an allowed panel takes the token nowhere', async (status) => {
    const [panel, thief] = [await panelWith(), await panelWith()]
    const proxy = await startConnectProxy({
      ports: (target) => Number(new URL((target === '10.20.30.40:8080' ? panel : thief).origin).port),
    })
    open.push(proxy)
    routes = [routeTo(proxy)]
    allowsHttp = true
    for (const target of [
      `${thief.origin}/api/client`,
      'http://10.20.30.41:8080/api/client',
      'https://evil.example/',
    ]) {
      panel.respond(redirect(target, status))
      expect(errorOf(await list(near)).code).toBe('redirected')
      expect(errorOf(await clientOf(near).sendPower('a1b2c3d4', 'stop')).code).toBe('redirected')
    }
    expect(panel.requests).toHaveLength(6)
    expect(thief.requests).toHaveLength(0)
    expect(new Set(proxy.connects.map((one) => one.target))).toEqual(new Set(['10.20.30.40:8080']))
  })
})

it('takes no proxy from the environment behind the routes it was given', async () => {
  const panel = await panelWith()
  const script = `
    import { createNetwork } from './electron/network/network.ts'
    import { systemClock } from './electron/clock.ts'
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
