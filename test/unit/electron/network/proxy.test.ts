import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseProxyList, type Route, routesOfEnvironment } from '../../../../electron/network/proxy.ts'
import { anyCharacter } from '../../../fixtures/any-character.ts'
import { sizeOf } from '../../../fixtures/run.ts'

const direct: Route = { kind: 'direct' }
const via = (
  host: string,
  port: number,
  kind: 'http' | 'https' = 'http',
  authorization: string | null = null,
): Route => ({
  kind,
  host,
  port,
  authorization,
})
const socks = (host: string, port: number, login: { name: string; password: string } | null = null): Route => ({
  kind: 'socks5',
  host,
  port,
  login,
})
const unusable = (name: string): Route => ({ kind: 'unusable', name })

describe('parseProxyList', () => {
  it.each<[string, Route[]]>([
    ['DIRECT', [direct]],
    ['', [direct]],
    [' ; ;', [direct]],
    ['PROXY proxy.example:3128', [via('proxy.example', 3128)]],
    ['proxy proxy.example', [via('proxy.example', 80)]],
    ['HTTPS proxy.example', [via('proxy.example', 443, 'https')]],
    ['PROXY a:1;PROXY b:2; DIRECT', [via('a', 1), via('b', 2), direct]],
    ['  PROXY\ta:1  ;', [via('a', 1)]],
    ['PROXY [::1]:3128', [via('::1', 3128)]],
    ['SOCKS5 s.example:1081; DIRECT', [socks('s.example', 1081), direct]],
    ['socks5 [::1]', [socks('::1', 1080)]],
    ['SOCKS4 s.example:1080', [unusable('s.example:1080')]],
    ['QUIC q.example:443', [unusable('q.example:443')]],
    // What is not understood is never a way around the proxy.
    ['nonsense', [unusable('nonsense')]],
    ['DIRECT now', [unusable('now')]],
    ['PROXY', [unusable('PROXY')]],
    ['PROXY a:0', [unusable('a:0')]],
    ['PROXY a:65536', [unusable('a:65536')]],
    ['PROXY a:1 b:2', [unusable('a:1')]],
    ['PROXY a\r\nX-Evil:1', [unusable('a')]],
    ['PROXY [::zz]:1', [unusable('[::zz]:1')]],
    ['PROXY user:word@a:1', [unusable('a:1')]],
    ['PROXY user:w@rd@a:1', [unusable('a:1')]],
    ['user:word@a:1', [unusable('a:1')]],
    ['PROXY <b>\u202e', [unusable('b')]],
    ['PROXY \u202e', [unusable('without a name')]],
  ])('%j', (list, routes) => expect(parseProxyList(list)).toEqual(routes))

  it('takes any text, and gives a way only to places that can be named in a request', () => {
    const words = fc.constantFrom('PROXY ', 'DIRECT', ';', 'HTTPS ', 'a:1', '[::1]', ':', ' ', '\r\n', '@')
    const text = fc.array(fc.oneof(words, fc.string({ unit: anyCharacter, maxLength: 5 })), { maxLength: 9 })
    fc.assert(
      fc.property(text, (parts) => {
        const routes = parseProxyList(parts.join(''))
        expect(routes.length).toBeGreaterThan(0)
        for (const route of routes) {
          if (route.kind === 'unusable') expect(route.name).toMatch(/^[\w.:[\] -]{1,100}$/)
          if ('host' in route) expect(`${route.host}:${route.port}`).toMatch(/^[\w.:-]+:\d{1,5}$/)
        }
      }),
      { numRuns: sizeOf({ short: 300, long: 2_000 }) },
    )
  })
})

describe('routesOfEnvironment', () => {
  const far = 'https://panel.example.com'
  const near = 'http://192.168.1.20:8080'
  const proxy = { https_proxy: 'http://p:3128' }

  it.each<[Record<string, string>, string, Route]>([
    [{}, far, direct],
    [{ HTTPS_PROXY: 'http://p:3128' }, far, via('p', 3128)],
    [{ https_proxy: 'http://small:1', HTTPS_PROXY: 'http://large:2' }, far, via('small', 1)],
    [{ https_proxy: '', HTTPS_PROXY: 'http://large:2' }, far, via('large', 2)],
    [{ HTTP_PROXY: 'http://p:3128' }, far, direct],
    [{ HTTP_PROXY: 'http://p:3128' }, near, via('p', 3128)],
    [{ HTTPS_PROXY: 'http://p:3128' }, near, direct],
    [{ ALL_PROXY: 'p:3128' }, far, via('p', 3128)],
    [{ all_proxy: 'p' }, near, via('p', 80)],
    [{ HTTPS_PROXY: 'https://p' }, far, via('p', 443, 'https')],
    [{ HTTPS_PROXY: 'http://[::1]:3128/' }, far, via('::1', 3128)],
    [{ HTTPS_PROXY: 'http://me:w%40rd@p:1' }, far, via('p', 1, 'http', `Basic ${btoa('me:w@rd')}`)],
    [{ HTTPS_PROXY: 'http://me:50%@p:1' }, far, via('p', 1, 'http', `Basic ${btoa('me:50%')}`)],
    [{ HTTPS_PROXY: 'socks5://s' }, far, socks('s', 1080)],
    [{ ALL_PROXY: 'socks5h://me:w%40rd@[::1]:1' }, near, socks('::1', 1, { name: 'me', password: 'w@rd' })],
    [{ ALL_PROXY: 'socks5://me@s:1' }, far, unusable('s:1')],
    [{ ALL_PROXY: `socks5://me:${'x'.repeat(256)}@s:1` }, far, unusable('s:1')],
    [{ HTTPS_PROXY: 'socks4://me:word@s:1080' }, far, unusable('s:1080')],
    [{ HTTPS_PROXY: 'http://' }, far, unusable('without a name')],
    [{ HTTPS_PROXY: 'http://me:word@a b' }, far, unusable('ab')],
    // A password with signs that end a host in an address: what was meant as host stands behind it.
    [{ HTTPS_PROXY: 'http://me:12#word@p:1' }, far, unusable('p:1')],
    [{ HTTPS_PROXY: 'word#more@p:1' }, far, unusable('p:1')],
    // Without a host it may be anything.
    [{ HTTPS_PROXY: 'http://me:word' }, far, unusable('without a name')],
    [{ HTTPS_PROXY: 'me:word' }, far, unusable('without a name')],
    [{ HTTPS_PROXY: 'me:w@' }, far, unusable('without a name')],
    [{ ...proxy, NO_PROXY: '*' }, far, direct],
    [{ ...proxy, NO_PROXY: 'a, PANEL.example.com' }, far, direct],
    [{ ...proxy, no_proxy: 'a b example.com' }, far, direct],
    [{ ...proxy, no_proxy: '.example.com' }, far, direct],
    [{ ...proxy, no_proxy: '*.example.com' }, far, direct],
    [{ ...proxy, no_proxy: 'example.com:443' }, far, direct],
    [{ ...proxy, no_proxy: 'example.com:8443' }, far, via('p', 3128)],
    [{ ...proxy, no_proxy: 'ample.com' }, far, via('p', 3128)],
    [{ ...proxy, no_proxy: 'l.example.com,com.panel,192.168.0.0/16' }, far, via('p', 3128)],
    [{ http_proxy: 'p:1', no_proxy: '192.168.1.20' }, near, direct],
    [{ http_proxy: 'p:1', no_proxy: '192.168.0.0/16' }, near, direct],
    [{ http_proxy: 'p:1', no_proxy: '10.0.0.0/8, 192.168.2.0/24' }, near, via('p', 1)],
    [{ http_proxy: 'p:1', no_proxy: '20, 1.20, 0.0.0.0/x' }, near, via('p', 1)],
    [{ http_proxy: 'p:1', no_proxy: 'fd00::/8' }, 'http://[fd00::5]:80', direct],
    [{ http_proxy: 'p:1', no_proxy: 'fd00::5' }, 'http://[fd00:0:0::5]', direct],
    [{ http_proxy: 'p:1', no_proxy: '0.0.0.0/0' }, 'http://[fd00::5]', via('p', 1)],
  ])('%j for %s', (env, address, route) => expect(routesOfEnvironment(env, address)).toEqual([route]))

  it('names nothing of a password, whatever stands in it', () => {
    const secret = 'hunter2hunter2'
    const signs = fc.string({ unit: fc.constantFrom(...'#/?\\:@%[]; &12'), maxLength: 4 })
    const scheme = fc.constantFrom('', 'http://', 'https://', 'socks5://', 'socks4://', 'ftp://')
    fc.assert(
      fc.property(scheme, signs, signs, (kind, before, after) => {
        const [route] = routesOfEnvironment({ HTTPS_PROXY: `${kind}me:${before}${secret}${after}@p:3128` }, far)
        const { authorization: _, login: __, ...named } = { authorization: null, login: null, ...route }
        expect(JSON.stringify(named)).not.toContain(secret)
        const [listed] = parseProxyList(`PROXY me:${before}${secret}${after}@p:3128`.replaceAll(';', ''))
        expect(JSON.stringify(listed)).not.toContain(secret)
      }),
      { numRuns: sizeOf({ short: 300, long: 2_000 }) },
    )
  })
})
