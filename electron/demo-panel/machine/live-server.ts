import type { PowerSignal } from '../../../shared/model/power.ts'
import type { Clock } from '../../lib/clock.ts'
import { runCommand } from './commands.ts'
import { byProcess, type ConsoleText, linesFor, logLine } from './console-text.ts'
import { identifierOf, type ServerDefinition, type Timings, traitsOf } from './definition.ts'
import { type Load, loadOf } from './load.ts'
import {
  halt,
  type MachineEffect,
  type MachineEvent,
  type MachineState,
  type MachineStep,
  offlineState,
  resume,
  runningState,
  step,
} from './machine.ts'
import { chance } from './random.ts'

const ringSize = 500
const names = ['mira', 'tobias', 'Kestrel_9', 'anouk', 'old_oak', 'Pim', 'zoe77', 'Halvard']

/** Why every action on a server is refused for now (409). */
export type Conflict = 'suspended' | 'installing' | 'restoring_backup' | null

/** A listener to a server: called after each change, and asks the server for details. */
export type ServerListener = {
  printed(lines: readonly ConsoleText[]): void
  /** The machine is in another state. */
  changed(): void
}

/** One simulated server, driven by the clock. */
export type LiveServer = ReturnType<typeof createLiveServer>

type Deps = {
  readonly clock: Clock
  readonly seed: number
  readonly timings: Timings
  readonly definition: ServerDefinition
  /** Its state in the state file; null for a new server. */
  readonly saved: MachineState | null
  readonly startsRunning: boolean
  /** Called after a change that the state file should hold. */
  readonly onChange: () => void
}

/** Runs a server's state machine by the clock, and keeps what it prints. */
export function createLiveServer(deps: Deps) {
  const { clock, seed, timings } = deps
  let definition = deps.definition
  const traits = traitsOf(definition, timings, seed)
  let state = firstState()
  let restoring = false
  let installing = false
  let disposed = false
  let chatterCount = 0
  /** All console lines. */
  const shown: string[] = []
  /** The lines printed by the process of this run, which alone are repeated on request. */
  let log: string[] = []
  const players = new Set<string>()
  const listeners = new Set<ServerListener>()
  let cancelDue = () => {}
  let cancelChatter = () => {}

  function firstState(): MachineState {
    if (deps.saved !== null) return resume(traits, deps.saved, clock.now())
    if (!deps.startsRunning) return offlineState(clock.now())
    const hours = 1 + 70 * chance(seed, definition.uuid, 'age')
    return runningState(traits, clock.now(), Math.round(hours * 3_600_000))
  }

  function print(more: readonly ConsoleText[]) {
    if (more.length === 0) return
    keep(shown, more)
    keep(
      log,
      more.filter(({ by }) => by === 'process'),
    )
    for (const listener of listeners) listener.printed(more)
  }

  function arm() {
    cancelDue()
    cancelDue = () => {}
    if (state.dueAt === null || disposed) return
    cancelDue = clock.after(Math.max(0, state.dueAt - clock.now()), () => apply('due'))
  }

  function apply(event: MachineEvent) {
    become(step(traits, state, event, clock.now()))
  }

  function become(next: MachineStep) {
    if (next.state === state) return
    state = next.state
    const tell = (effects: readonly MachineEffect[]) => {
      for (const effect of effects) {
        // A start creates a new container, with an empty log (wings, `environment/docker/power.go`).
        if (effect === 'starting') log = []
        print(linesFor(effect, definition.game, state, clock.now()))
      }
    }
    if (state.processSince === null) players.clear()
    arm()
    armChatter()
    tell(next.effects.filter(isToldFirst))
    for (const listener of listeners) listener.changed()
    tell(next.effects.filter((effect) => !isToldFirst(effect)))
    deps.onChange()
  }

  /**
   * Whether an event's lines are sent before the new state. The last lines of a process are. The line that makes a
   * server `running` is examined while it is sent (wings, `server/listeners.go`), so that either may come first.
   */
  function isToldFirst(effect: MachineEffect): boolean {
    if (effect === 'ready') return chance(seed, definition.uuid, 'ready', state.runs) < 0.5
    return effect === 'stopped'
  }

  /** Players come and go, and the world is saved: enough to make the console live. */
  function chatter() {
    chatterCount += 1
    const draw = (what: string) => chance(seed, definition.uuid, what, state.runs, chatterCount)
    const name = names[Math.floor(draw('who') * names.length)] ?? 'mira'
    const say = (text: string) => print(byProcess([logLine(clock.now(), text)]))
    if (draw('what') < 0.2) say('Saved the game')
    else if (players.delete(name)) say(`${name} left the game`)
    else {
      players.add(name)
      say(`${name} joined the game`)
    }
    armChatter()
  }

  function armChatter() {
    cancelChatter()
    cancelChatter = () => {}
    if (state.phase !== 'running' || disposed || definition.suspended) return
    const wait = 20_000 + 70_000 * chance(seed, definition.uuid, 'wait', state.runs, chatterCount)
    cancelChatter = clock.after(Math.round(wait), chatter)
  }

  if (state.phase === 'running')
    print([
      ...linesFor('starting', definition.game, state, state.since),
      ...linesFor('ready', definition.game, state, state.since),
    ])
  arm()
  armChatter()

  return {
    uuid: definition.uuid,
    identifier: identifierOf(definition),
    definition: () => definition,
    machine: () => state,
    /** The state as the panel reports it. */
    reportedState: () => (state.phase === 'preparing' || state.phase === 'crashed' ? 'offline' : state.phase),
    load: (): Load => loadOf(definition, state, seed, clock.now()),
    /** What this run used some time ago; null before it began. */
    loadAgo(agoMs: number): Load | null {
      const at = clock.now() - agoMs
      return state.processSince === null || at < state.processSince ? null : loadOf(definition, state, seed, at)
    },
    /** The last 500 lines that were on the console, the daemon's too. */
    lines: (): readonly string[] => [...shown],
    /** The last 500 lines that the process of this run printed. */
    log: (): readonly string[] => [...log],
    players: (): readonly string[] => [...players].sort(),
    conflict(): Conflict {
      if (definition.suspended) return 'suspended'
      if (installing) return 'installing'
      return restoring ? 'restoring_backup' : null
    },
    setRestoring(value: boolean) {
      restoring = value
    },
    /** Accepts the signal; like a panel's, the answer does not say what comes of it. */
    signal(signal: PowerSignal) {
      apply(signal)
    },
    /** Runs a console command. Returns false, and does nothing, while the server is not running. */
    command(command: string): boolean {
      if (state.phase !== 'running') return false
      const outcome = runCommand(command, [...players])
      if (outcome.effect === 'stop') apply('stop')
      else {
        // The server's terminal echoes what is typed.
        print(byProcess([command, ...outcome.lines.map((line) => logLine(clock.now(), line))]))
        if (outcome.effect !== undefined) players.delete(outcome.effect.kick)
      }
      return true
    },
    rename(name: string, description: string | null) {
      definition = { ...definition, name, description: description ?? definition.description }
      deps.onChange()
    },
    /** Puts lines on the console as if the game had printed them. */
    print: (lines: readonly string[]) => print(byProcess(lines)),
    /** Suspends the server, which ends its process at once, or lifts the suspension. */
    setSuspended(suspended: boolean) {
      definition = { ...definition, suspended }
      if (suspended) become(halt(state, clock.now()))
      deps.onChange()
    },
    /** Begins an installation, which ends the process at once, or ends the installation. */
    setInstalling(value: boolean) {
      installing = value
      if (value) become(halt(state, clock.now()))
    },
    /** Calls the listener from now on; the returned function ends that. */
    watch(listener: ServerListener): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    dispose() {
      disposed = true
      listeners.clear()
      cancelDue()
      cancelChatter()
    },
  }
}

function keep(lines: string[], more: readonly ConsoleText[]) {
  for (const { text } of more.slice(-ringSize)) lines.push(text)
  if (lines.length > ringSize) lines.splice(0, lines.length - ringSize)
}
