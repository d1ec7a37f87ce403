import { net, powerMonitor } from 'electron'
import type { Clock } from '../lib/clock.ts'
import type { BulkRunner } from '../restart/bulk-runner.ts'
import type { BackgroundPause } from '../servers/background-pause.ts'
import type { StateStore } from '../state/store.ts'
import { setApp } from '../state/updates.ts'

/** How often the network is checked, in milliseconds: Electron has no event for it. */
const askEveryMs = 5_000

type Deps = { store: StateStore; clock: Clock; backgroundPause: BackgroundPause; bulks: Pick<BulkRunner, 'pauseAll'> }

/** Pauses background work while the computer sleeps or has no network. After sleep bulk actions wait for the person. */
export function watchSystem({ store, clock, backgroundPause, bulks }: Deps): { dispose(): void } {
  const sleep = () => {
    backgroundPause.setAsleep(true)
    bulks.pauseAll()
  }
  const wake = () => backgroundPause.setAsleep(false)
  powerMonitor.on('suspend', sleep)
  powerMonitor.on('resume', wake)
  // Some systems announce the end of sleep only so.
  powerMonitor.on('unlock-screen', wake)

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
      powerMonitor.off('unlock-screen', wake)
    },
  }
}
