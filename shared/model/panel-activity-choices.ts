import type { ServerView } from './server.ts'
import { missingPermissionOfServer } from './server-keys.ts'
import type { WithKeys, WithPanels } from './slices.ts'

/** Why nothing can be seen of what a server's panel keeps of its activity; null where it can. Takes unix milliseconds. */
export function whyNoPanelActivity(state: WithKeys & WithPanels, server: ServerView, now: number): string | null {
  if (state.panels[server.panelId]?.dialect !== 'pterodactyl') return 'this panel doesn’t tell its activity'
  return missingPermissionOfServer(state, server, 'all', now) && 'the panel’s activity needs a key with all permissions'
}
