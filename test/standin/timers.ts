import { choices } from './choices.ts'

type Wait = { readonly due: number; readonly end: () => void }

export type Timers = {
  /** Ends the waits that are over within so many milliseconds now, in their order. Every other timer goes on as it did. */
  hurry(ms: number): void
}

/**
 * Puts the timers of this process into a test's hands. By choice they are late, as macOS makes those of an app in the
 * background that holds no blocker.
 */
export function takeTimers(isKeptAwake: () => boolean): Timers {
  const { setTimeout: start, clearTimeout: cancel } = globalThis
  // Tests move the clock itself, and no timer with it.
  const real = performance.now.bind(performance)
  /** What was hurried in all: a wait that outlasts one step may be over within the next. */
  let hurriedMs = 0
  const now = () => real() + hurriedMs
  const waits = new Map<NodeJS.Timeout, Wait>()

  function startLate(run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]): NodeJS.Timeout {
    const wholeMs = isKeptAwake() ? ms : ms + choices.timersLateMs
    function end(): void {
      waits.delete(timer)
      run(...given)
    }
    const timer = start(end, wholeMs)
    waits.set(timer, { due: now() + wholeMs, end })
    return timer
  }
  globalThis.setTimeout = Object.assign(startLate, start)
  globalThis.clearTimeout = (timer) => {
    if (typeof timer === 'object') waits.delete(timer)
    cancel(timer)
  }

  return {
    hurry(ms) {
      hurriedMs += ms
      const soon = [...waits].filter(([, { due }]) => due <= now()).sort(([, a], [, b]) => a.due - b.due)
      // One of them may cancel another.
      for (const [timer, { end }] of soon) {
        if (!waits.has(timer)) continue
        cancel(timer)
        end()
      }
    },
  }
}
