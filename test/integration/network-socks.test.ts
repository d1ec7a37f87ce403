import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../electron/lib/clock.ts'
import { createAuthorities } from '../../electron/network/authorities.ts'
import { openConnection } from '../../electron/network/connect.ts'
import { createNetwork } from '../../electron/network/network.ts'
import { type Route, routesOfEnvironment } from '../../electron/network/proxy.ts'
import { fingerprintOf } from '../fixtures/certificates.ts'
import { errorOf, token } from '../fixtures/client-rig.ts'
import { createFakeClock } from '../fixtures/fake-clock.ts'
import type { FaultPanel } from '../fixtures/fault-panel.ts'
import { portOf, setUpNetworkRig } from '../fixtures/network-rig.ts'
import { type SocksProxy, startSocksProxy } from '../fixtures/socks-proxy.ts'

const rig = setUpNetworkRig()
const far = 'https://panel.example.com/api/client'
const near = 'http://10.20.30.40:8080/api/client'

type SocksRoute = Extract<Route, { kind: 'socks5' }>

async function socksTo(panel: FaultPanel, login?: string): Promise<SocksProxy> {
  const proxy = await startSocksProxy({ toPort: portOf(panel), ...(login !== undefined && { login }) })
  rig.open.push(proxy)
  return proxy
}

const through = (proxy: { readonly port: number }, more: Partial<SocksRoute> = {}): SocksRoute => ({
  kind: 'socks5',
  host: '127.0.0.1',
  port: proxy.port,
  login: null,
  ...more,
})

describe('a SOCKS5 proxy', () => {
  it('is told the host by its name and the port, and sees no token', async () => {
    const panel = await rig.panelWith('valid')
    const proxy = await socksTo(panel)
    rig.routes = [through(proxy)]
    expect(await rig.list(far)).toMatchObject({ ok: true })
    expect(proxy.targets).toEqual(['panel.example.com:443'])
    expect(proxy.seen().length).toBeGreaterThan(0)
    expect(proxy.seen()).not.toContain(token)
    expect(panel.requests).toHaveLength(1)
  })

  it('leads to addresses of both kinds', async () => {
    const panel = await rig.panelWith()
    const proxy = await socksTo(panel)
    rig.routes = [through(proxy)]
    rig.allowsHttp = true
    expect(await rig.list(near)).toMatchObject({ ok: true })
    expect(await rig.list('http://[fd00::5]:81/api/client')).toMatchObject({ ok: true })
    expect(proxy.targets).toEqual(['10.20.30.40:8080', '[fd000000000000000000000000000005]:81'])
  })

  it('leads to a panel that is verified, and trusted by its fingerprint alone', async () => {
    const panel = await rig.panelWith('self-signed')
    rig.routes = [through(await socksTo(panel))]
    expect(errorOf(await rig.list(far)).code).toBe('certificate-refused')
    expect(panel.requests).toHaveLength(0)
    rig.trusted = await fingerprintOf('self-signed')
    expect(await rig.list(far)).toMatchObject({ ok: true })
  })

  it('gets the name and password of the environment', async () => {
    const panel = await rig.panelWith('valid')
    const proxy = await socksTo(panel, 'me:w@rd')
    const env = { ALL_PROXY: `socks5://me:w%40rd@127.0.0.1:${proxy.port}` }
    await rig.network.dispose()
    rig.network = createNetwork({ clock: systemClock, findRoutes: async (origin) => routesOfEnvironment(env, origin) })
    expect(await rig.list(far)).toMatchObject({ ok: true })
    expect(proxy.targets).toEqual(['panel.example.com:443'])
  })

  it.each([
    ['none', null],
    ['a wrong one', { name: 'me', password: 'guess' }],
  ])('that wants a password and gets %s is told in words, without the password', async (_, login) => {
    const panel = await rig.panelWith('valid')
    const proxy = await socksTo(panel, 'me:word')
    rig.routes = [through(proxy, { login })]
    const error = errorOf(await rig.list(far))
    expect(error).toMatchObject({ code: 'proxy-failed', hint: expect.stringContaining('name and password') })
    expect(JSON.stringify(error)).not.toContain('guess')
    expect(proxy.targets).toEqual([])
  })

  it.each([1, 2, 4, 5, 9, 255])('that replies %i makes way for the next route', async (code) => {
    const panel = await rig.panelWith('valid')
    const [refuses, works] = [await socksTo(panel), await socksTo(panel)]
    refuses.reply(code)
    rig.routes = [through(refuses)]
    expect(errorOf(await rig.clientOf(far).sendPower('a1b2c3d4', 'stop')).code).toBe('proxy-failed')
    rig.routes = [through(refuses), through(works)]
    expect(await rig.list(far)).toMatchObject({ ok: true })
    expect(panel.requests).toHaveLength(1)
  })

  it('that is gone, or a name too long for it, is told in words', async () => {
    const panel = await rig.panelWith('valid')
    const proxy = await socksTo(panel)
    rig.routes = [through(proxy)]
    const long = `https://${'a'.repeat(60)}.${`${'b'.repeat(60)}.`.repeat(4)}example/api/client`
    expect(errorOf(await rig.list(long)).code).toBe('proxy-failed')
    await proxy.close()
    rig.open = rig.open.filter((one) => one !== proxy)
    expect(errorOf(await rig.list(far)).message).toContain('cannot be reached')
    expect(panel.requests).toHaveLength(0)
  })

  it('outside gets nothing readable', async () => {
    const panel = await rig.panelWith()
    const proxy = await socksTo(panel)
    rig.allowsHttp = true
    rig.routes = [through(proxy, { host: 'socks.example.com' })]
    expect(errorOf(await rig.list(near)).message).toContain('readable')
    expect(proxy.targets).toEqual([])
  })

  /** Its time is over a moment after the proxy was spoken to, however long the connection to it took. */
  function open(proxy: SocksProxy, spoken: Promise<void>) {
    const clock = createFakeClock()
    void spoken.then(() => setTimeout(() => clock.advance(10_000), 20))
    return openConnection({
      target: { protocol: 'http:', host: '10.20.30.40', port: 80 },
      routes: [through(proxy, { login: { name: 'me', password: 'word' } })],
      trusted: null,
      authorities: createAuthorities(async () => []),
      platform: 'linux',
      clock,
    })
  }

  it('that says nothing is given up in time', async () => {
    const proxy = await socksTo(await rig.panelWith())
    await expect(open(proxy, proxy.say(Buffer.alloc(0)))).rejects.toThrow('did not connect')
  })

  it('may say what it likes', async () => {
    const proxy = await socksTo(await rig.panelWith())
    const byte = fc.constantFrom(0, 1, 2, 3, 4, 5, 255)
    const start = fc.constantFrom([], [5, 0], [5, 2], [5, 2, 1, 0], [5, 0, 5, 0, 0, 3])
    await fc.assert(
      fc.asyncProperty(start, fc.array(byte, { maxLength: 24 }), async (first, rest) => {
        const spoken = proxy.say(Buffer.from([...first, ...rest]))
        const ended = await open(proxy, spoken).then(
          (socket) => socket.destroy(),
          (failure: Error) => failure.message,
        )
        if (typeof ended === 'string') expect(ended).toContain('did not connect')
      }),
      { numRuns: 60 },
    )
  })
})
