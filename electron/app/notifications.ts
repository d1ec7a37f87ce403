import type { Core } from '../core/core.ts'
import type { Clock } from '../lib/clock.ts'
import { createNotifier } from '../notify/notifier.ts'
import type { Notification } from '../notify/policy.ts'
import { createPresenter } from '../notify/presenter.ts'
import { createSendPower, type SendPower } from './tray-commands.ts'
import type { Windows } from './windows.ts'

type Deps = { core: Core; windows: Windows; clock: Clock; platform: NodeJS.Platform }

export type Notifications = {
  show(notification: Notification): void
  /** Sends a signal from outside the window; what keeps it from being sent is shown. */
  readonly sendPower: SendPower
  dispose(): void
}

/** The system's notifications, and what their buttons do. */
export function createNotifications({ core, windows, clock, platform }: Deps): Notifications {
  const { store } = core
  const { preferences } = core.settings
  const presenter = createPresenter({
    open: windows.open,
    // A server that is offline is started instead.
    restart: (ref) => {
      const isOffline = store.get().servers[ref]?.state === 'offline'
      void sendPower({ ref, signal: isOffline ? 'start' : 'restart' }, 'notification')
    },
    mute: () => void preferences.mute('1h'),
    platform,
  })
  const { show } = presenter
  const { ask } = windows.questions.api
  const sendPower = createSendPower({ store, clock, power: core.servers.power, ask, tell: show })
  const { events } = core.notify
  const notifier = createNotifier({ store, clock, events, isWindowFocused: windows.isFocused, show })
  return { show, sendPower, dispose: notifier.dispose }
}
