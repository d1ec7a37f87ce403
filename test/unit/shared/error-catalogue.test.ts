import { describe, expect, it, test } from 'vitest'
import { proofOfSilence } from '../../../electron/panel/proof.ts'
import { describeOutcome } from '../../../renderer/parts/servers/messages.ts'
import { catalogue } from '../../../shared/error-catalogue.ts'
import { appError, type ErrorCode } from '../../../shared/errors.ts'
import { appState } from '../../fixtures/app-state.ts'
import { powerAction, serverView } from '../../fixtures/server-view.ts'

const codes = Object.keys(catalogue) as ErrorCode[]
const codesWhere = (test: (facts: (typeof catalogue)[ErrorCode]) => boolean) =>
  codes.filter((code) => test(catalogue[code]))
const now = 1_000_000

/** What the window says of a restart that failed so. */
function verbOf(code: ErrorCode, mayHaveActed: boolean): string | undefined {
  const error = appError(code, mayHaveActed ? { mayHaveActed } : {})
  const server = serverView({ action: powerAction({ phase: 'refused', changedAt: now, error }) })
  return /^Restart ([a-z ]+)\./.exec(describeOutcome(appState(), server, null, now)?.text ?? '')?.[1]
}

describe('delivery', () => {
  test.each(codes)('%s: silence proves no more than its words say', (code) => {
    const isUnsent = catalogue[code].delivery === 'not-sent'
    expect(proofOfSilence('POST', code)).toBe(isUnsent ? 'not-acted' : 'not-known')
    expect(verbOf(code, true)).toBe('not confirmed')
    expect(verbOf(code, false)).toBe(catalogue[code].delivery === 'refused' ? 'refused' : 'not sent')
  })

  it('calls nothing refused that was not answered', () => {
    const silent = codesWhere(({ delivery }) => delivery === 'undecided')
    expect(silent).toEqual(
      expect.arrayContaining(['timeout', 'connection-cut', 'network-failed', 'malformed-answer', 'cancelled']),
    )
    for (const code of silent) expect(verbOf(code, false)).toBe('not sent')
  })
})

test.each([
  ['refused', ['token-refused', 'address-not-allowed', 'wrong-key-type', 'two-factor-needed']],
  ['unreadable', ['token-unreadable']],
  ['permission', ['permission-lacking', 'all-permissions-needed', 'not-permitted']],
  [
    'unreachable',
    ['host-not-found', 'connection-refused', 'timeout', 'connection-cut', 'network-failed', 'local-network-refused'],
  ],
  ['blocked', ['no-https', 'tls-failed', 'certificate-refused', 'proxy-failed']],
  ['foreign', ['api-not-found', 'panel-refused', 'redirected', 'not-json', 'malformed-answer']],
] as const)('the health that is %s', (health, expected) => {
  expect(codesWhere((facts) => facts.health === health).sort()).toEqual([...expected].sort())
})

test('a read is tried again at once only where a moment may mend it', () => {
  expect(codesWhere(({ recovery }) => recovery === 'soon')).toEqual([
    'panel-failed',
    'front-answered',
    'connection-cut',
    'network-failed',
  ])
})

test('what only a person can change is never tried again by itself', () => {
  for (const code of codesWhere(
    ({ health }) => health === 'refused' || health === 'unreadable' || health === 'permission',
  )) {
    expect(catalogue[code].recovery).toBe('person')
  }
})

test('only the list of servers has a control that is called Refresh', () => {
  expect(codesWhere(({ hint }) => /\brefresh\b/i.test(hint))).toEqual(['unknown-server'])
})
