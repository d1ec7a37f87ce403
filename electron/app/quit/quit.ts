import { app } from 'electron'
import type { PlanRunner } from '../../restart/plan-runner.ts'
import type { FeatureBasics } from '../../state/feature.ts'
import type { Ask } from '../../windows/questions.ts'
import { createGracefulShutdown } from './graceful-shutdown.ts'
import { createQuitGuard, tellPlayers } from './quit-guard.ts'
import { watchSessionEnd } from './session-end.ts'

type Deps = Pick<FeatureBasics, 'store' | 'clock'> & {
  ask: Ask
  plans: Pick<PlanRunner, 'cancel'>
  windows: {
    main: { show(): void }
    /** Whether the app ends now that its last window has gone. */
    endsWithWindow(): boolean
  }
  /** Called when the app is about to close its windows for good. */
  onQuit: () => void
  isKeychainBusy: () => boolean
  dispose: () => Promise<void>
}

/** Ends the app: asks where something would be lost, and waits only until what must be kept is written. */
export function handleQuit(deps: Deps): void {
  const { store, plans, ask, windows, onQuit, clock, isKeychainBusy, dispose } = deps
  const quit = () => app.quit()
  const askBeforeQuit = createQuitGuard({
    store,
    ask: (words, withdraw, onOther) => ask({ ...words, yes: 'Quit', look: 'bad', about: 'quit', withdraw, onOther }),
    tellPlayers: () => tellPlayers({ store, clock, plans }),
    isSessionEnding: watchSessionEnd(clock),
    quit,
    // Without a tray nobody would see the app.
    onStay() {
      if (!store.get().app.trayAvailable) windows.main.show()
    },
  })
  app.on('window-all-closed', () => {
    if (windows.endsWithWindow()) quit()
  })
  app.on('before-quit', (event) => {
    askBeforeQuit(event)
    if (!event.defaultPrevented) onQuit()
  })
  app.on('will-quit', createGracefulShutdown({ dispose, quit, clock }))
  // At its end a process waits for an open keychain call, which a locked keyring holds until somebody answers. Every
  // write survives a kill, so the app ends without waiting.
  app.on('quit', () => {
    if (isKeychainBusy()) process.kill(process.pid, 'SIGKILL')
  })
}
