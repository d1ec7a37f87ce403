import { app, type BrowserWindow, net, powerMonitor } from 'electron'
import type { SleepWatch } from '../lib/sleep-watch.ts'
import type { PlanRunner } from '../restart/plan-runner.ts'
import type { BackgroundPause } from '../servers/background-pause.ts'
import type { FeatureBasics } from '../state/feature.ts'
import { setApp } from '../state/updates.ts'

/** How often the network is checked, in milliseconds: Electron has no event for it. */
const askEveryMs = 5_000

type Deps = Pick<FeatureBasics, 'store' | 'clock'> & {
  backgroundPause: BackgroundPause
  plans: Pick<PlanRunner, 'setAsleep'>
  sleepWatch: Pick<SleepWatch, 'note'>
  /** Writes what waits to be written: a computer may not come back from sleep, and ends a session without asking. */
  flush: () => void
}

/**
 * Pauses background work while the computer sleeps or has no network, and tells countdowns of sleep, and what must not go on
 * after it. Has written what waits for it before the computer sleeps and before a session ends.
 */
export function watchSystem(deps: Deps): { dispose(): void } {
  const { store, clock, backgroundPause, plans, sleepWatch, flush } = deps
  let isAsleep = false
  const sleep = () => {
    isAsleep = true
    backgroundPause.setAsleep(true)
    plans.setAsleep(true)
    sleepWatch.note()
    flush()
  }
  const wake = () => {
    isAsleep = false
    backgroundPause.setAsleep(false)
    plans.setAsleep(false)
  }
  powerMonitor.on('suspend', sleep)
  powerMonitor.on('resume', wake)
  powerMonitor.on('shutdown', flush)
  // Windows tells its windows alone that a session ends.
  const follow = (_event: unknown, window: BrowserWindow) => void window.on('session-end', flush)
  if (process.platform === 'win32') app.on('browser-window-created', follow)
  // Some systems announce the end of sleep only so.
  const unlock = () => {
    if (isAsleep) wake()
  }
  powerMonitor.on('unlock-screen', unlock)

  let cancel: () => void
  function ask(): void {
    const online = net.isOnline()
    if (online !== store.get().app.online) {
      store.update(setApp({ online }))
      backgroundPause.setOnline(online)
    }
    cancel = clock.after(askEveryMs, ask)
  }
  ask()

  return {
    dispose() {
      cancel()
      powerMonitor.off('suspend', sleep)
      powerMonitor.off('resume', wake)
      powerMonitor.off('shutdown', flush)
      app.off('browser-window-created', follow)
      powerMonitor.off('unlock-screen', unlock)
    },
  }
}
