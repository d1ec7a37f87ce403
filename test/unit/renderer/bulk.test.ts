import { describe, expect, test } from 'vitest'
import {
  failedItems,
  failureText,
  overCount,
  progressText,
  summaryText,
  workTitle,
} from '../../../renderer/features/bulk/bulk-words.ts'
import { bulkTurnText, leftOut, reasonAgainst } from '../../../renderer/parts/bulk/eligibility.ts'
import { between, ticked, toggled, toggledAll, withAll } from '../../../renderer/ui/picks.ts'
import { type BulkItem, type BulkOutcome, bulkItemSchema } from '../../../shared/bulk/contract.ts'
import { appError } from '../../../shared/errors.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { serverNames } from '../../../shared/servers/names.ts'
import { appState, keyView } from '../../fixtures/app-state.ts'
import { bulkView, planView, restartChoices } from '../../fixtures/plan-view.ts'
import { serverView } from '../../fixtures/server-view.ts'

const server = serverView({ state: 'running' })
const deeds = ['start', 'stop', 'restart', 'kill', 'command', 'restart-warning'] as const
const all = (reason: string) => Object.fromEntries(deeds.map((deed) => [deed, reason]))
const against = (state: Parameters<typeof appState>[0], more: Partial<typeof server> = {}) =>
  Object.fromEntries(
    deeds.flatMap((deed) => {
      const reason = reasonAgainst(appState({ keys: [keyView()], ...state }), { ...server, ...more }, deed, 1_000)
      return reason === null ? [] : [[deed, reason]]
    }),
  )
const item = (n: number, outcome: BulkOutcome, error: BulkItem['error'] = null): BulkItem => ({
  ref: serverView({ identifier: String(n).padStart(8, '0') }).ref,
  outcome,
  error,
})

describe('who is left out', () => {
  test.each([
    [
      { state: 'offline' },
      {
        stop: 'already offline',
        restart: 'offline, use Start',
        kill: 'already offline',
        command: 'server is not running',
        'restart-warning': 'offline, use Start',
      },
    ],
    [{ condition: 'suspended' }, all('suspended by the panel')],
    [{ keyIds: [] }, { ...all('no key reaches it'), command: 'no key reaches this server' }],
  ] as const)('%j: %j', (more, told) => {
    expect(against({}, more as Partial<typeof server>)).toEqual(told)
  })

  test('a key that lacks Power can still send commands, one without Console no warnings', () => {
    const lacksPower = 'key lacks Power'
    expect(against({ keys: [keyView({ declared: ['console'] })] })).toEqual({
      start: lacksPower,
      stop: lacksPower,
      restart: lacksPower,
      kill: lacksPower,
      'restart-warning': lacksPower,
    })
    expect(against({ keys: [keyView({ declared: ['power'] })] })).toEqual({
      start: 'already running',
      command: 'key lacks Console',
      'restart-warning': 'key lacks Console',
    })
  })

  test.each([
    ['counting', 'a restart is planned already'],
    ['done', undefined],
  ] as const)('a plan that is %s: %j', (phase, reason) => {
    const plans = [planView({ phase }), planView({ id: 'other', ref: item(1, 'waiting').ref })]
    expect(against({ plans })['restart-warning']).toBe(reason)
  })

  test('the others go in their order, and each that is left out has its own line, also with the same name', () => {
    const servers = ['1', '2', '3', '4'].map((n) =>
      serverView({ identifier: n.repeat(8), name: 'Twin', state: Number(n) % 2 === 0 ? 'offline' : 'running' }),
    )
    const state = appState({ keys: [keyView()], servers })
    const { able, out } = leftOut(state, servers, 'stop', 0, serverNames(state))
    expect(able.map(({ identifier }) => identifier)).toEqual(['11111111', '33333333'])
    expect(out).toEqual([
      { name: 'Twin (22222222)', reason: 'already offline' },
      { name: 'Twin (44444444)', reason: 'already offline' },
    ])
    expect(leftOut(appState(), [], 'kill', 0, String)).toEqual({ able: [], out: [] })
  })
})

describe('words of a bulk action', () => {
  const restart = { kind: 'restart', choices: restartChoices(), when: { inSeconds: 60 } } as const
  const players = { rule: 'when-empty', otherwise: 'skip' } as const
  const waiting = { kind: 'restart', choices: restartChoices({ players }), when: { at: 0 } } as const
  const command = { kind: 'command', text: 'save-all' } as const
  const mixed = [item(1, 'confirmed'), item(2, 'failed'), item(3, 'stalled'), item(4, 'running'), item(5, 'waiting')]

  test.each([
    [{ kind: 'power', signal: 'start' }, 'Starting 5 servers', 'Start of 5 servers: '],
    [command, 'Sending “save-all” to 5 servers', 'Command to 5 servers: '],
    [restart, 'Restarting 5 servers with warning', 'Restart with warning of 5 servers: '],
    [waiting, 'Restarting 5 servers when empty', 'Restart with warning of 5 servers: '],
  ] as const)('%j', (work, title, summary) => {
    expect(workTitle(bulkView(mixed, { work }))).toBe(title)
    expect(summaryText(bulkView(mixed, { work }))).toBe(`${summary}1 done, 1 stalled, 1 failed`)
  })

  test.each([
    [mixed, 'paused', 'paused at 3 of 5, 1 failed, 1 stalled'],
    [[item(1, 'confirmed'), item(2, 'unconfirmed'), item(3, 'cancelled')], 'running', '3 of 3'],
  ] as const)('%j, %s: %j', (items, phase, text) => expect(progressText(bulkView(items, { phase }))).toBe(text))

  test('over is what nothing more comes of, and every server is counted', () => {
    const items = bulkItemSchema.shape.outcome.options.map((outcome, i) => item(i, outcome))
    expect(items.filter((one) => overCount({ items: [one] }) === 0).map(({ outcome }) => outcome)).toEqual([
      'waiting',
      'running',
    ])
    expect(overCount({ items })).toBe(items.length - 2)
  })

  test('who failed can be tried again, and why is told', () => {
    const error = appError('timeout')
    const items = [...mixed, item(6, 'failed', error), item(7, 'cancelled', appError('cancelled'))]
    expect(failedItems({ items }).map(failureText)).toEqual([
      'It failed.',
      'It took too long.',
      `${error.message} ${error.hint}`,
    ])
  })
})

describe('the turn in a row', () => {
  const first = item(1, 'waiting').ref
  const command = { kind: 'command', text: 'list' } as const
  test.each([
    [[bulkView([item(1, 'waiting')])], 'Queued'],
    [[bulkView([item(1, 'waiting')], { phase: 'paused' })], 'Queued, paused'],
    [[bulkView([item(1, 'waiting')], { phase: 'cancelled' })], null],
    [[bulkView([item(1, 'running')])], null],
    [[bulkView([item(1, 'running')], { work: command })], 'Sending the command'],
    [[bulkView([item(2, 'waiting')])], null],
    [[bulkView([item(1, 'confirmed')]), bulkView([item(1, 'waiting')], { id: 'bulk-2' })], 'Queued'],
  ])('%j: %j', (bulks, text) => expect(bulkTurnText(appState({ bulks }), first)).toBe(text))
})

describe('ticks', () => {
  const [a, b, c, d] = [1, 2, 3, 4].map((n) => item(n, 'waiting').ref) as [ServerRef, ServerRef, ServerRef, ServerRef]
  const gone = item(9, 'waiting').ref

  test('come and go, each once', () => {
    expect(toggled([a, b], a)).toEqual([b])
    expect(toggled([a, b], c)).toEqual([a, b, c])
    expect(toggled([], a)).toEqual([a])
    expect(withAll([c, a], [a, b, b])).toEqual([c, a, b])
    expect(withAll([], [])).toEqual([])
    expect(toggledAll([a, b, c], [c, a])).toEqual([b])
    expect(toggledAll([a], [c, gone, a])).toEqual([a, c, gone])
  })

  test.each([
    [[a], [a, b], 'some'],
    [[b, a, c], [a, b], 'all'],
    [[gone], [a, b], 'none'],
    [[], [], 'none'],
  ] as const)('%j of %j: %s', (picked, of, state) => expect(ticked(picked, of)).toBe(state))

  test.each([
    [b, d, [b, c, d]],
    [d, b, [b, c, d]],
    [null, c, [c]],
    [gone, c, [c]],
  ])('a range from %j to %j is %j', (from, to, range) => expect(between([a, b, c, d], from, to)).toEqual(range))
})
