import type { PowerSignal } from '../../../shared/model/power.ts'

/**
 * `offline`, `crashed` and `preparing` are all reported as `offline`. `preparing` is the part of a start before there
 * is a process: disk check, configuration files. `crashed` lasts until the daemon has looked at how the process ended.
 */
export type Phase = 'offline' | 'crashed' | 'preparing' | 'starting' | 'running' | 'stopping'

/** The state of a simulated server. Times are unix milliseconds. */
export type MachineState = {
  readonly phase: Phase
  readonly since: number
  /** When the phase ends by itself; null when only a signal ends it. */
  readonly dueAt: number | null
  /** When the process was started; null without one. */
  readonly processSince: number | null
  /** A restart is under way, so that the end of `stopping` begins a start. */
  readonly startsAgain: boolean
  /** How often the server reached `running`. */
  readonly runs: number
  readonly lastCrashAt: number | null
}

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

const off = { phase: 'offline', dueAt: null, processSince: null, startsAgain: false } as const

/** The state of a stopped server. */
export const offlineState = (now: number): MachineState => ({ ...off, since: now, runs: 0, lastCrashAt: null })

/** A server that has been running for `ageMs`. */
export function runningState(traits: MachineTraits, now: number, ageMs: number): MachineState {
  const since = now - ageMs
  const processSince = since - traits.startMs
  return withCrash(traits, { ...offlineState(since), phase: 'running', processSince, runs: 1 }, now)
}

/**
 * The next state of a server, as in the panel's API, *States and power semantics*. Pure. The power lock is held while
 * `preparing` and `stopping`; a kill ignores it.
 */
export function step(traits: MachineTraits, state: MachineState, event: MachineEvent, now: number): MachineStep {
  const { phase } = state
  if (event === 'due') return due(traits, state, now)
  if (event === 'kill') return silent(state.processSince === null ? state : end(state, now))
  if (phase === 'starting' || phase === 'running') {
    if (event === 'start') return silent(state)
    const dueAt = now + (traits.hangsOnStop ? stopLimitMs : traits.stopMs)
    const startsAgain = event === 'restart'
    return { state: { ...state, phase: 'stopping', since: now, dueAt, startsAgain }, effects: ['stopping'] }
  }
  if (event === 'stop' || phase === 'preparing' || phase === 'stopping') return silent(state)
  if (phase === 'offline') return prepare(traits, state, now)
  return prepare(traits, { ...state, lastCrashAt: now }, now, ['crashed'])
}

function due(traits: MachineTraits, state: MachineState, now: number): MachineStep {
  switch (state.phase) {
    case 'preparing': {
      const dueAt = now + traits.startMs * (1 - preparingShare)
      return { state: { ...state, phase: 'starting', since: now, dueAt, processSince: now }, effects: ['starting'] }
    }
    case 'starting': {
      const running: MachineState = { ...state, phase: 'running', since: now, runs: state.runs + 1 }
      return { state: withCrash(traits, running, now), effects: ['ready'] }
    }
    case 'running':
      return silent({ ...end(state, now), phase: 'crashed', dueAt: now + crashNoticeMs })
    case 'crashed':
      // A crash that is not followed by a start does not count for the next one (wings, `server/crash.go`).
      return isAfterCrash(state, now)
        ? { state: end(state, now), effects: ['crashed', 'crash-limit'] }
        : prepare(traits, { ...state, lastCrashAt: now }, now, ['crashed'])
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

const end = (state: MachineState, now: number): MachineState => ({ ...state, ...off, since: now })

const isAfterCrash = ({ lastCrashAt }: MachineState, now: number) =>
  lastCrashAt !== null && now - lastCrashAt < crashWindowMs

/** A running server with the time of its next crash. */
function withCrash(traits: MachineTraits, state: MachineState, now: number): MachineState {
  const after = traits.crashAfterMs(state.runs, isAfterCrash(state, now))
  return { ...state, dueAt: after === null ? null : now + after }
}

function prepare(
  traits: MachineTraits,
  state: MachineState,
  now: number,
  before: readonly MachineEffect[] = [],
): MachineStep {
  const dueAt = now + traits.startMs * preparingShare
  return { state: { ...state, phase: 'preparing', since: now, dueAt }, effects: [...before, 'preparing'] }
}
