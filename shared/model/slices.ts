import type { ServerRef } from './identifier.ts'
import type { Preferences } from './preferences-schema.ts'
import type { PlanView } from './restart-schema.ts'
import type { BackupHealth, ServerView } from './server-schema.ts'

/** The parts of the app's state that functions in this folder read. */
export type WithBackupHealth = { readonly backupHealth: Readonly<Record<ServerRef, BackupHealth>> }
export type WithPlans = { readonly plans: Readonly<Record<string, PlanView>> }
export type WithPreferences = { readonly preferences: Preferences }
export type WithServers = { readonly servers: Readonly<Record<ServerRef, ServerView>> }
