/** The sections of the page Settings, in their order. */
export const settingsSections = ['general', 'restarts', 'players', 'notifications', 'data'] as const
export type SettingsSection = (typeof settingsSections)[number]

export const sectionNames: Readonly<Record<SettingsSection, string>> = {
  general: 'General',
  restarts: 'Restarts',
  players: 'Players',
  notifications: 'Notifications',
  data: 'Data',
}

/** Folders of the app: the profile, with settings and activity, and in it the log. */
export const appFolders = ['profile', 'logs'] as const
export type AppFolder = (typeof appFolders)[number]
