import type { PowerSignal } from './power.ts'
import type { Origin } from './power-schema.ts'

/** What can be done to a schedule that a panel keeps. */
export const panelScheduleDeeds = [
  'created',
  'changed',
  'paused',
  'resumed',
  'reset',
  'deleted',
  'run',
  'task-added',
  'task-changed',
  'task-deleted',
] as const
export type PanelScheduleDeed = (typeof panelScheduleDeeds)[number]

/** What is kept of a reinstall; `unknown` where its end was not seen. */
export const reinstallSteps = ['asked', 'slow', 'done', 'failed', 'unknown'] as const
export type ReinstallStep = (typeof reinstallSteps)[number]

/** What happened, or was done. A console command's text is left out: it may hold what others should not read. */
export type ActivityEvent =
  /** A power action that ended; `why` is the error's message where there was one. */
  | {
      kind: 'power'
      signal: PowerSignal
      origin: Origin
      phase: 'confirmed' | 'unconfirmed' | 'refused' | 'stalled'
      why: string | null
    }
  | { kind: 'command'; origin: Origin }
  /** A restart with warnings that ended. */
  | { kind: 'plan'; phase: 'done' | 'cancelled' | 'failed' | 'missed'; origin: Origin; why: string | null }
  /** A backup that was made from here; of one that was not seen to end nobody knows. */
  | {
      kind: 'backup'
      phase: 'done' | 'failed' | 'not-seen'
      origin: Origin
      why: string | null
    }
  /** Backups that a keep rule deleted, so that there was a place for another one; `names` are theirs, in a line. */
  | { kind: 'keep'; count: number; names: string; origin: Origin }
  /** A restore of a backup; `unknown` where it was not seen to end. */
  | {
      kind: 'restore'
      phase: 'done' | 'failed' | 'unknown'
      origin: Origin
      why: string | null
    }
  /** A reinstall that was asked for from here: that it was, that it takes long, and its end as the panel tells it. */
  | {
      kind: 'reinstall'
      phase: ReinstallStep
      origin: Origin
      why: string | null
    }
  /** What was done to a schedule that the panel keeps; `schedule` is its name. */
  | { kind: 'panel-schedule'; act: PanelScheduleDeed; schedule: string; origin: Origin }
  /** A bulk action; `name` says what was done. The counts are of servers. */
  | {
      kind: 'bulk'
      confirmed: number
      unconfirmed: number
      stalled: number
      failed: number
      cancelled: number
    }
  /** A server that stopped or crashed unexpectedly. */
  | { kind: 'stopped' | 'crashed' }
  /** A server that went offline: somebody else stopped it, or nothing speaks of a crash. */
  | { kind: 'off' }
  /** A server that runs again after an unexpected stop. */
  | { kind: 'back' }
  /** A server that keeps going down and coming back: `count` times in `spanMs`. */
  | { kind: 'flapping'; count: number; spanMs: number }
  /** A key that the panel no longer takes. */
  | { kind: 'key-refused' }
