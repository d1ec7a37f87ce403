import { describe, expect, it } from 'vitest'
import {
  crashNoticeMs,
  crashWindowMs,
  type MachineEffect,
  type MachineState,
  type MachineTraits,
  offlineState,
  type Phase,
  resume,
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

type Outcome = readonly [Phase, readonly MachineEffect[]]
const same = (phase: Phase): Outcome => [phase, []]
const table: Record<Phase, Record<(typeof powerSignals)[number], Outcome>> = {
  offline: {
    start: ['preparing', ['preparing']],
    stop: same('offline'),
    restart: ['preparing', ['preparing']],
    kill: same('offline'),
  },
  crashed: {
    start: ['preparing', ['crashed', 'preparing']],
    stop: same('crashed'),
    restart: ['preparing', ['crashed', 'preparing']],
    kill: same('crashed'),
  },
  preparing: {
    start: same('preparing'),
    stop: same('preparing'),
    restart: same('preparing'),
    kill: same('preparing'),
  },
  starting: {
    start: same('starting'),
    stop: ['stopping', ['stopping']],
    restart: ['stopping', ['stopping']],
    kill: same('offline'),
  },
  running: {
    start: same('running'),
    stop: ['stopping', ['stopping']],
    restart: ['stopping', ['stopping']],
    kill: same('offline'),
  },
  stopping: {
    start: same('stopping'),
    stop: same('stopping'),
    restart: same('stopping'),
    kill: same('offline'),
  },
}

describe('every state and signal', () => {
  for (const [phase, row] of Object.entries(table)) {
    for (const signal of powerSignals) {
      const [then, effects] = row[signal]
      it(`${phase} + ${signal} → ${then}`, () => {
        const before = at[phase as Phase]
        const result = step(steady, before, signal, now)
        expect([result.state.phase, result.effects]).toEqual([then, effects])
        if (then === phase) expect(result.state).toBe(before)
        if (then === 'offline')
          expect(result.state).toMatchObject({ processSince: null, dueAt: null, startsAgain: false })
      })
    }
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
  it('starts in startMs', () => {
    const { history } = live(steady, step(steady, at.offline, 'start', now).state)
    expect(history).toEqual([
      ['preparing', now],
      ['starting', now + 200],
      ['running', now + 4_000],
    ])
  })

  it('restarts as stop, then start', () => {
    const { history, effects } = live(steady, step(steady, at.running, 'restart', now).state)
    expect(history.map(([phase]) => phase)).toEqual(['stopping', 'preparing', 'starting', 'running'])
    expect(history.at(-1)).toEqual(['running', now + 6_000])
    expect(effects).toEqual(['stopped', 'preparing', 'starting', 'ready'])
  })

  it('stays offline after a stop, and after a kill in the middle of a restart', () => {
    expect(live(steady, step(steady, at.running, 'stop', now).state).state.phase).toBe('offline')
    const restarting = step(steady, at.running, 'restart', now).state
    expect(live(steady, step(steady, restarting, 'kill', now + 1).state).history.map(([phase]) => phase)).toEqual([
      'offline',
    ])
  })

  it('forgets a restart that a kill ended', () => {
    const killed = step(steady, step(steady, at.running, 'restart', now).state, 'kill', now + 1).state
    expect(killed).toMatchObject({ startsAgain: false, processSince: null, dueAt: null })
  })

  it('hangs on stop until a kill, or until the daemon’s limit', () => {
    const hanging = { ...steady, hangsOnStop: true }
    const stopping = step(hanging, at.running, 'stop', now).state
    expect(stopping.dueAt).toBe(now + stopLimitMs)
    expect(step(hanging, stopping, 'kill', now + 9).state.phase).toBe('offline')
    expect(live(hanging, stopping).state.phase).toBe('offline')
  })

  it('starts again after a crash, and gives up after a second one within a minute', () => {
    const often = { ...steady, crashAfterMs: () => crashWindowMs / 2 }
    const { effects, state } = live(often, runningState(often, now, 0))
    expect(effects).toEqual(['crashed', 'preparing', 'starting', 'ready', 'crashed', 'crash-limit'])
    expect(state).toMatchObject({ phase: 'offline', dueAt: null })
    expect(live(often, runningState(often, now, 0), 2).history).toEqual([
      ['running', now],
      ['crashed', now + crashWindowMs / 2],
      ['preparing', now + crashWindowMs / 2 + crashNoticeMs],
    ])
    const seldom = { ...steady, crashAfterMs: () => crashWindowMs * 2 }
    const many = live(seldom, runningState(seldom, now, 0), 14).effects
    expect(many.filter((effect) => effect === 'crashed')).toHaveLength(4)
    expect(many).not.toContain('crash-limit')
  })
})

describe('after the app was closed', () => {
  it('makes up no crash, and keeps what is still to come', () => {
    const crashing = { ...steady, crashAfterMs: () => 5_000 }
    const running = runningState(crashing, now, 0)
    expect(resume(crashing, running, now + 1_000)).toBe(running)
    expect(resume(crashing, running, now + 9_000).dueAt).toBe(now + 14_000)
    expect(resume(crashing, at.stopping, now + 9_000)).toBe(at.stopping)
  })
})
