import { describe, expect, it } from 'vitest'
import {
  crashNoticeMs,
  crashWindowMs,
  type MachineEffect,
  type MachineState,
  type MachineTraits,
  offlineState,
  type Phase,
  runningState,
  step,
  stopLimitMs,
} from '../../../../electron/demo-panel/machine/machine.ts'
import { powerSignals } from '../../../../shared/model/power.ts'

const now = 1_000_000
const steady: MachineTraits = { startMs: 4_000, stopMs: 2_000, hangsOnStop: false, crashAfterMs: () => null }

const at: Record<Phase, MachineState> = {
  offline: offlineState(now),
  crashed: { ...offlineState(now), phase: 'crashed', dueAt: now + crashNoticeMs },
  preparing: { ...offlineState(now), phase: 'preparing', dueAt: now + 200 },
  starting: { ...offlineState(now), phase: 'starting', dueAt: now + 3_800, processSince: now },
  running: runningState(steady, now, 60_000),
  stopping: { ...runningState(steady, now, 60_000), phase: 'stopping', dueAt: now + 2_000 },
}

/** The phase that each signal leads to, where that is another one. */
const table: Record<Phase, Partial<Record<(typeof powerSignals)[number], Phase>>> = {
  offline: { start: 'preparing', restart: 'preparing' },
  crashed: { start: 'preparing', restart: 'preparing' },
  preparing: {},
  starting: { stop: 'stopping', restart: 'stopping', kill: 'offline' },
  running: { stop: 'stopping', restart: 'stopping', kill: 'offline' },
  stopping: { kill: 'offline' },
}

it.each(Object.entries(at))('a server that is %s follows each signal as it must', (phase, before) => {
  for (const signal of powerSignals) {
    const then = table[before.phase][signal]
    const { state } = step(steady, before, signal, now)
    if (then === undefined) expect(state, signal).toBe(before)
    else expect(state.phase, `${phase} ${signal}`).toBe(then)
    if (then === 'offline') expect(state).toMatchObject({ processSince: null, dueAt: null, startsAgain: false })
  }
})

/** Lets a server live without signals until nothing more is due, or `most` steps are over. */
function live(traits: MachineTraits, state: MachineState, most = 10) {
  const history: [Phase, number][] = [[state.phase, state.since]]
  const effects: MachineEffect[] = []
  let current = state
  for (let count = 0; count < most && current.dueAt !== null; count += 1) {
    const result = step(traits, current, 'due', current.dueAt)
    current = result.state
    history.push([current.phase, current.since])
    effects.push(...result.effects)
  }
  return { state: current, history, effects }
}

describe('what comes by itself', () => {
  it('is no start after a kill in the middle of a restart', () => {
    const restarting = step(steady, at.running, 'restart', now).state
    expect(live(steady, step(steady, restarting, 'kill', now + 1).state).history).toHaveLength(1)
  })

  it('is the daemon’s limit where a stop hangs', () => {
    const hanging = { ...steady, hangsOnStop: true }
    const stopping = step(hanging, at.running, 'stop', now).state
    expect(stopping.dueAt).toBe(now + stopLimitMs)
    expect(live(hanging, stopping).state.phase).toBe('offline')
  })

  it('is a start after a crash, and none after a second one within a minute', () => {
    const often = { ...steady, crashAfterMs: () => crashWindowMs / 2 }
    const { effects, state, history } = live(often, runningState(often, now, 0))
    expect(effects).toEqual(['crashed', 'preparing', 'starting', 'ready', 'crashed', 'crash-limit'])
    expect(state).toMatchObject({ phase: 'offline', dueAt: null })
    expect(history[2]).toEqual(['preparing', now + crashWindowMs / 2 + crashNoticeMs])
    const seldom = { ...steady, crashAfterMs: () => crashWindowMs * 2 }
    expect(live(seldom, runningState(seldom, now, 0), 14).effects).not.toContain('crash-limit')
  })
})
