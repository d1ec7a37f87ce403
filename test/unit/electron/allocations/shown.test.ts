import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PanelAllocation } from '../../../../electron/allocations/panel.ts'
import { shownAllocation } from '../../../../electron/allocations/shown.ts'
import { allocationsContract } from '../../../../shared/allocations/contract.ts'

const told = (more: Partial<PanelAllocation>): PanelAllocation => ({
  id: 1,
  ip: '203.0.113.7',
  alias: null,
  port: 25_565,
  notes: '',
  isPrimary: true,
  ...more,
})
const machine = 'node3.example.com'

describe('an address as it is shown', () => {
  test.each<[string, Partial<PanelAllocation>, string, string, string | null, string | null]>([
    ['a public one', {}, '203.0.113.7:25565', 'open', null, null],
    ['with a name', { alias: 'play.example.com' }, 'play.example.com:25565', 'open', '203.0.113.7', null],
    ['with the same name', { alias: '203.0.113.7' }, '203.0.113.7:25565', 'open', null, null],
    ['with words', { alias: 'EU-1 | 1.2.3.4' }, '203.0.113.7:25565', 'open', 'EU-1 | 1.2.3.4', null],
    ['IPv6 of one network', { ip: 'fd00::5' }, '[fd00::5]:25565', 'private', null, null],
    ['IPv6 of the world', { ip: '2a01:4f8::5' }, '[2a01:4f8::5]:25565', 'open', null, null],
    ['every one', { ip: '0.0.0.0' }, '0.0.0.0:25565', 'all-interfaces', null, 'node3.example.com:25565'],
    ['every one of IPv6', { ip: '::' }, '[::]:25565', 'all-interfaces', null, 'node3.example.com:25565'],
    ['every one, with a name', { ip: '0.0.0.0', alias: 'a.example' }, 'a.example:25565', 'open', '0.0.0.0', null],
    ['loopback', { ip: '127.0.0.1' }, '127.0.0.1:25565', 'machine', null, null],
    ['a home network', { ip: '192.168.1.5' }, '192.168.1.5:25565', 'private', null, null],
    ['behind a carrier', { ip: '100.64.0.9' }, '100.64.0.9:25565', 'private', null, null],
    ['link-local', { ip: '169.254.1.1' }, '169.254.1.1:25565', 'private', null, null],
    ['a private alias', { alias: '10.0.0.4' }, '10.0.0.4:25565', 'private', '203.0.113.7', null],
    ['named as its own machine', { alias: 'localhost' }, 'localhost:25565', 'machine', '203.0.113.7', null],
    ['a name below that', { alias: 'mc.localhost' }, 'mc.localhost:25565', 'machine', '203.0.113.7', null],
    ['what is no address', { ip: 'eth0' }, 'eth0:25565', 'open', null, null],
  ])('%s', (_, more, address, reach, beside, guess) => {
    expect(shownAllocation(told(more), machine)).toEqual({
      id: 1,
      address,
      reach,
      beside,
      guess,
      notes: '',
      isPrimary: true,
    })
  })

  test.each([null, '0.0.0.0', '10.0.0.1', 'Falkenstein 3', '127.0.0.1', 'localhost'])('no guess from %j', (name) => {
    expect(shownAllocation(told({ ip: '0.0.0.0' }), name).guess).toBeNull()
  })

  test('of any texts', () => {
    const { reply } = allocationsContract['allocations:add']
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.option(fc.string()), fc.option(fc.string()), (ip, alias, name) => {
        expect(() => reply.parse({ added: shownAllocation(told({ ip, alias }), name) })).not.toThrow()
      }),
    )
  })
})
