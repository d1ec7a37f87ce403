import { describe, expect, test } from 'vitest'
import {
  belowText,
  countText,
  type Listed,
  lostNote,
  primaryText,
  whyNotAdd,
  whyNotAllocation,
} from '../../../renderer/features/allocations/network-words.ts'
import { appError } from '../../../shared/errors.ts'
import { allocationsOfServer, primaryAllocation, serverAllocation } from '../../fixtures/server-allocation.ts'

describe('addresses in words', () => {
  test.each<[Partial<Listed>, string, string | null]>([
    [{}, '2 of 3 addresses', null],
    [{ limit: 2 }, '2 of 2 addresses', 'it has all 2 addresses that its host allows'],
    [{ limit: 1 }, '2 addresses', 'its host allows only 1 address'],
    [{ limit: 1, allocations: [primaryAllocation()] }, '1 of 1 address', 'it has the one address that its host allows'],
    [{ limit: 3, leftOut: 1 }, '3 of 3 addresses', 'it has all 3 addresses that its host allows'],
    [{ limit: 0 }, '2 addresses', 'its host lets nobody add addresses'],
    [{ limit: null }, '2 addresses', null],
    [{ limit: null, allocations: [] }, '0 addresses', null],
    [{ denied: ['create'] }, '2 of 3 addresses', 'your account may not do it'],
    [{ denied: ['update', 'delete'] }, '2 of 3 addresses', null],
  ])('with %j', (more, count, why) => {
    const list = allocationsOfServer(more)
    expect([countText(list), whyNotAdd(list, null)]).toEqual([count, why])
  })

  test('nothing is changed while the panel holds the server', () => {
    const list = allocationsOfServer({})
    expect(whyNotAdd(list, 'installing')).toBe('installing')
    expect(whyNotAllocation(serverAllocation(), 'note', list, 'installing')).toBe('installing')
  })

  const lacks = 'your account may not do it'
  test.each<[boolean, Partial<Listed>, (string | null)[]]>([
    [false, {}, [null, null, null]],
    [true, {}, [null, 'it is the primary one', 'the primary address always stays']],
    [false, { limit: 0 }, [null, null, 'its host lets nobody remove addresses']],
    [false, { denied: ['update'] }, [lacks, lacks, null]],
    [false, { denied: ['delete'] }, [null, null, lacks]],
    [true, { denied: ['delete'], limit: 0 }, [null, 'it is the primary one', 'the primary address always stays']],
  ])('what can be done: primary %s, %j', (isPrimary, more, why) => {
    const of = (act: 'note' | 'primary' | 'remove') =>
      whyNotAllocation(serverAllocation({ isPrimary }), act, allocationsOfServer(more), null)
    expect([of('note'), of('primary'), of('remove')]).toEqual(why)
  })

  test.each([
    [{}, '203.0.113.7'],
    [{ beside: null }, null],
    [{ isPrimary: true }, 'Primary · 203.0.113.7'],
    [{ isPrimary: true, beside: null }, 'Primary'],
    [{ beside: null, reach: 'private' }, 'reached only from its own network'],
    [{ reach: 'machine' }, '203.0.113.7 · reached only by programs on its machine'],
    [{ beside: null, reach: 'all-interfaces' }, 'any address of its machine'],
    [
      { beside: null, reach: 'all-interfaces', guess: 'node3.example.com:25565' },
      'any address of its machine, perhaps node3.example.com:25565',
    ],
  ] as const)('below it: %j', (more, text) => {
    expect(belowText(serverAllocation(more))).toBe(text)
  })

  test.each([
    [{}, 'It is used at the next start. From then on players join there.'],
    [{ reach: 'private' }, 'It is used at the next start. But it is reached only from its own network.'],
    [{ reach: 'machine' }, 'It is used at the next start. But it is reached only by programs on its machine.'],
    [
      { reach: 'all-interfaces' },
      'It is used at the next start. From then on players join at any address of its machine.',
    ],
    [
      { reach: 'all-interfaces', guess: 'node3.example.com:25565' },
      'It is used at the next start. From then on players join at any address of its machine, perhaps node3.example.com:25565.',
    ],
  ] as const)('what being primary means: %j', (more, text) => {
    expect(primaryText(serverAllocation(more))).toBe(text)
  })

  test.each([
    [
      'Voice',
      {},
      `The note of play.example.com:25566 was not saved. ${appError('not-permitted').message}`,
      /^You typed “Voice”\. ./,
    ],
    [
      '',
      { mayHaveActed: true },
      /^It is not known whether the note of play.example.com:25566 was saved\. /,
      /^You emptied it\. ./,
    ],
  ] as const)('a note %j that was lost', (text, more, message, hint) => {
    const lost = lostNote('play.example.com:25566', text, appError('not-permitted', more))
    expect(lost.message).toMatch(message)
    expect(lost.hint).toMatch(hint)
  })
})
