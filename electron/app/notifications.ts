import type { Notice } from '../../shared/model/notice-schema.ts'
import { fail, ok } from '../../shared/result.ts'
import type { Core } from '../core/core.ts'
import type { Clock } from '../lib/clock.ts'
import { createNotifier, stillRunning } from '../notify/notifier.ts'
import { testNotification } from '../notify/policy.ts'
import { createPresenter } from '../notify/presenter.ts'
import { noticeIdOf } from '../notify/toast.ts'
import type { Notices } from '../state/notices.ts'
import { untilState } from '../state/until.ts'
import { createSendPower } from './tray-commands.ts'
import type { Windows } from './windows.ts'

type Deps = {
  core: Core
  windows: Windows
  notices: Notices
  clock: Clock
  platform: NodeJS.Platform
}

/** Where the person allows notifications, by system. */
const places: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'System Settings, Notifications',
  win32: 'Settings, System, Notifications',
}

const notShown = (platform: NodeJS.Platform): Notice => ({
  id: 'notifications-failed',
  level: 'warning',
  message: 'The system didn’t show a notification from Servertray.',
  hint: `Allow them under ${places[platform] ?? 'the settings of this desktop'}. What happened is listed under Activity.`,
})

/** The system's notifications, and what their buttons do. */
export function createNotifications({ core, windows, notices, clock, platform }: Deps) {
  const { store } = core
  const { preferences } = core.settings
  const failed = notShown(platform)
  const presenter = createPresenter({
    open: windows.open,
    act(ref, what) {
      // A server that is offline is started instead.
      const signal = store.get().servers[ref]?.state === 'offline' ? 'start' : what
      void sendPower({ ref, signal }, 'notification')
    },
    mute: () => void preferences.mute('1h'),
    refs: () => Object.values(store.get().servers).map(({ ref }) => ref),
    onShown: (isShown) => (isShown ? notices.withdraw(failed.id) : notices.show(failed)),
    onUnsupported({ id, title, body, replaces }) {
      for (const old of replaces) notices.withdraw(noticeIdOf(old))
      notices.show({ id: noticeIdOf(id), level: 'info', message: title, hint: body })
    },
    platform,
    isFromSource: process.defaultApp,
  })
  const { show } = presenter
  const { ask } = windows.questions.api
  const sendPower = createSendPower({ store, clock, power: core.servers.power, ask, tell: show })
  const { events } = core.notify
  const notifier = createNotifier({ store, clock, events, isWindowFocused: windows.isFocused, show })
  const ending = new AbortController()

  return {
    show,
    /** Sends a signal from outside the window; what keeps it from being sent is shown. */
    sendPower,
    /** Follows clicks on what an earlier run left, once there is a key: adding one is when macOS may ask for permission. */
    async followEarlier(): Promise<void> {
      await untilState({ store, clock }, ({ keys }) => Object.keys(keys).length > 0, { signal: ending.signal })
      if (!ending.signal.aborted) presenter.followEarlier()
    },
    /** Says once, for all runs, that the app goes on without its window, and how to end it. */
    tellOfTray(): void {
      if (store.get().preferences.toldOfTray || !presenter.isSupported()) return
      show(stillRunning(platform))
      void preferences.noteToldOfTray()
    },
    feature: {
      handlers: {
        'notifications:test'() {
          if (!presenter.isSupported()) return fail('notifications-unavailable')
          show(testNotification)
          return ok()
        },
      },
      dispose() {
        ending.abort()
        notifier.dispose()
      },
    },
  }
}

export type Notifications = ReturnType<typeof createNotifications>
