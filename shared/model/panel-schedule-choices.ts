import type { ServerView } from './server.ts'
import { missingPermissionOfServer } from './server-keys.ts'
import type { WithKeys, WithPanels } from './slices.ts'

/** Why nothing can be seen of the panel's own schedules of a server; null where it can. Takes unix milliseconds. */
export function whyNoPanelSchedules(state: WithKeys & WithPanels, server: ServerView, now: number): string | null {
  if (state.panels[server.panelId]?.dialect !== 'pterodactyl') return 'not on this panel'
  return missingPermissionOfServer(state, server, 'all', now) && 'schedules need a key with all permissions'
}
