import type { Permission } from './permission.ts'
import { missingPermissionOfServer } from './server-keys.ts'
import type { ServerView } from './server-schema.ts'
import type { WithKeys, WithPanels } from './slices.ts'

/** Why nothing can be done of what needs a permission of files; null where it can. Takes unix milliseconds. */
function whyNot(state: WithKeys & WithPanels, server: ServerView, permission: Permission, now: number): string | null {
  if (state.panels[server.panelId]?.dialect !== 'pterodactyl') return 'not on this panel'
  const missing = missingPermissionOfServer(state, server, permission, now)
  if (missing === null) return null
  return `${missing.reason.startsWith('keys') ? 'these' : 'this'} ${missing.reason}`
}

/** Why nothing can be seen of a server's files, in a few words; null where it can. Takes unix milliseconds. */
export const whyNoFiles = (state: WithKeys & WithPanels, server: ServerView, now: number): string | null =>
  whyNot(state, server, 'files-read', now)

/** Why none of a server's files can be changed, in a few words; null where they can. Takes unix milliseconds. */
export const whyNoFileChange = (state: WithKeys & WithPanels, server: ServerView, now: number): string | null =>
  whyNot(state, server, 'files-write', now)
