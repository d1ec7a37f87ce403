import type { ServerRef } from '../../shared/model/identifier.ts'
import { isUnreachable } from '../../shared/model/key-health.ts'
import type { PanelView } from '../../shared/model/panel.ts'
import type { AppState } from '../../shared/state/state.ts'
import { reachOf } from '../network/hosts.ts'

/** Panels on this computer are reached without any network. */
function isElsewhere({ baseUrl }: PanelView): boolean {
  return reachOf(URL.parse(baseUrl)?.hostname ?? '') !== 'loopback'
}

/** True where every key of the panel failed last time because nothing answered. */
function noKeyReaches({ keys }: AppState, { id }: PanelView): boolean {
  const own = Object.values(keys).filter((key) => key.panelId === id)
  return own.length > 0 && own.every(({ health }) => health.kind === 'failing' && isUnreachable(health.error))
}

/**
 * True where what is read of a server may be the doing of this computer's own network: the system says that
 * there is none, or all of several panels are out of reach at once.
 */
export function isOutOfSight(state: AppState, ref: ServerRef): boolean {
  const server = state.servers[ref]
  const panel = server && state.panels[server.panelId]
  if (panel !== undefined && !isElsewhere(panel)) return false
  if (!state.app.online) return true
  const remote = Object.values(state.panels).filter(isElsewhere)
  return remote.length > 1 && remote.every((one) => noKeyReaches(state, one))
}
