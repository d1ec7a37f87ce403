import type { DatabasesOfServer } from './database.ts'
import { whyHeld } from './describe-server.ts'
import { whyNoPanelPage } from './panel-pages.ts'
import type { ServerView } from './server.ts'
import { missingPermissionOfServer } from './server-keys.ts'
import type { WithKeys, WithPanels } from './slices.ts'

/** Why nothing can be seen of a server's databases, in a few words; null where it can. Takes unix milliseconds. */
export const whyNoDatabases = (state: WithKeys & WithPanels, server: ServerView, now: number): string | null =>
  whyNoPanelPage(state, server, 'databases-view', now)

/** Why a server's databases cannot be changed now, in a few words; null where they can. Takes unix milliseconds. */
export function whyNoDatabaseChange(state: WithKeys, server: ServerView, now: number): string | null {
  const missing = missingPermissionOfServer(state, server, 'databases-full', now)
  if (missing !== null) return missing.reason
  return whyHeld(server)
}

/** Why no database fits beside those of a server, in a few words; null where one does, as far as is known. */
export function whyNoOtherDatabase({ limit, databases, leftOut }: Omit<DatabasesOfServer, 'denied'>): string | null {
  if (limit === 0) return 'this server may have no databases'
  if (limit === null || databases.length + leftOut < limit) return null
  return limit === 1 ? 'the one that this server may have is in use' : `all ${limit} of this server are in use`
}
