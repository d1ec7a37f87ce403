import { z } from 'zod'
import type { PowerSignal } from '../../../shared/model/power.ts'

/**
 * `offline`, `crashed` and `preparing` are all reported as `offline`. `preparing` is the part of a start before there
 * is a process: disk check, configuration files. `crashed` lasts until the daemon has looked at how the process ended.
 */
const phaseSchema = z.enum(['offline', 'crashed', 'preparing', 'starting', 'running', 'stopping'])
export type Phase = z.infer<typeof phaseSchema>

/** The state of a simulated server. Times are unix milliseconds. */
export const machineStateSchema = z.object({
  phase: phaseSchema,
  since: z.number(),
  /** When the phase ends by itself; null when only a signal ends it. */
  dueAt: z.number().nullable(),
  /** When the process was started; null without one. */
  processSince: z.number().nullable(),
  /** A restart is under way, so that the end of `stopping` begins a start. */
  startsAgain: z.boolean(),
  /** How often the server reached `running`. */
  runs: z.number(),
  lastCrashAt: z.number().nullable(),
})
export type MachineState = z.infer<typeof machineStateSchema>

/** A power signal, or `due`: the time in `dueAt` has come. */
export type MachineEvent = PowerSignal | 'due'

/** What happened, as far as the console has words for it. */
export type MachineEffect = 'preparing' | 'starting' | 'ready' | 'stopping' | 'stopped' | 'crashed' | 'crash-limit'

/** What makes one server differ from another. */
export type MachineTraits = {
  /** From the signal to `running`. */
  readonly startMs: number
  readonly stopMs: number
  /** Ignores `stop`; only a kill, or the daemon's time limit, ends it. */
  readonly hangsOnStop: boolean
  /** How long the given run lasts before it crashes; null for never. */
  readonly crashAfterMs: (run: number, afterCrash: boolean) => number | null
}

export type MachineStep = { readonly state: MachineState; readonly effects: readonly MachineEffect[] }

/** The daemon kills a server that has not stopped after this long. */
export const stopLimitMs = 600_000
/** A second crash within this time is not followed by a start. */
export const crashWindowMs = 60_000
/** Delay between a crash and the daemon's message about it, in milliseconds. */
export const crashNoticeMs = 150
/** The part of a start before the process exists. */
const preparingShare = 0.05

/** The state of a stopped server. */
export function offlineState(now: number): MachineState {
  return {
    phase: 'offline',
    since: now,
    dueAt: null,
    processSince: null,
    startsAgain: false,
    runs: 0,
    lastCrashAt: null,
  }
}

/** A server that has been running for `ageMs`. */
export function runningState(traits: MachineTraits, now: number, ageMs: number): MachineState {
  const since = now - ageMs
  const running: MachineState = {
    ...offlineState(since),
    phase: 'running',
    processSince: since - traits.startMs,
    runs: 1,
  }
  return { ...running, dueAt: crashTime(traits, running, now) }
}

/**
 * The next state of a server, as in the panel's API, *States and power semantics*. Pure. The power lock is held while
 * `preparing` and `stopping`; a kill ignores it.
 */
export function step(traits: MachineTraits, state: MachineState, event: MachineEvent, now: number): MachineStep {
  if (event === 'due') return due(traits, state, now)
  if (event === 'kill') return kill(state, now)
  switch (state.phase) {
    case 'offline':
      return event === 'stop' ? silent(state) : prepare(traits, state, now)
    case 'crashed':
      return event === 'stop' ? silent(state) : prepare(traits, { ...state, lastCrashAt: now }, now, ['crashed'])
    case 'starting':
    case 'running':
      return event === 'start' ? silent(state) : stopping(traits, state, now, event === 'restart')
    case 'preparing':
    case 'stopping':
      return silent(state)
  }
}

/** The state after the app was closed for a while: what fell due meanwhile happens now, but no crashes are made up. */
export function resume(traits: MachineTraits, state: MachineState, now: number): MachineState {
  if (state.phase !== 'running' || state.dueAt === null || state.dueAt > now) return state
  return { ...state, dueAt: crashTime(traits, state, now) }
}

function due(traits: MachineTraits, state: MachineState, now: number): MachineStep {
  switch (state.phase) {
    case 'preparing':
      return {
        state: {
          ...state,
          phase: 'starting',
          since: now,
          dueAt: now + traits.startMs * (1 - preparingShare),
          processSince: now,
        },
        effects: ['starting'],
      }
    case 'starting':
      return { state: run(state, traits, now), effects: ['ready'] }
    case 'running':
      return { state: { ...end(state, now), phase: 'crashed', dueAt: now + crashNoticeMs }, effects: [] }
    case 'crashed':
      return afterCrash(traits, state, now)
    case 'stopping': {
      const ended = end(state, now)
      const effects: MachineEffect[] = traits.hangsOnStop ? [] : ['stopped']
      return state.startsAgain ? prepare(traits, ended, now, effects) : { state: ended, effects }
    }
    case 'offline':
      return silent(state)
  }
}

/** A state about which the console says nothing. */
const silent = (state: MachineState): MachineStep => ({ state, effects: [] })

function end(state: MachineState, now: number): MachineState {
  return { ...state, phase: 'offline', since: now, dueAt: null, processSince: null, startsAgain: false }
}

function run(state: MachineState, traits: MachineTraits, now: number): MachineState {
  const running: MachineState = { ...state, phase: 'running', since: now, runs: state.runs + 1 }
  return { ...running, dueAt: crashTime(traits, running, now) }
}

function crashTime(traits: MachineTraits, state: MachineState, now: number): number | null {
  const afterCrash = state.lastCrashAt !== null && now - state.lastCrashAt < crashWindowMs
  const after = traits.crashAfterMs(state.runs, afterCrash)
  return after === null ? null : now + after
}

function prepare(
  traits: MachineTraits,
  state: MachineState,
  now: number,
  before: readonly MachineEffect[] = [],
): MachineStep {
  return {
    state: { ...state, phase: 'preparing', since: now, dueAt: now + traits.startMs * preparingShare },
    effects: [...before, 'preparing'],
  }
}

function stopping(traits: MachineTraits, state: MachineState, now: number, startsAgain: boolean): MachineStep {
  const dueAt = now + (traits.hangsOnStop ? stopLimitMs : traits.stopMs)
  return { state: { ...state, phase: 'stopping', since: now, dueAt, startsAgain }, effects: ['stopping'] }
}

function kill(state: MachineState, now: number): MachineStep {
  return silent(state.processSince === null ? state : end(state, now))
}

/** A crash that is not followed by a start does not count for the next one (wings, `server/crash.go`). */
function afterCrash(traits: MachineTraits, state: MachineState, now: number): MachineStep {
  const again = state.lastCrashAt !== null && now - state.lastCrashAt < crashWindowMs
  if (again) return { state: end(state, now), effects: ['crashed', 'crash-limit'] }
  return prepare(traits, { ...state, lastCrashAt: now }, now, ['crashed'])
}
