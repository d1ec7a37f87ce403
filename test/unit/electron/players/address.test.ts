import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Allocation } from '../../../../electron/panel/game-details.ts'
import {
  type Around,
  isAskable,
  networksOf,
  placesOf,
  portsOf,
  targetOf,
} from '../../../../electron/players/address.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'

const around: Around = {
  panelHost: 'panel.example.com',
  nodeName: 'node.example.com',
  ownNetworks: ['192.168.1.20/24', 'fd12:3456::5/64'],
}
const onLoopback: Around = { ...around, panelHost: '127.0.0.1' }

describe('isAskable', () => {
  it.each([
    ['203.0.112.9', true],
    ['2606:4700::1', true],
    ['192.168.1.77', true],
    ['192.168.2.77', false],
    ['10.0.0.1', false],
    ['172.18.0.1', false],
    ['100.64.0.1', false],
    ['169.254.169.254', false],
    ['fd12:3456::9', true],
    ['fd12:3457::9', false],
    ['fe80::1', false],
    ['fe80::1%eth0', false],
    ['::ffff:192.168.2.77', false],
    ['::ffff:192.168.1.77', true],
    ['::ffff:127.0.0.1', false],
    ['64:ff9b::a00:1', false],
    ['2002:a00:1::', false],
    ['127.0.0.1', false],
    ['::1', false],
    ['0.0.0.0', false],
    ['::', false],
    ['255.255.255.255', false],
    ['224.0.0.1', false],
    ['::7f00:1', false],
    ['::a00:1', false],
    ['64:ff9b:1::a00:1', false],
    ['fec0::1', false],
    ['192.168.1.0', false],
    ['192.168.1.255', false],
    ['010.0.0.1', false],
    ['8.8', false],
    ['134744072', false],
    ['example.com', false],
    ['', false],
  ])('%s: %s', (address, askable) => expect(isAskable(address, around)).toBe(askable))

  it.each([
    ['panel.example.com', '192.168.1.77', false],
    ['panel.example.com', '203.0.112.9', true],
    ['192.168.1.5', '192.168.1.77', true],
    ['192.168.1.5', '192.168.2.77', false],
  ])('by a web request, of a panel at %s: %s: %s', (panelHost, address, askable) => {
    expect(isAskable(address, { ...around, panelHost, isWeb: true })).toBe(askable)
  })

  it.each(['127.0.0.1', '::1', '127.8.8.8'])('%s where the panel is on loopback', (address) => {
    expect(isAskable(address, onLoopback)).toBe(true)
    expect(isAskable(address, { ...around, panelHost: 'localhost' })).toBe(true)
    expect(isAskable(address, { ...around, panelHost: 'localhost.example.com' })).toBe(false)
  })

  it('asks no private address where this computer is in no network', () => {
    const alone = { ...around, ownNetworks: ['nonsense', '203.0.112.1/24'] }
    expect(isAskable('192.168.1.77', alone)).toBe(false)
  })
})

it('knows this computer’s networks', () => {
  const entry = { netmask: '', mac: '', family: 'IPv4' as const }
  expect(
    networksOf({
      lo: [{ ...entry, address: '127.0.0.1', cidr: '127.0.0.1/8', internal: true }],
      eth0: [{ ...entry, address: '192.168.1.20', cidr: '192.168.1.20/24', internal: false }],
      odd: [{ ...entry, address: '10.0.0.1', cidr: null, internal: false }],
      gone: undefined,
    }),
  ).toEqual(['192.168.1.20/24'])
})

describe('placesOf', () => {
  const at = (ip: string, alias: string | null = null, port = 25_565, isDefault = true): Allocation => ({
    ip,
    alias,
    port,
    isDefault,
  })
  const hosts = (allocation: Allocation, where = around) =>
    placesOf([allocation], [25_565], where).map(({ host }) => host)

  it.each<[string, Allocation, readonly string[]]>([
    ['a public address', at('203.0.112.9'), ['203.0.112.9']],
    ['an address, then its name', at('203.0.112.9', 'Play.Example.COM.'), ['203.0.112.9', 'play.example.com']],
    ['a name for a private address', at('10.0.0.5', 'play.example.com'), ['play.example.com']],
    ['an alias that is an address', at('10.0.0.5', '203.0.112.9'), ['203.0.112.9']],
    ['an alias that is a private address', at('203.0.112.9', '10.0.0.5'), ['203.0.112.9']],
    ['free text', at('203.0.112.9', 'EU-1 | 1.2.3.4'), ['203.0.112.9']],
    ['a name with a port', at('203.0.112.9', 'play.example.com:25565'), ['203.0.112.9']],
    ['a number as an address', at('203.0.112.9', '2130706433'), ['203.0.112.9']],
    ['an address in other digits', at('203.0.112.9', '１２７.0.0.1'), ['203.0.112.9']],
    ['an address in hexadecimal', at('203.0.112.9', '0x7f.0.0.0x1'), ['203.0.112.9']],
    ['a name in other letters', at('10.0.0.5', 'spiel.müller.de'), ['spiel.xn--mller-kva.de']],
    ['a private address', at('10.0.0.5'), []],
    ['one in this computer’s network', at('192.168.1.9'), ['192.168.1.9']],
    ['all addresses', at('0.0.0.0'), ['node.example.com']],
    ['all addresses, with a name', at('0.0.0.0', 'play.example.com'), ['node.example.com', 'play.example.com']],
    ['loopback', at('127.0.0.1'), []],
    ['a name as its address', at('evil.example.com'), []],
    ['a very long alias', at('203.0.112.9', `${'a.'.repeat(5_000)}com`), ['203.0.112.9']],
  ])('%s', (_, allocation, expected) => expect(hosts(allocation)).toEqual(expected))

  it('knows loopback where the panel is on it', () => {
    expect(hosts(at('127.0.0.1'), onLoopback)).toEqual(['127.0.0.1'])
    expect(hosts(at('0.0.0.0'), { ...onLoopback, nodeName: '127.0.0.1' })).toEqual(['127.0.0.1'])
  })

  it('asks at allocations of the server alone', () => {
    const two = [
      at('203.0.112.8', null, 2_457, false),
      at('203.0.112.9', null, 2_456),
      at('203.0.112.9', null, 2_457, false),
    ]
    expect(placesOf(two, [2_457], around)).toEqual([
      { host: '203.0.112.9', port: 2_457 },
      { host: '203.0.112.8', port: 2_457 },
    ])
    expect(placesOf(two, [2_458], around)).toEqual([])
    expect(placesOf([], [2_457], around)).toEqual([])
  })

  it('tries eight at most, two names among them', () => {
    const many = Array.from({ length: 50 }, (_, i) => at('203.0.112.9', `n${i}.example.com`, 25_565 + i, i === 0))
    const ports = many.map(({ port }) => port)
    const hosts = placesOf(many, ports, around).map(({ host }) => host)
    expect(hosts).toEqual([...Array.from({ length: 6 }, () => '203.0.112.9'), 'n0.example.com', 'n1.example.com'])
  })

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (alias, ip) => {
        for (const host of hosts(at(ip, alias))) expect(host).toMatch(/^[a-z0-9.:-]+$/)
      }),
    )
  })
})

describe('portsOf', () => {
  const at = (port: number, isDefault = false): Allocation => ({ ip: '203.0.112.9', alias: null, port, isDefault })
  it.each<[string, readonly Allocation[], Record<string, string>, readonly number[]]>([
    ['the first, and the one above it', [at(25_565, true)], {}, [25_565, 25_566]],
    ['none', [], {}, []],
    ['all others behind them', [at(2_456, true), at(2_470), at(2_457)], {}, [2_456, 2_457, 2_470]],
    ['what a variable names in front', [at(7_777, true), at(27_016)], { QUERY_PORT: '27016' }, [27_016, 7_777, 7_778]],
    ['the same by another name', [at(9_876, true)], { VR_QUERY_PORT: '9877', SRCDS_APPID: '1' }, [9_877, 9_876]],
  ])('%s', (_, allocations, variables, ports) => expect(portsOf({ allocations, variables })).toEqual(ports))
})

describe('targetOf', () => {
  const place = { host: 'play.example.com', port: 25_565 }
  const resolve = (addresses: readonly string[]) =>
    targetOf(place, around, { lookup: async () => addresses, clock: createFakeClock() })
  const target = (address: string, family: 4 | 6) => ({ ...place, address, family })

  it.each<[string, readonly string[], unknown]>([
    ['a public address', ['203.0.112.9'], target('203.0.112.9', 4)],
    ['IPv4 before IPv6', ['2606:4700::1', '203.0.112.9'], target('203.0.112.9', 4)],
    ['IPv6', ['2606:4700::1'], target('2606:4700::1', 6)],
    ['a private address', ['10.0.0.5'], null],
    ['loopback', ['127.0.0.1', '::1'], null],
    ['a machine’s own data', ['169.254.169.254'], null],
    ['a private address before a public one', ['10.0.0.5', '203.0.112.9'], target('203.0.112.9', 4)],
    ['IPv4 in IPv6', ['::ffff:10.0.0.5'], null],
    ['public IPv4 in IPv6', ['::ffff:203.0.112.9'], target('203.0.112.9', 4)],
    ['one in this computer’s network', ['192.168.1.9'], target('192.168.1.9', 4)],
    ['no address', ['not an address'], null],
    ['nothing', [], null],
  ])('of a name for %s', async (_, addresses, expected) => expect(await resolve(addresses)).toEqual(expected))

  it('looks up no literal address', async () => {
    const lookup = () => Promise.reject(new Error('looked up'))
    const deps = { lookup, clock: createFakeClock() }
    expect(await targetOf({ host: '203.0.112.9', port: 1 }, around, deps)).toEqual({
      host: '203.0.112.9',
      port: 1,
      address: '203.0.112.9',
      family: 4,
    })
    expect(await targetOf({ host: '10.0.0.5', port: 1 }, around, deps)).toBeNull()
    expect(await targetOf(place, around, deps)).toBeNull()
  })

  it('waits three seconds for a name, and not at all once nobody asks', async () => {
    const clock = createFakeClock()
    const lookup = () => new Promise<never>(() => {})
    const late = targetOf(place, around, { lookup, clock })
    await clock.advance(2_999)
    expect(await Promise.race([late, 'waits'])).toBe('waits')
    await clock.advance(1)
    expect(await late).toBeNull()
    const stop = new AbortController()
    const stopped = targetOf(place, around, { lookup, clock, signal: stop.signal })
    stop.abort()
    await clock.advance(0)
    expect(await stopped).toBeNull()
    expect(clock.pending()).toBe(0)
  })
})
