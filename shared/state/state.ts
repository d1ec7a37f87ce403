import type { ActivityEntry } from '../model/activity.ts'
import type { KeyView, VaultBackendName } from '../model/api-key.ts'
import type { AreaId } from '../model/area.ts'
import type { BackupHealth } from '../model/backup-health.ts'
import type { BackupRun, DownloadView } from '../model/backup-run.ts'
import type { BulkView } from '../model/bulk.ts'
import type { ConsoleView } from '../model/console.ts'
import type { FileMove, OwnEdit } from '../model/file-move.ts'
import type { HandedView } from '../model/handed.ts'
import type { KeyId, PanelId, ServerRef } from '../model/identifier.ts'
import type { KeepRun } from '../model/keep-rule.ts'
import type { Notice } from '../model/notice.ts'
import type { PanelView } from '../model/panel.ts'
import type { PlayersView } from '../model/players.ts'
import type { Preferences } from '../model/preferences.ts'
import type { Question } from '../model/question.ts'
import type { ReinstallRun } from '../model/reinstall.ts'
import type { PlanView, ScheduleView } from '../model/restart.ts'
import type { RestoreView } from '../model/restore.ts'
import type { ServerView } from '../model/server.ts'
import type { SettingsSection } from '../model/settings-section.ts'
import type { StartAtLoginState } from '../model/start-at-login.ts'
import type { Trend } from '../model/trend.ts'
import type { UnsavedChangeOfPage } from '../model/unsaved.ts'
import type { UpdateView } from '../model/update.ts'

export type AppView = {
  version: string
  platform: string
  /** False where the desktop shows no tray icons: closing the window then ends the app. */
  trayAvailable: boolean
  /** False while the system says that there is no network. */
  online: boolean
  startAtLogin: StartAtLoginState
  update: UpdateView
  /** What was changed in any window and is not saved. */
  unsaved: UnsavedChangeOfPage[]
  /** The server of the last power action, which the tray offers first. */
  lastUsed: ServerRef | null
  /**
   * What the window should show, as requested by tray, link or shortcut; `at` makes every request a new one.
   * `confirm-restart` is the question of a link, which does nothing by itself.
   */
  focus:
    | {
        ref: ServerRef
        dialog?: 'restart' | 'confirm-restart' | undefined
        /** The server takes the place of the list, instead of a pane below it. */
        isFull?: boolean | undefined
        area?: AreaId | undefined
        at: number
      }
    | { page: 'settings'; section: SettingsSection; at: number }
    | { palette: true; at: number }
    | null
}

export type VaultView = {
  /** The backend for new tokens; null until the first probe has ended. */
  backend: VaultBackendName | null
  /** The backend is weaker than a system should offer, so tokens go there only with consent. */
  isWeak: boolean
  /** The person agreed to weaker storage. */
  consented: boolean
}

/** Tables of the state, keyed by the id inside each value. */
export type Tables = {
  panels: Record<PanelId, PanelView>
  keys: Record<KeyId, KeyView>
  servers: Record<ServerRef, ServerView>
  consoles: Record<ServerRef, ConsoleView>
  trends: Record<ServerRef, Trend>
  players: Record<ServerRef, PlayersView>
  /** Restarts with warnings that are under way, or ended and not dismissed. */
  plans: Record<string, PlanView>
  schedules: Record<string, ScheduleView>
  /** Planned restarts that their panels run, or that are on their way, by the schedule's id. */
  handovers: Record<string, HandedView>
  bulks: Record<string, BulkView>
  /** The last backup of each server that was made from here in this run. */
  backupRuns: Record<ServerRef, BackupRun>
  /** The last time that a keep rule deleted backups of a server by itself, in this run. */
  keepRuns: Record<ServerRef, KeepRun>
  /** What was read of the backups of servers that somebody looked at. */
  backupHealth: Record<ServerRef, BackupHealth>
  /** Guided restores that are under way, or ended and not dismissed. */
  restores: Record<string, RestoreView>
  /** The last reinstall of each server that was asked for here in this run, until it is dismissed. */
  reinstalls: Record<ServerRef, ReinstallRun>
  /** Backups that are downloaded, or were and are not dismissed. */
  downloads: Record<string, DownloadView>
  /** Files that go to or from servers, or did and are not dismissed. */
  fileMoves: Record<string, FileMove>
  /** Files of servers that are open in the person's own editor. */
  ownEdits: Record<string, OwnEdit>
  /** The newest entries, newest first. */
  activity: Record<string, ActivityEntry>
  notices: Record<string, Notice>
  /** What a person is being asked in windows of their own. */
  questions: Record<string, Question>
}

/** Everything that window and tray show: one immutable value, owned by the main process. Never holds a secret. */
export type AppState = { app: AppView; vault: VaultView; preferences: Preferences } & Tables

/** The empty tables. Their names are the names of all tables. */
export const emptyTables: Tables = {
  panels: {},
  keys: {},
  servers: {},
  consoles: {},
  trends: {},
  players: {},
  plans: {},
  schedules: {},
  handovers: {},
  bulks: {},
  backupRuns: {},
  keepRuns: {},
  backupHealth: {},
  restores: {},
  reinstalls: {},
  downloads: {},
  fileMoves: {},
  ownEdits: {},
  activity: {},
  notices: {},
  questions: {},
}
