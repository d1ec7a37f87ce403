import { expect, test } from 'vitest'
import { appError, type ErrorCode } from '../../../../shared/errors.ts'
import type { KeyHealth } from '../../../../shared/keys/contract.ts'
import { followHealth, panelTrouble } from '../../../../shared/keys/health.ts'
import { seenAddress } from '../../../../shared/model/seen-address.ts'
import { clockTime } from '../../../../shared/model/time-words.ts'
import { keyView, panelView } from '../../../fixtures/app-state.ts'

const failing = (code: ErrorCode, since: number): KeyHealth => ({ kind: 'failing', since, error: appError(code) })
const works: KeyHealth = { kind: 'works', at: 1 }

test.each<[string, KeyHealth | undefined, KeyHealth, number]>([
  ['the first failure', undefined, failing('timeout', 5), 5],
  ['a failure after it worked', works, failing('timeout', 5), 5],
  ['the same failure again', failing('token-refused', 2), failing('token-refused', 5), 2],
  ['another failure', failing('token-refused', 2), failing('timeout', 5), 5],
  ['a panel out of reach in another way', failing('timeout', 2), failing('connection-refused', 5), 2],
  ['a rate limit again, whose wait counts anew', failing('rate-limited', 2), failing('rate-limited', 5), 5],
])('%s began at the right time, with the newest words', (_, before, next, since) => {
  expect(followHealth(before, next)).toEqual({ ...next, since })
})

test('a key that works again does', () => {
  expect(followHealth(failing('timeout', 2), works)).toBe(works)
})

const panelWords = (address: string) =>
  `This IP address (${address}) does not have permission to access the API using these credentials.`

test.each([
  [panelWords('203.0.113.7'), '203.0.113.7'],
  [panelWords('2001:db8::1'), '2001:db8::1'],
  [panelWords('::ffff:192.0.2.1'), '::ffff:192.0.2.1'],
  [panelWords('::1'), '::1'],
  ['You came from 10.0.0.9.', '10.0.0.9'],
  [panelWords('203.0.113.777'), null],
  [panelWords('hidden'), null],
  ['At 12:04:31 the panel 1.11.3 refused this.', null],
  ['1.2.3.4.5', null],
  ['', null],
  [undefined, null],
])('%s: %s', (detail, address) => {
  expect(seenAddress(detail)).toBe(address)
})

test('a hostile text has no address', () => {
  expect(seenAddress(`${'1:'.repeat(50_000)}${'.1'.repeat(50_000)}`)).toBeNull()
})

const time = clockTime(60_000)

test.each<[string, readonly KeyHealth[], string | null]>([
  ['all away', [failing('timeout', 60_000), failing('timeout', 60_000)], `not reachable since ${time}`],
  [
    'one is refused, one away',
    [failing('token-refused', 60_000), failing('timeout', 60_000)],
    `not reachable since ${time}`,
  ],
  ['all refused', [failing('token-refused', 60_000)], `key not usable since ${time}`],
  ['one works', [failing('token-refused', 60_000), works], null],
  ['asked to slow down', [failing('rate-limited', 0)], null],
  ['no key', [], null],
])('a panel with keys of which %s', (_, healths, expected) => {
  const keys = Object.fromEntries(healths.map((health, i) => [`k${i}`, keyView({ id: `k${i}`, health })]))
  expect(panelTrouble({ keys }, panelView().id)).toBe(expected)
})
