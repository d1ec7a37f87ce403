import type { PowerSignal } from '../../../shared/model/power.ts'
import type { Clock } from '../../lib/clock.ts'
import { runCommand } from './commands.ts'
import { byProcess, type ConsoleText, linesFor } from './console-text.ts'
import { type ServerDefinition, type Timings, traitsOf } from './definition.ts'
import { logLine } from './games.ts'
import { type Load, loadOf } from './load.ts'
import {
  type MachineEffect,
  type MachineEvent,
  type MachineState,
  offlineState,
  type Phase,
  runningState,
  step,
} from './machine.ts'
import { chance } from './random.ts'
import { createVisitors } from './visitors.ts'

const ringSize = 500

/** Why every action on a server is refused for now (409). */
export type Conflict = 'suspended' | 'maintenance' | Installation['status'] | 'restoring_backup' | 'transferring' | null

/** What is known of an installation; `holds` where every action is refused because of it. */
type Installation = {
  readonly status: 'installing' | 'install_failed' | 'reinstall_failed'
  readonly holds: boolean
}

/** A listener to a server: called after each change, and asks the server for details. */
type ServerListener = {
  printed?(lines: readonly ConsoleText[]): void
  /** The machine is in another state. */
  changed(): void
}

/** One simulated server, driven by the clock. */
export type LiveServer = ReturnType<typeof createLiveServer>

type Deps = {
  readonly clock: Clock
  readonly timings: Timings
  readonly definition: ServerDefinition
  readonly startsRunning: boolean
}

/** Runs a server's state machine by the clock, and keeps what it prints. */
export function createLiveServer({ clock, timings, startsRunning, ...deps }: Deps) {
  let { definition } = deps
  const { uuid, game } = definition
  const traits = traitsOf(definition, timings)
  let state = firstState()
  /** What else the panel holds the server for; the process goes on. */
  const held = {
    maintenance: false,
    restoring_backup: false,
    transferring: false,
    installation: null as Installation | null,
    /** The node restores a backup, whatever the panel's status says, and drops all signals. */
    isNodeRestoring: false,
  }
  let isDisposed = false
  /** All console lines. */
  const shown: string[] = []
  /** The lines printed by the process of this run, which alone are repeated on request. */
  const log: string[] = []
  const listeners = new Set<ServerListener>()
  const visitors = createVisitors({ clock, uuid, game, print: (line) => print(byProcess(line)) })
  let cancelDue = () => {}

  function firstState(): MachineState {
    if (!startsRunning) return offlineState(clock.now())
    const hours = 1 + 70 * chance(uuid, 'age')
    return runningState(traits, clock.now(), Math.round(hours * 3_600_000))
  }

  function print(more: readonly ConsoleText[]) {
    if (more.length === 0) return
    for (const { by, text } of more) {
      shown.push(text)
      if (by === 'process') log.push(text)
    }
    for (const lines of [shown, log]) lines.splice(0, Math.max(0, lines.length - ringSize))
    for (const listener of listeners) listener.printed?.(more)
  }

  function arm() {
    cancelDue()
    cancelDue = () => {}
    if (state.dueAt === null || isDisposed) return
    cancelDue = clock.after(Math.max(0, state.dueAt - clock.now()), () => apply('due'))
  }

  function apply(event: MachineEvent) {
    const next = step(traits, state, event, clock.now())
    if (next.state === state) return
    const before = state.phase
    state = next.state
    arm()
    welcome(before)
    say(next.effects.filter(isSentFirst))
    for (const listener of listeners) listener.changed()
    say(next.effects.filter((effect) => !isSentFirst(effect)))
  }

  function say(effects: readonly MachineEffect[], at = clock.now()) {
    for (const effect of effects) {
      // A start creates a new container, with an empty log (wings, `environment/docker/power.go`).
      if (effect === 'starting') log.length = 0
      print(linesFor(effect, game, state, at))
    }
  }

  /**
   * Whether an event's lines are sent before the new state. The last lines of a process are. The line that makes a
   * server `running` is examined while it is sent (wings, `server/listeners.go`), so that either may come first.
   */
  const isSentFirst = (effect: MachineEffect): boolean =>
    effect === 'stopped' || (effect === 'ready' && chance(uuid, 'ready', state.runs) < 0.5)

  /** Nobody is on but while the server runs. */
  function welcome(before: Phase, isLong = false) {
    if (state.phase !== 'running' || definition.suspended) visitors.close()
    else if (before !== 'running') visitors.open(state.runs, isLong)
  }

  /** In the panel's own order (seen on a real panel). */
  function conflict(): Conflict {
    if (definition.suspended) return 'suspended'
    if (held.maintenance) return 'maintenance'
    if (held.installation?.holds) return held.installation.status
    if (held.restoring_backup) return 'restoring_backup'
    return held.transferring ? 'transferring' : null
  }

  /** The panel's status, which need not hold the server; what is done to its machine is none. */
  function status(): Conflict {
    if (definition.suspended) return 'suspended'
    return held.installation?.status ?? (held.restoring_backup ? 'restoring_backup' : null)
  }

  if (state.phase === 'running') say(['starting', 'ready'], state.since)
  arm()
  welcome('offline', true)

  return {
    uuid,
    identifier: uuid.slice(0, 8),
    definition: () => definition,
    /** The state as the panel reports it. */
    reportedState: () => (state.phase === 'preparing' || state.phase === 'crashed' ? 'offline' : state.phase),
    hasProcess: (): boolean => state.processSince !== null,
    /** The node works on a signal, and takes none but a kill. */
    isLocked: (): boolean => state.phase === 'preparing' || state.phase === 'stopping',
    load: (): Load => loadOf(definition, state, clock.now()),
    /** What this run used some time ago; null before it began. */
    loadAgo(agoMs: number): Load | null {
      const at = clock.now() - agoMs
      return state.processSince === null || at < state.processSince ? null : loadOf(definition, state, at)
    },
    /** The last 500 lines that were on the console, the daemon's too. */
    lines: (): readonly string[] => [...shown],
    /** The last 500 lines that the process of this run printed. */
    log: (): readonly string[] => [...log],
    players: visitors.names,
    visitors,
    conflict,
    status,
    held,
    /** Accepts the signal; like a panel's, the answer does not say what comes of it. */
    signal(signal: PowerSignal) {
      if (!held.isNodeRestoring) apply(signal)
    },
    /** Runs a console command. Returns false, and does nothing, while the server is not running. */
    command(command: string): boolean {
      if (state.phase !== 'running') return false
      const { lines, effect } = runCommand(command, visitors.names(), game)
      if (effect === 'stop') {
        apply('stop')
        return true
      }
      // The server's terminal echoes what is typed. Only Minecraft writes its answers into its log.
      const answers = game === 'minecraft' ? lines.map((line) => logLine(clock.now(), line)) : lines
      print(byProcess(command, ...answers))
      if (effect !== undefined) visitors.leave(effect.kick)
      return true
    },
    rename(name: string, description: string | null) {
      definition = { ...definition, name, description: description ?? definition.description }
    },
    /** Puts lines on the console as if the game had printed them. */
    print: (lines: readonly string[]) => print(lines.flatMap((line) => byProcess(line))),
    /** Calls the listener from now on; the returned function ends that. */
    watch(listener: ServerListener): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    dispose() {
      isDisposed = true
      listeners.clear()
      cancelDue()
      visitors.close()
    },
  }
}

/** Calls once the server is offline: at once where it is. The returned function ends the wait. */
export function onceOffline(server: LiveServer, then: () => void): () => void {
  const isOffline = () => server.reportedState() === 'offline'
  if (isOffline()) {
    then()
    return () => {}
  }
  const unwatch = server.watch({
    changed() {
      if (!isOffline()) return
      unwatch()
      then()
    },
  })
  return unwatch
}
