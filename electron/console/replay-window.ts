import type { Clock } from '../lib/clock.ts'
import type { OutputLine } from './line-text.ts'
import { type Replayed, readReplay, repeated } from './replay.ts'

/** How long the first lines are held, in milliseconds: repeated ones come in one go. */
const holdMs = 250
/** What cannot be told by then is shown as it is. In milliseconds from the question. */
const decideMs = 2_000
/** Lines that come before are compared, however late the machine answers. In milliseconds from the question. */
const compareMs = 10_000
/** How long after the known end, in milliseconds, lines printed before the answer may still come. */
const watchMs = 3_000
/** A machine that has nothing to repeat says nothing. In milliseconds from the moment it has read the question. */
const silenceMs = 150

/** Of the lines told since the question so many are compared, several times what a machine repeats. */
const mostEarly = 1_000

/** Whether the server still runs as it did when the known lines came. `unknown` where the machine did not say. */
export type Run = 'same' | 'new' | 'unknown'

export type ReplayDeps = {
  readonly clock: Clock
  /** What the last lines that are kept are compared by, oldest first. */
  readonly known: readonly string[]
  readonly run: () => Run
  /** A server that runs has something to repeat. */
  readonly isRunning: boolean
  readonly onLines: (lines: readonly OutputLine[]) => void
  /** Lines may be missing here, or stand here twice. */
  readonly onGap: () => void
  /** All that comes from now on is new. `isSilent`: nothing came at all. */
  readonly onEnd: (isSilent: boolean) => void
}

/**
 * Tells what is new of what comes after a machine was asked for its last lines. Nothing new is held for longer than
 * a moment: what cannot be told by then is shown below a mark.
 */
export function openReplayWindow({ clock, known, run, isRunning, ...on }: ReplayDeps) {
  const isKnown = new Set(known)
  const askedAt = clock.steady()
  /** Not told yet. */
  let held: OutputLine[] = []
  /** Told since the question, and not known before: live lines, which an answer that comes late has as well. */
  const early: OutputLine[] = []
  let phase: 'empty' | 'holding' | 'waiting' | 'passing' | 'over' = 'empty'
  /** All that was known has come. */
  let isComplete = false
  let hasCome = false
  let isMarked = false
  const timers = { end: clock.after(compareMs, end), hold: () => {}, silence: () => {} }

  const isNew = ({ keys }: OutputLine) => keys.some((key) => !isKnown.has(key))
  const read = () => readReplay(run() === 'new' ? [] : known, [...early, ...held])

  function stop(): void {
    phase = 'over'
    for (const cancel of Object.values(timers)) cancel()
  }
  function finish(): void {
    if (phase === 'over') return
    stop()
    on.onEnd(!hasCome)
  }
  function end(): void {
    if (held.length > 0) show()
    finish()
  }

  /** True where a line stands twice among all that was told since the question, and may have been printed once. */
  function isTwice(lines: readonly OutputLine[]): boolean {
    const keys = new Set(early.flatMap((line) => line.keys))
    return lines.filter(isNew).some((line) => {
      const isAgain = line.keys.some((key) => /\d/.test(key) && keys.has(key))
      for (const key of line.keys) keys.add(key)
      return isAgain
    })
  }

  function tell(lines: readonly OutputLine[], isUnclear: boolean): void {
    if (!isMarked && known.length > 0 && (isUnclear || isTwice(lines))) {
      isMarked = true
      on.onGap()
    }
    if (lines.length > 0) on.onLines(lines)
    early.push(...lines.filter(isNew))
    // Cut now and then, since a flood adds many.
    if (early.length > 2 * mostEarly) early.splice(0, early.length - mostEarly)
  }

  /** Without what was told already. */
  function untold(lines: readonly OutputLine[]): OutputLine[] {
    const repeatedLater = early.filter((line) => !lines.includes(line)).flatMap(({ keys }) => keys)
    return lines.filter((line) => {
      const at = repeatedLater.indexOf(line.keys[0] ?? '')
      if (at >= 0) repeatedLater.splice(at, 1)
      return at < 0 && !early.includes(line)
    })
  }

  function tellHeld({ kind, lines, isUnclear }: Replayed): void {
    // A new run may begin as the last one did; of the same one, what lies further back was told.
    const fresh = kind === 'part' && run() !== 'same' ? held : untold(lines)
    held = []
    tell(fresh, kind !== 'caught-up' || isUnclear)
  }

  /** Tells what is new of what is held, whatever may still come. */
  function show(): void {
    timers.hold()
    phase = 'passing'
    const replayed = read()
    isComplete = replayed.isComplete
    const isAll = known.length === 0 || run() === 'new' || held.length >= repeated
    tellHeld(replayed)
    if (!isComplete && !isAll) return
    isComplete = true
    timers.end()
    timers.end = clock.after(watchMs, end)
  }

  /** The moment is over. A comparison under way may go on; new lines no longer wait for it. */
  function decide(): void {
    const { kind, lines } = read()
    const leftMs = askedAt + decideMs - clock.steady()
    timers.hold()
    if (kind === 'apart' || untold(lines).length > 0 || leftMs <= 0) show()
    else {
      phase = 'waiting'
      timers.hold = clock.after(leftMs, show)
    }
  }

  function hold(lines: readonly OutputLine[]): void {
    held.push(...lines)
    if (isSettledBy(lines)) show()
    else if (phase === 'waiting') decide()
    else if (phase !== 'holding') {
      timers.hold = clock.after(holdMs, decide)
      phase = 'holding'
    }
  }

  /** True where the newest known line is among these, so that all that is still to come is new. */
  function isSettledBy(lines: readonly OutputLine[]): boolean {
    const newest = known.at(-1)
    // One that was printed before may be repeated before the newest is.
    if (newest === undefined || known.indexOf(newest) < known.length - 1) return false
    if (!lines.some(({ keys }) => keys.includes(newest))) return false
    const replayed = read()
    return replayed.isComplete && !replayed.isMixed
  }

  return {
    /** The machine has read the question: its answer, if there is one, is on its way. */
    noteAsked(): void {
      const isExpected = known.length > 0 && isRunning
      if (phase === 'empty' && !isExpected) timers.silence = clock.after(silenceMs, end)
    },
    add(lines: readonly OutputLine[]): void {
      timers.silence()
      hasCome = true
      const isPassed = phase === 'passing' && (isComplete || lines.every(isNew))
      if (isPassed) tell(lines, false)
      else hold(lines)
    },
    /** What comes now belongs to a new run of the server, of which nothing was known. */
    settle: end,
    /**
     * The connection is gone. Lines that are surely new are passed on; the others are dropped, since the next connection
     * repeats them.
     */
    abandon(): void {
      if (phase === 'over') return
      const replayed = read()
      stop()
      if (held.length > 0 && (known.length === 0 || replayed.kind === 'caught-up')) tellHeld(replayed)
    },
  }
}

export type ReplayWindow = ReturnType<typeof openReplayWindow>
