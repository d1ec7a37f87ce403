import type { ServerRef } from './identifier.ts'
import type { Origin, PowerSignal } from './power.ts'

/** What happened, or was done. A console command's text is not kept: it may hold what nobody else should read. */
export type ActivityEvent =
  /** A power action that came to its end; `why` is the error's message where there was one. */
  | {
      kind: 'power'
      signal: PowerSignal
      origin: Origin
      phase: 'confirmed' | 'unconfirmed' | 'refused' | 'stalled'
      why: string | null
    }
  | { kind: 'command'; origin: Origin }
  /** A restart with warnings that came to its end. */
  | { kind: 'plan'; phase: 'done' | 'cancelled' | 'failed' | 'missed'; origin: Origin; why: string | null }
  /** One thing done to several servers; `name` says what. The counts are of servers. */
  | {
      kind: 'bulk'
      confirmed: number
      unconfirmed: number
      stalled: number
      failed: number
      cancelled: number
    }
  /** A server that stopped or crashed without being asked. */
  | { kind: 'stopped' | 'crashed' }
  /** A server that runs again after it had stopped by itself. */
  | { kind: 'back' }
  /** A server that keeps going down and coming back: how often in how many milliseconds. */
  | { kind: 'flapping'; count: number; spanMs: number }
  /** A key that the panel no longer takes. */
  | { kind: 'key-refused' }

/** One line of the activity list. `name` is the server's or the key's, as it was then. */
export type ActivityEntry = {
  id: string
  /** Unix milliseconds. */
  at: number
  ref: ServerRef | null
  name: string
  event: ActivityEvent
}
