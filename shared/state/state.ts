import type { ActivityEntry } from '../model/activity.ts'
import type { KeyView, VaultBackendName } from '../model/api-key.ts'
import type { BulkView } from '../model/bulk.ts'
import type { ConsoleView } from '../model/console.ts'
import type { KeyId, PanelId, ServerRef } from '../model/identifier.ts'
import type { Notice } from '../model/notice.ts'
import type { PanelView } from '../model/panel.ts'
import type { Preferences } from '../model/preferences.ts'
import type { PlanView, ScheduleView } from '../model/restart.ts'
import type { ServerView } from '../model/server.ts'
import type { StartAtLoginState } from '../model/start-at-login.ts'
import type { Trend } from '../model/trend.ts'
import type { UpdateView } from '../model/update.ts'

export type AppView = {
  version: string
  platform: string
  /** False where this desktop takes no tray icon: closing the window then ends the app. */
  trayAvailable: boolean
  /** False while the system says that there is no network. */
  online: boolean
  startAtLogin: StartAtLoginState
  update: UpdateView
  /** The server of the last power action, offered first in the tray menu. */
  lastUsed: ServerRef | null
  /**
   * What the window should show, set from tray, link and shortcut; `at` makes each request count. A link does nothing
   * by itself: `confirm-restart` is a question that names where it came from.
   */
  focus:
    | {
        ref: ServerRef
        dialog?: 'restart' | 'confirm-restart' | undefined
        origin?: 'link' | undefined
        at: number
      }
    | { page: 'settings'; at: number }
    | { palette: true; at: number }
    | null
}

export type VaultView = {
  /** The backend that new tokens go to; null until the probe at start has ended. */
  backend: VaultBackendName | null
  /** The backend is weaker than what a system should offer, so a token goes there only with consent. */
  isWeak: boolean
  /** The person has said yes to weaker storage. */
  consented: boolean
}

/** What the state holds many of, keyed by the id inside each value. */
export type Tables = {
  panels: Record<PanelId, PanelView>
  keys: Record<KeyId, KeyView>
  servers: Record<ServerRef, ServerView>
  consoles: Record<ServerRef, ConsoleView>
  trends: Record<ServerRef, Trend>
  /** Restarts with warnings: under way, and ended until they are dismissed. */
  plans: Record<string, PlanView>
  schedules: Record<string, ScheduleView>
  bulks: Record<string, BulkView>
  /** The newest entries, newest first. */
  activity: Record<string, ActivityEntry>
  notices: Record<string, Notice>
}

/** Everything that the window and the tray show: one immutable value, owned by main. Never a secret in it. */
export type AppState = { app: AppView; vault: VaultView; preferences: Preferences } & Tables

/** The tables before anything was read; their names are the names of all tables. */
export const emptyTables: Tables = {
  panels: {},
  keys: {},
  servers: {},
  consoles: {},
  trends: {},
  plans: {},
  schedules: {},
  bulks: {},
  activity: {},
  notices: {},
}
