import type { Resources, ServerState } from '../../shared/model/server-schema.ts'
import type { Clock } from '../lib/clock.ts'
import { type OutputLine, outputLines } from './line-text.ts'
import { openReplayWindow, type ReplayWindow, type Run } from './replay-window.ts'

/** Two readings of a server's start that differ by no more than this are of one start, in milliseconds. */
const sameRunMs = 3_000

export type OutputDeps = {
  readonly clock: Clock
  /** What is known of the last output lines, kept over sessions. */
  readonly tail: Tail
  /** A safe line without the API token. */
  readonly hide: (line: string) => string
  /** `isLive`: printed right now, and not perhaps repeated. */
  readonly onLines: (lines: readonly string[], isLive: boolean) => void
  /** Lines may be missing here, or stand here twice. */
  readonly onGap: () => void
}

/** What a server prints over one connection after the other, each line once. */
export function createOutput(deps: OutputDeps) {
  const { clock, tail, hide } = deps
  let state: ServerState = 'unknown'
  let stateAtLoss: ServerState = 'unknown'
  /** When the server was started, as far as the machine has said since the connection, in unix milliseconds. */
  let runFrom: number | null = null
  let replay: ReplayWindow | null = null

  /** Whether the server runs as it did when the last known line came. */
  function run(): Run {
    if (runFrom === null || tail.runFrom === null) return 'unknown'
    return Math.abs(runFrom - tail.runFrom) > sameRunMs ? 'new' : 'same'
  }

  function show(lines: readonly OutputLine[], isLive: boolean): void {
    tail.add(lines)
    const texts = lines.map(({ text }) => text)
    deps.onLines(texts, isLive)
  }

  /** What is compared later is without the token too: it stays here for as long as the server does. */
  function read(text: string): OutputLine[] {
    return outputLines(text).map((line) => {
      const shown = hide(line.text)
      return shown === line.text ? line : { text: shown, keys: line.keys.map(hide) }
    })
  }

  return {
    /** Asks the machine for its last lines. `ask` sends the question and resolves once it was read. */
    catchUp(ask: (isCompared: boolean) => Promise<boolean>): void {
      replay?.abandon()
      runFrom = null
      const known = tail.keys()
      const asked = openReplayWindow({
        clock,
        known,
        run,
        isRunning: state !== 'offline',
        onLines: (lines) => show(lines, false),
        onGap: deps.onGap,
        onEnd(isSilent) {
          replay = null
          tail.runFrom = runFrom
          // A server that prints nothing has no lines to repeat, and none that could be missing.
          const wasSilent = state === 'offline' && (stateAtLoss === 'offline' || stateAtLoss === 'unknown')
          if (isSilent && known.length > 0 && !wasSilent) deps.onGap()
        },
      })
      replay = asked
      void ask(known.length > 0).then(asked.noteAsked)
    },
    add(text: string): void {
      if (replay === null) show(read(text), true)
      else replay.add(read(text))
    },
    noteState(next: ServerState, resources: Resources | null): void {
      const uptimeMs = resources?.uptimeMs ?? 0
      if (next === 'offline') runFrom = null
      else if (uptimeMs > 0) runFrom = clock.steady() - uptimeMs
      if (replay === null) tail.runFrom = runFrom
      if (next === 'starting' && state === 'offline') replay?.settle()
      state = next
    },
    /** From now on lines are lost. */
    noteLoss(): void {
      if (replay === null) stateAtLoss = state
    },
    /** The connection is gone; what of its lines is known to be new is shown. */
    letGo(): void {
      replay?.abandon()
      replay = null
    },
  }
}

/** More than machines repeat, whatever was not to be compared. */
const tailKeys = 200

/** What is known of a server's last lines, to compare to what its machine repeats after a new connection. */
export function createTail() {
  let kept: string[] = []
  return {
    /** What the last lines are compared by, oldest first. */
    keys: (): readonly string[] => kept.slice(-tailKeys),
    add(lines: readonly OutputLine[]): void {
      kept.push(...lines.flatMap(({ keys }) => keys))
      // Cut now and then, since a flood adds many.
      if (kept.length > 2 * tailKeys) kept = kept.slice(-tailKeys)
    },
    /** When the run of the server began that printed the newest of them, in unix milliseconds; null where unknown. */
    runFrom: null as number | null,
  }
}

export type Tail = ReturnType<typeof createTail>
