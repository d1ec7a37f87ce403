import type { FeatureBasics } from '../state/feature.ts'
import type { AppEvent } from './event.ts'
import type { EventWatch } from './event-watch.ts'
import { decide, type Notification, nextDue, nothingDelayed, ofApp, type PolicyMemory } from './policy.ts'

type Deps = Pick<FeatureBasics, 'store' | 'clock'> & {
  events: Pick<EventWatch, 'subscribe'>
  isWindowFocused: () => boolean
  show: (notification: Notification) => void
}

/** Shows what the policy decides, when it decides it. */
export function createNotifier({ store, clock, events, isWindowFocused, show }: Deps): { dispose(): void } {
  let memory: PolicyMemory = nothingDelayed
  let cancel: (() => void) | undefined

  function step(happened: readonly AppEvent[]): void {
    cancel?.()
    const times = { now: clock.now(), steady: clock.steady() }
    const decision = decide(memory, happened, { ...times, state: store.get(), isWindowFocused: isWindowFocused() })
    memory = decision.memory
    const due = nextDue(memory)
    cancel = due === null ? undefined : clock.after(due - times.steady, () => step([]))
    decision.notifications.forEach(show)
  }

  const unsubscribe = events.subscribe(step)
  return {
    dispose() {
      unsubscribe()
      cancel?.()
    },
  }
}

/**
 * Told once, when the first close of the window leaves the app in the tray. It is told also while notifications are muted,
 * since it answers a click.
 */
export function stillRunning(platform: NodeJS.Platform): Notification {
  const place = platform === 'darwin' ? 'menu bar' : 'tray'
  const body = `It goes on watching your servers from the ${place}. To end it, choose Quit in the menu there.`
  return { ...ofApp, id: 'still-running', title: 'Servertray is still running', body, silent: true }
}
