import { expect, it } from 'vitest'
import { isPersonsAct } from '../../../../electron/tray/seen-change.ts'
import type { AppState } from '../../../../shared/state/state-schema.ts'
import { appState, keyView, panelView } from '../../../fixtures/app-state.ts'
import { planView } from '../../../fixtures/plan-view.ts'
import { powerAction, serverView } from '../../../fixtures/server-view.ts'

type Parts = Parameters<typeof appState>[0]

const base: AppState = appState({ panels: [panelView()], keys: [keyView()], servers: [serverView()] })
/** The state with other parts, everything else the very same. */
const changed = (parts: NonNullable<Parts>, from: AppState = base): AppState => {
  const fields = Object.keys(parts) as (keyof AppState & keyof NonNullable<Parts>)[]
  const made = appState(parts)
  return { ...from, ...Object.fromEntries(fields.map((field) => [field, made[field]])) }
}
const withAction = (more: Parameters<typeof powerAction>[0]) =>
  changed({ servers: [serverView({ action: powerAction({ id: 'a', ...more }) })] })
const withPlan = (more: Parameters<typeof planView>[0] = {}) => changed({ plans: [planView(more)] })

it.each<[string, AppState, AppState, boolean]>([
  ['nothing', base, { ...base }, false],
  ['a state that was read', base, changed({ servers: [serverView({ state: 'offline' })] }), false],
  ['a signal', base, withAction({ origin: 'window' }), true],
  ['a signal of a schedule', base, withAction({ origin: 'schedule' }), false],
  ['what becomes of a signal', withAction({ phase: 'sending' }), withAction({ phase: 'accepted' }), false],
  ['a key more', base, changed({ keys: [keyView(), keyView({ id: 'other' })] }), true],
  ['what is learned of a key', base, changed({ keys: [keyView({ health: { kind: 'works', at: 5 } })] }), false],
  ['a setting', base, changed({ preferences: { pinned: [serverView().ref] } }), true],
  ['a server that is off on purpose', base, changed({ preferences: { expectedOff: [serverView().ref] } }), false],
  ['a plan', base, withPlan({ origin: 'window' }), true],
  ['a plan of a schedule', base, withPlan({ origin: 'schedule' }), false],
  ['a plan that was moved', withPlan({ origin: 'schedule' }), withPlan({ origin: 'schedule', zeroAt: 99_000 }), true],
  ['a plan that was cancelled', withPlan(), withPlan({ phase: 'cancelled' }), true],
  ['a plan that goes on', withPlan(), withPlan({ phase: 'signalling' }), false],
])('%s', (_, before, after, isAct) => {
  expect(isPersonsAct(before, after)).toBe(isAct)
})
