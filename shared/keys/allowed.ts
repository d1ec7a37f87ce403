import { whyHeld } from '../model/describe-server.ts'
import type { ServerView } from '../model/server-schema.ts'
import type { WithKeys, WithPanels } from './contract.ts'
import { areaNeeds, type Need, type Needs, type PanelArea, permissionOf } from './rights.ts'
import { missingPermissionOfServer } from './server-keys.ts'

/**
 * Why this panel or its keys do not let an area be seen, or changed, in a few words; null where they do.
 * @param now unix milliseconds
 */
export function whyNotAllowed(
  state: WithKeys & WithPanels,
  server: ServerView,
  area: PanelArea,
  what: 'view' | 'change',
  now: number,
): string | null {
  const { [what]: need, needs = 'it needs', notHere = 'not on this panel' }: Needs = areaNeeds[area]
  if (state.panels[server.panelId]?.dialect !== 'pterodactyl') return notHere
  const missing = need && missingPermissionOfServer(state, server, need, now)
  if (need === null || missing === null) return null
  const { reason, message } = missing
  if (message === undefined && permissionOf(need) === 'all') return `${needs} a key with all permissions`
  return `${reason.startsWith('keys') ? 'these' : 'this'} ${reason}`
}

/** Why no key of a server has a permission, in a few words; null where one may. Takes unix milliseconds. */
export const whyLacking = (state: WithKeys, server: ServerView, need: Need, now: number): string | null =>
  server.keyIds.length === 0
    ? 'no key reaches it'
    : (missingPermissionOfServer(state, server, need, now)?.reason ?? null)

/** Why nothing in an area can be changed now, in a few words; null where it can. Takes unix milliseconds. */
export const whyNotChanged = (state: WithKeys, server: ServerView, area: PanelArea, now: number): string | null =>
  whyLacking(state, server, areaNeeds[area].change, now) ?? whyHeld(server)
