import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatFrame, lifeOf, readFrame, renewAfterMs } from '../../../../electron/panel/console-frames.ts'
import { sizeOf } from '../../../fixtures/run.ts'

const frame = (event: string, ...args: unknown[]) => JSON.stringify({ event, args })
const stats = {
  memory_bytes: 5,
  memory_limit_bytes: 9,
  cpu_absolute: 1.5,
  network: {},
  uptime: 7,
  state: 'running',
  disk_bytes: 3,
}
const refused = (why: 'stale' | 'permission', isAnswer = false) => ({ kind: 'token-refused', why, isAnswer })
const resources = { cpuPercent: 1.5, memoryBytes: 5, diskBytes: 3, uptimeMs: 7 }

describe('readFrame', () => {
  it.each([
    [frame('auth success'), { kind: 'authenticated' }],
    ['{"event":"auth success"}', { kind: 'authenticated' }],
    [frame('status', 'running'), { kind: 'state', state: 'running' }],
    [frame('status', 'melting'), { kind: 'state', state: 'unknown' }],
    [frame('stats', JSON.stringify(stats)), { kind: 'reading', state: 'running', resources }],
    [frame('stats', JSON.stringify({ ...stats, state: 'x' })), { kind: 'reading', state: 'unknown', resources: null }],
    [frame('stats', 'not json'), null],
    [frame('stats', '{}'), null],
    [frame('console output', 'a\r\nb'), { kind: 'line', from: 'output', text: 'a\r\nb' }],
    [frame('console output'), { kind: 'line', from: 'output', text: '' }],
    [frame('install output', 'x'), { kind: 'line', from: 'install', text: 'x' }],
    [frame('transfer logs', 'x'), { kind: 'line', from: 'install', text: 'x' }],
    [frame('daemon message', 'x'), { kind: 'line', from: 'daemon', text: 'x' }],
    [frame('daemon error', 'Error Event [u]: x'), { kind: 'line', from: 'daemon', text: 'Error Event [u]: x' }],
    [frame('token expiring'), { kind: 'token-expiring' }],
    [frame('token expired'), refused('stale')],
    [frame('jwt error', 'jwt: exp claim is invalid'), refused('stale')],
    [frame('jwt error', 'Error Event [u]: jwt: exp claim is invalid'), refused('stale', true)],
    [frame('jwt error', 'Error Event [u]: jwt: missing connect permission'), refused('permission', true)],
    [frame('throttled', 'send logs'), null],
    [frame('transfer status', 'processing'), null],
    [frame('transfer status', 'completed'), { kind: 'moved' }],
    [frame('deleted', null), { kind: 'deleted' }],
    [frame('backup completed', '{}'), { kind: 'backup-ended' }],
    [frame('backup completed:uuid', '{}'), { kind: 'backup-ended' }],
    [frame('backup completedly', ''), null],
    ['', null],
    ['null', null],
    ['{"event":5}', null],
    ['{"event":"status","args":"running"}', { kind: 'state', state: 'unknown' }],
    ['{"event":"console output","args":[{"a":1}]}', { kind: 'line', from: 'output', text: '' }],
  ])('%s', (text, event) => {
    expect(readFrame(text)).toEqual(event)
  })

  // Takes seconds where each argument is judged by itself.
  it('is quick with a megabyte of arguments that are none', () => {
    expect(readFrame(`{"event":"x","args":[${'0,'.repeat(500_000)}0]}`)).toBeNull()
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        readFrame(text)
      }),
      { numRuns: sizeOf({ short: 300, long: 1_000 }) },
    )
  })
})

describe('formatFrame', () => {
  it.each([
    ['send logs', undefined, { event: 'send logs', args: [] }],
    ['auth', 'say "hi"', { event: 'auth', args: ['say "hi"'] }],
  ] as const)('%s', (event, argument, json) => {
    expect(JSON.parse(formatFrame(event, argument))).toEqual(json)
  })
})

const token = (claims: unknown) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`

it.each([
  ['ten minutes', token({ iat: 100, exp: 700 }), 600_000],
  ['half a minute', token({ iat: 100, exp: 130 }), 30_000],
  ['a life before its birth', token({ iat: 700, exp: 100 }), 600_000],
  ['a life too long to believe', token({ iat: 0, exp: 10 ** 9 }), 600_000],
  ['claims of other kinds', token({ iat: 'x', exp: [] }), 600_000],
  ['no token', 'x', 600_000],
])('the life of a token that says %s', (_, text, life) => {
  expect(lifeOf(text)).toBe(life)
})

it.each([
  [600_000, 480_000],
  [60_000, 36_000],
  [5_000, 3_000],
])('a token of %d ms is renewed after %d ms', (life, after) => {
  expect(renewAfterMs(life)).toBe(after)
})
