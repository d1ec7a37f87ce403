import type { SettingsSection } from '../../../shared/model/settings-section.ts'

export type Page = 'servers' | 'schedules' | 'activity' | 'keys' | 'settings'

/** Which page the window shows. */
export type Navigation = {
  readonly page: Page
  /** The section of the page Settings. */
  readonly section: SettingsSection
}

export const firstNavigation: Navigation = { page: 'servers', section: 'general' }
