import { expect, it } from 'vitest'
import type { HandedTrouble, HandedView } from '../../../../shared/model/handed.ts'
import { handedTroubles } from '../../../../shared/model/handed-need.ts'
import { handedView } from '../../../fixtures/handed.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const { ref, name } = serverView()
const other = serverView({ identifier: 'b1b2c3d4' }).ref

const view = (id: string, trouble: HandedTrouble | null, more: Partial<HandedView> = {}) =>
  handedView({ id, parts: [{ ref, name, stage: 'on', trouble }], ...more })
const told = (...views: readonly HandedView[]) =>
  handedTroubles(Object.fromEntries(views.map((one) => [one.id, one]))).get(ref) ?? null

it.each<[string, HandedView[], HandedTrouble | null]>([
  ['nothing is handed over', [], null],
  ['it is as it was written, or not known', [view('a', null)], null],
  ['it was paused there', [view('a', 'paused')], 'paused'],
  ['two are not as they were', [view('a', 'changed'), view('b', 'gone'), view('c', 'paused')], 'gone'],
  ['one that was changed is being taken back', [view('a', 'changed', { phase: 'returning' })], null],
  ['one is cut short, which is told elsewhere', [view('a', 'paused', { phase: 'switching' })], null],
  [
    'another server’s was deleted',
    [view('a', null, { parts: [{ ref: other, name, stage: 'on', trouble: 'gone' }] })],
    null,
  ],
])('%s', (_, views, trouble) => expect(told(...views)).toBe(trouble))
