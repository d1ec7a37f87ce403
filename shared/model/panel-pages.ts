import type { NeededPermission } from './permission.ts'
import type { ServerView } from './server.ts'
import { missingPermissionOfServer } from './server-keys.ts'
import type { WithKeys, WithPanels } from './slices.ts'

/**
 * Why nothing can be seen of what a server's panel keeps on a page of its own, in a few words; null where it can. What
 * the client API document names no single permission for takes `all` of them. Takes unix milliseconds.
 */
export function whyNoPanelPage(
  state: WithKeys & WithPanels,
  server: ServerView,
  permission: NeededPermission,
  now: number,
): string | null {
  if (state.panels[server.panelId]?.dialect !== 'pterodactyl') return 'not on this panel'
  const missing = missingPermissionOfServer(state, server, permission, now)
  if (missing === null || permission === 'all') return missing?.reason ?? null
  return `${missing.reason.startsWith('keys') ? 'these' : 'this'} ${missing.reason}`
}
