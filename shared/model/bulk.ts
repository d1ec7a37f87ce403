import type { AppError } from '../error-schema.ts'
import type { ServerRef } from './identifier.ts'
import type { PowerSignal } from './power.ts'
import type { RestartChoices, RestartWhen } from './restart.ts'

/** What is done to each server. */
export type BulkWork =
  | { kind: 'power'; signal: PowerSignal }
  | { kind: 'command'; text: string }
  /**
   * A restart with warnings: counted down for so many seconds from the server's turn, or to one time for all of them, each
   * a little after the one before.
   */
  | { kind: 'restart'; choices: RestartChoices; when: RestartWhen }

/**
 * What became of one server.
 * - `confirmed`: the wanted state was seen, or the command was accepted.
 * - `unconfirmed`: sent, but the panel tells no more.
 * - `cancelled`: its turn never came, or its countdown was cancelled.
 */
export type BulkOutcome = 'waiting' | 'running' | 'confirmed' | 'unconfirmed' | 'stalled' | 'failed' | 'cancelled'

export type BulkItem = { ref: ServerRef; outcome: BulkOutcome; error: AppError | null }

/** Maximum number of servers in one bulk action. */
export const maxBulkServers = 1_000

/** A bulk action: one thing done to several servers, one after the other. Times are unix milliseconds. */
export type BulkView = {
  id: string
  work: BulkWork
  /** In the order of their turns. */
  items: BulkItem[]
  /** Milliseconds from one server's turn to the next; null to wait for each one's outcome first. */
  staggerMs: number | null
  /** `done` once each server has an outcome; `cancelled` where some were cancelled. */
  phase: 'running' | 'paused' | 'cancelled' | 'done'
  startedAt: number
  endedAt: number | null
}
