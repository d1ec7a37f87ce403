import { expect, it } from 'vitest'
import { type AccessFailure, meaningOf } from '../../../../electron/console/access-failure.ts'
import { appError, type ErrorCode } from '../../../../shared/errors.ts'

it.each<[ErrorCode, string | undefined, AccessFailure, AccessFailure]>([
  ['server-unavailable', 'This server is currently suspended', 'held', 'held'],
  ['server-not-found', undefined, 'none', 'deleted'],
  ['no-live-output', undefined, 'none', 'lost'],
  ['token-refused', undefined, 'ended', 'ended'],
  ['permission-lacking', undefined, 'ended', 'ended'],
  ['not-permitted', undefined, 'ended', 'lost'],
  ['console-unsafe', undefined, 'ended', 'ended'],
  ['rate-limited', undefined, 'lost', 'lost'],
  ['certificate-refused', undefined, 'lost', 'lost'],
  ['not-json', undefined, 'lost', 'lost'],
  ['timeout', undefined, 'lost', 'lost'],
])('%s (%s) means %s at first, %s later', (code, detail, first, later) => {
  const error = appError(code, detail === undefined ? {} : { detail })
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
