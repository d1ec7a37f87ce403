import { choices } from './choices.ts'

/** Makes timers of this process late by choice, as macOS does for an app in the background that holds no blocker. */
export function stretchTimers(isKeptAwake: () => boolean): void {
  const { setTimeout: onTime } = globalThis
  const stretched = (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
    onTime(run, isKeptAwake() ? ms : ms + choices.timersLateMs, ...given)
  globalThis.setTimeout = Object.assign(stretched, onTime)
}
