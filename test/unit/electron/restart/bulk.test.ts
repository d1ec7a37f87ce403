import { expect, test } from 'vitest'
import { nextTurn } from '../../../../electron/restart/bulk.ts'
import type { BulkOutcome } from '../../../../shared/bulk/contract.ts'
import { serverRefSchema } from '../../../../shared/model/identifier-schema.ts'
import { bulkView } from '../../../fixtures/plan-view.ts'

const item = (outcome: BulkOutcome, i: number) => ({
  ref: serverRefSchema.parse(`home/0000000${i}`),
  outcome,
  error: null,
})

test.each([
  ['until each is done: the one before runs', null, 'running', { kind: 'idle' }],
  ['until each is done: it is', null, 'confirmed', { kind: 'go', index: 1 }],
  ['until each is done: it failed', null, 'failed', { kind: 'go', index: 1 }],
  // A panel that tells no state must not see the whole group go down at once.
  ['until each is done: that is not seen', null, 'unconfirmed', { kind: 'wait', until: 5_000 }],
  ['5 s apart: the one before runs', 5_000, 'running', { kind: 'wait', until: 5_000 }],
  ['5 s apart: it is done', 5_000, 'confirmed', { kind: 'wait', until: 5_000 }],
] as const)('%s', (_, staggerMs, before, turn) => {
  const bulk = bulkView([item(before, 1), item('waiting', 2)], { staggerMs })
  const context = { now: 1_000, lastAt: 0, isSending: false, roomAt: () => 0 }
  expect(nextTurn(bulk, context)).toEqual(turn)
})
