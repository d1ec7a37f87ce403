import type { KeyId, PanelId, ServerIdentifier, ServerRef } from './identifier.ts'
import type { PowerAction } from './power.ts'

/** What the app knows of a server's power state. `unknown` is never shown as `offline`. */
export type ServerState = 'unknown' | 'offline' | 'starting' | 'running' | 'stopping'

/** Why a panel refuses every action on a server for now (panel-shaped 409). */
export type ServerCondition = 'suspended' | 'installing' | 'transferring' | 'restoring' | 'maintenance' | 'unavailable'

/**
 * One reading: CPU in percent of one core, sizes in bytes, uptime in milliseconds. Null is what the panel did not tell,
 * not zero.
 */
export type Resources = {
  cpuPercent: number | null
  memoryBytes: number | null
  diskBytes: number | null
  uptimeMs: number | null
}

/** A server's limits, where the list tells them; null is without limit. */
export type Limits = { cpuPercent: number | null; memoryBytes: number | null; diskBytes: number | null }

/** An unexpected stop, kept until the server runs or is acted on again. */
export type UnexpectedStop = { how: 'stopped' | 'crashed'; at: number }

/** A server as the window and the tray see it. Times are unix milliseconds. */
export type ServerView = {
  ref: ServerRef
  panelId: PanelId
  identifier: ServerIdentifier
  name: string
  /** The keys that reach this server, in the order of the key list. */
  keyIds: KeyId[]
  state: ServerState
  condition: ServerCondition | null
  resources: Resources | null
  /** Null where the panel's list says nothing. */
  limits: Limits | null
  unexpectedStop: UnexpectedStop | null
  /** When `state` was last read; null when it never was. */
  observedAt: number | null
  /** The last power action, running or ended. */
  action: PowerAction | null
}
