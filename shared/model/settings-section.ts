import { keysOf } from '../tables.ts'

/** The sections of the page Settings, in their order. */
export const sectionNames = {
  general: 'General',
  restarts: 'Restarts',
  players: 'Players',
  notifications: 'Notifications',
  data: 'Data',
} as const
export type SettingsSection = keyof typeof sectionNames
export const settingsSections = keysOf(sectionNames)

/** Folders of the app: the profile, with settings and activity, and in it the log. */
export const appFolders = ['profile', 'logs'] as const
export type AppFolder = (typeof appFolders)[number]
