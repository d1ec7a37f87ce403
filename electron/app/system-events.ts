import { net, powerMonitor } from 'electron'
import type { Clock } from '../lib/clock.ts'
import type { BulkRunner } from '../restart/bulk-runner.ts'
import type { BackgroundPause } from '../servers/background-pause.ts'
import type { StateStore } from '../state/store.ts'
import { setApp } from '../state/updates.ts'

/** Electron tells of no change of the network, so it is asked. */
const askEveryMs = 5_000

type Deps = { store: StateStore; clock: Clock; backgroundPause: BackgroundPause; bulks: Pick<BulkRunner, 'pauseAll'> }

/**
 * Lets background work rest while the computer sleeps or the system says that there is no network; bulk actions wait
 * for the person after a sleep.
 */
export function watchSystem({ store, clock, backgroundPause, bulks }: Deps): { dispose(): void } {
  const sleep = () => {
    backgroundPause.setAsleep(true)
    bulks.pauseAll()
  }
  const wake = () => backgroundPause.setAsleep(false)
  powerMonitor.on('suspend', sleep)
  powerMonitor.on('resume', wake)
  // Some systems tell of the way back only by this.
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
