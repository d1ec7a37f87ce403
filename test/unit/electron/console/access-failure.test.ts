import { expect, it } from 'vitest'
import { type AccessFailure, meaningOf } from '../../../../electron/console/access-failure.ts'
import { appError, type ErrorCode } from '../../../../shared/errors.ts'

const held = appError('server-unavailable', { detail: 'This server is currently suspended' })

it.each<[string, ReturnType<typeof appError>, AccessFailure, AccessFailure]>([
  ['suspended', held, 'held', 'held'],
  ...(
    [
      ['server-not-found', 'none', 'deleted'],
      ['no-live-output', 'none', 'lost'],
      ['token-refused', 'ended', 'ended'],
      ['token-unreadable', 'ended', 'ended'],
      ['address-not-allowed', 'ended', 'ended'],
      ['permission-lacking', 'ended', 'ended'],
      ['not-permitted', 'ended', 'lost'],
      ['console-unsafe', 'ended', 'ended'],
      ['rate-limited', 'lost', 'lost'],
      ['panel-failed', 'lost', 'lost'],
      ['proxy-failed', 'lost', 'lost'],
      ['certificate-refused', 'lost', 'lost'],
      ['not-json', 'lost', 'lost'],
      ['redirected', 'lost', 'lost'],
      ['timeout', 'lost', 'lost'],
      ['internal', 'lost', 'lost'],
    ] as const
  ).map(([code, first, later]): [string, ReturnType<typeof appError>, AccessFailure, AccessFailure] => [
    code,
    appError(code),
    first,
    later,
  ]),
])('%s at first means %#', (_, error, first, later) => {
  expect(meaningOf(error, { hasBeenOpen: false, failures: 0 })).toBe(first)
  expect(meaningOf(error, { hasBeenOpen: true, failures: 9 })).toBe(later)
})

it.each<[ErrorCode, number | undefined, number, AccessFailure]>([
  ['panel-refused', 405, 0, 'none'],
  ['panel-refused', 400, 0, 'lost'],
  ['panel-refused', 400, 4, 'none'],
  ['not-json', 200, 3, 'lost'],
  ['not-json', 200, 4, 'none'],
  ['timeout', undefined, 99, 'lost'],
])('%s with status %s after %i failures', (code, status, failures, meaning) => {
  const error = appError(code, status === undefined ? {} : { status })
  expect(meaningOf(error, { hasBeenOpen: false, failures })).toBe(meaning)
})
