import type { ServerView } from './server.ts'
import { missingPermissionOfServer } from './server-keys.ts'
import type { WithKeys, WithPanels } from './slices.ts'

/** Why nothing can be seen of a server's users, in a few words; null where it can. Takes unix milliseconds. */
export function whyNoUsers(state: WithKeys & WithPanels, server: ServerView, now: number): string | null {
  if (state.panels[server.panelId]?.dialect !== 'pterodactyl') return 'not on this panel'
  return missingPermissionOfServer(state, server, 'all', now) && 'users need a key with all permissions'
}
