import type { KeyView } from './api-key-schema.ts'
import type { BackupHealth } from './backup-health.ts'
import type { KeyId, PanelId, ServerRef } from './identifier.ts'
import type { PanelView } from './panel-schema.ts'
import type { Preferences } from './preferences-schema.ts'
import type { PlanView } from './restart.ts'
import type { ServerView } from './server-schema.ts'

/** The parts of the app's state that functions in this folder read. */
export type WithBackupHealth = { readonly backupHealth: Readonly<Record<ServerRef, BackupHealth>> }
export type WithKeys = { readonly keys: Readonly<Record<KeyId, KeyView>> }
export type WithPanels = { readonly panels: Readonly<Record<PanelId, PanelView>> }
export type WithPlans = { readonly plans: Readonly<Record<string, PlanView>> }
export type WithPreferences = { readonly preferences: Preferences }
export type WithServers = { readonly servers: Readonly<Record<ServerRef, ServerView>> }
