import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAllowed, maxAllowedIps, parseAllowedIps } from '../../../../../electron/demo-panel/panel/allowed-ips.ts'

describe('matching', () => {
  const table: readonly (readonly [entry: string, remote: string, allowed: boolean])[] = [
    ['127.0.0.1', '127.0.0.1', true],
    ['127.0.0.1', '::ffff:127.0.0.1', true],
    ['::ffff:127.0.0.1', '127.0.0.1', true],
    ['127.0.0.1', '127.0.0.2', false],
    ['127.0.0.0/8', '::1', true],
    ['203.0.113.9', '203.0.113.9', true],
    ['::ffff:203.0.113.9', '203.0.113.9', true],
    ['203.0.113.9', '203.0.113.10', false],
    ['10.0.0.0/8', '10.200.3.4', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['::ffff:10.0.0.0/104', '10.9.9.9', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['2001:db8::/32', '2001:db8:1::5', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['10.0.0.0/8', 'not an address', false],
  ]
  for (const [entry, remote, allowed] of table) {
    it(`${entry} ${allowed ? 'allows' : 'refuses'} ${remote || 'nothing'}`, () => {
      expect(parseAllowedIps(entry)).toEqual({ ok: true, entries: [entry] })
      expect(isAllowed([entry], remote)).toBe(allowed)
    })
  }

  it('allows any address when the list is blank', () => {
    expect(isAllowed([], '198.51.100.7')).toBe(true)
  })

  it('asks every entry', () => {
    expect(isAllowed(['10.0.0.0/8', '198.51.100.7'], '198.51.100.7')).toBe(true)
  })
})

describe('reading', () => {
  it('takes one per line, leaves blank lines and repetitions out, and trims', () => {
    const text = '\n 10.0.0.1 \r\n\n2001:db8::/32\n10.0.0.1\n'
    expect(parseAllowedIps(text)).toEqual({ ok: true, entries: ['10.0.0.1', '2001:db8::/32'] })
    expect(parseAllowedIps('  \n\n')).toEqual({ ok: true, entries: [] })
  })

  const wrong = ['localhost', '0177.0.0.1', '10.0.0', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/', '10.0.0.1/8/8']
  const wrong6 = ['fe80::1%eth0', '2001:db8::/129', '::ffff:10.0.0.0/24']
  it.each([...wrong, ...wrong6])('refuses %s, and names the line', (line) => {
    const message = `Line 3 of Allowed IPs is not an IP address or CIDR range: ${line}`
    expect(parseAllowedIps(`10.0.0.1\n\n${line}`)).toEqual({ ok: false, line: 3, message })
  })

  it('holds a bounded number of lines', () => {
    const lines = Array.from({ length: maxAllowedIps + 1 }, (_, index) => `10.0.0.${index}`)
    expect(parseAllowedIps(lines.slice(1).join('\n')).ok).toBe(true)
    expect(parseAllowedIps(lines.join('\n')).ok).toBe(false)
  })

  it('never throws, and every entry it takes can be matched', () => {
    const text = fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.ipV4Extended(), fc.string({ unit: 'grapheme' }))
    fc.assert(
      fc.property(text, fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), (entry, remote) => {
        const parsed = parseAllowedIps(entry)
        if (parsed.ok) expect(() => isAllowed(parsed.entries, remote)).not.toThrow()
      }),
    )
  })
})
