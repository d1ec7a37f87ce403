import type { ServerRef } from '../../shared/model/identifier.ts'
import type { AppState } from '../../shared/state/state-schema.ts'

/** The base address of the panel whose machines have a server; null for one that has gone. */
export function machinesOf({ servers, panels }: Pick<AppState, 'servers' | 'panels'>, ref: ServerRef): string | null {
  const server = servers[ref]
  return (server && panels[server.panelId]?.baseUrl) ?? null
}
