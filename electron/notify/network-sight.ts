import type { PanelView } from '../../shared/keys/contract.ts'
import { isUnreachable } from '../../shared/keys/health.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { reachOf } from '../network/hosts.ts'

/** True for a panel that is not on this computer, and so is reached over the network. */
const isElsewhere = ({ baseUrl }: PanelView): boolean => reachOf(URL.parse(baseUrl)?.hostname ?? '') !== 'loopback'

/** True where the last call of every key of the panel failed for want of an answer. */
function noKeyReaches({ keys }: AppState, { id }: PanelView): boolean {
  const own = Object.values(keys).filter((key) => key.panelId === id)
  return own.length > 0 && own.every(({ health }) => health.kind === 'failing' && isUnreachable(health.error))
}

/**
 * True where this computer's own network may be why a server seems to be down: the system says that it has none, or
 * several panels are all out of reach.
 */
export function isOutOfSight(state: AppState, ref: ServerRef): boolean {
  const server = state.servers[ref]
  const panel = server && state.panels[server.panelId]
  if (panel !== undefined && !isElsewhere(panel)) return false
  if (!state.app.online) return true
  const remote = Object.values(state.panels).filter(isElsewhere)
  return remote.length > 1 && remote.every((one) => noKeyReaches(state, one))
}
