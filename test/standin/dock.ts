import type { Dock } from 'electron'
import { strict } from './strict.ts'

/** Electron passes over a `hide` that comes this soon after a `show`, without a word. */
const settleMs = 1_000

/** The Dock icon of an app that is started as a usual one: there from the beginning. */
export function createDock() {
  let isVisible = true
  let shownAt = Number.NEGATIVE_INFINITY
  return strict('app.dock', {
    isVisible: () => isVisible,
    show() {
      isVisible = true
      shownAt = performance.now()
      return Promise.resolve()
    },
    hide() {
      if (performance.now() - shownAt > settleMs) isVisible = false
    },
  } satisfies Pick<Dock, 'isVisible' | 'show' | 'hide'>)
}
