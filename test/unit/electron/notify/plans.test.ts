import { describe, expect, it } from 'vitest'
import { eventsOf, noMemory } from '../../../../electron/notify/events.ts'
import { decide, nothingHeld, notificationOfUnsent } from '../../../../electron/notify/policy.ts'
import type { BulkView } from '../../../../shared/bulk/contract.ts'
import { appError } from '../../../../shared/errors.ts'
import { serverRefSchema } from '../../../../shared/model/identifier-schema.ts'
import type { PlanView } from '../../../../shared/model/restart-schema.ts'
import { appState } from '../../../fixtures/app-state.ts'
import { bulkView, planStep, planView } from '../../../fixtures/plan-view.ts'
import { powerAction, serverView } from '../../../fixtures/server-view.ts'

type Parts = Parameters<typeof appState>[0]

/** What is told of a step from one state to another. */
function told(before: Parts, after: Parts, { isWindowFocused = false } = {}) {
  const [from, to] = [appState(before), appState(after)]
  const { events } = eventsOf(noMemory, from, to, { now: 1, lookingSince: 0 })
  const { notifications } = decide(nothingHeld, events, { now: 1, steady: 1, state: to, isWindowFocused })
  return notifications.map(({ title, silent }) => `${title}${silent ? ' (silent)' : ''}`)
}

const error = appError('server-not-running')
const plans = (plan: PlanView | undefined) => ({ servers: [serverView()], ...(plan && { plans: [plan] }) })

describe('a plan', () => {
  const running = planView()
  it.each([
    ['missed', planView({ phase: 'missed' }), ['Restart of Survival was missed']],
    ['failed', planView({ phase: 'failed', error }), ['Restart of Survival failed']],
    ['done', planView({ phase: 'done' }), []],
    ['cancelled', planView({ phase: 'cancelled' }), []],
    // Its power action says so.
    ['stalled', planView({ phase: 'failed', outcome: 'stalled' }), []],
    ['still counting', planView({ zeroAt: 1 }), []],
  ] satisfies [string, PlanView, string[]][])('that is %s', (_, plan, titles) => {
    expect(told(plans(running), plans(plan))).toEqual(titles)
  })

  it('is told together with others that were missed', () => {
    const three = (phase: PlanView['phase']) =>
      ['a', 'b', 'c'].map((id, i) => {
        const ref = serverRefSchema.parse(`home/1000000${i}`)
        return planView({ id, ref, name: `Server ${i}`, phase })
      })
    const parts = (phase: PlanView['phase']) => ({ servers: [serverView()], plans: three(phase) })
    expect(told(parts('counting'), parts('missed'))).toEqual(['3 restarts were missed'])
    const quiet = {
      preferences: {
        quiet: three('missed')
          .map(({ ref }) => ref)
          .slice(1),
      },
    }
    expect(told(parts('counting'), { ...parts('missed'), ...quiet })).toEqual(['Restart of Server 0 was missed'])
    expect(told(parts('counting'), { ...parts('missed'), preferences: { muted: { until: null } } })).toEqual([])
  })

  it('that a person sees fail in the window is not told beside it', () => {
    expect(told(plans(running), plans(planView({ phase: 'failed', error })), { isWindowFocused: true })).toEqual([])
    expect(told(plans(running), plans(planView({ phase: 'missed' })), { isWindowFocused: true })).toHaveLength(1)
  })

  it('whose power action was refused is told once', () => {
    const refused = serverView({ action: powerAction({ phase: 'refused', origin: 'schedule', error }) })
    const failed = planView({ phase: 'failed', error })
    expect(told({ servers: [refused], plans: [running] }, { servers: [refused], plans: [failed] })).toEqual([])
  })

  it('that ended before it was first seen tells nothing', () => {
    expect(told(plans(undefined), plans(planView({ phase: 'missed' })))).toEqual([])
  })

  it('that kills tells it, in mute without a sound', () => {
    const kills = planView({ phase: 'watching', steps: [planStep({ kind: 'kill', result: 'sending' })] })
    const title = 'Survival is being killed'
    expect(told(plans(running), plans(kills))).toEqual([title])
    const muted = { preferences: { muted: { until: null } } }
    expect(told(plans(running), { ...plans(kills), ...muted })).toEqual([`${title} (silent)`])
    expect(told(plans(running), { ...plans(planView({ phase: 'missed' })), ...muted })).toEqual([])
  })
})

describe('a bulk action', () => {
  const { ref } = serverView()
  const running = bulkView([{ ref, outcome: 'running', error: null }])
  const ended = (outcome: 'confirmed' | 'failed'): BulkView =>
    bulkView([{ ref, outcome, error: null }], { phase: 'done', endedAt: 1 })

  it.each([
    ['confirmed', 'Restart of 1 server: done'],
    ['failed', 'Restart of 1 server: done, with failures'],
  ] as const)('is summed up when it has ended: %s', (outcome, title) => {
    expect(told({ bulks: [running] }, { bulks: [ended(outcome)] })).toEqual([title])
    expect(told({ bulks: [running] }, { bulks: [ended(outcome)] }, { isWindowFocused: true })).toEqual([])
    expect(told({ bulks: [ended(outcome)] }, { bulks: [ended(outcome)] })).toEqual([])
  })
})

describe('servers that look alike', () => {
  const one = serverView({ name: 'Arena', identifier: 'aaaaaaa1' })
  const twins = [one, serverView({ name: 'ARENA', identifier: 'aaaaaaa2' })]
  const plan = planView({ ref: one.ref, name: 'Arena' })

  it('are told apart, also once they are gone', () => {
    const missed = { ...plan, phase: 'missed' as const }
    expect(told({ servers: twins, plans: [plan] }, { servers: twins, plans: [missed] })).toEqual([
      'Restart of Arena (aaaaaaa1) was missed',
    ])
    expect(told({ plans: [plan] }, { plans: [missed] })).toEqual(['Restart of Arena was missed'])
  })

  it('are told apart where a signal was not sent', () => {
    const notification = notificationOfUnsent(appState({ servers: twins }), one.ref, 'kill', error)
    expect(notification?.title).toBe('Kill of Arena (aaaaaaa1) was not sent')
  })
})
