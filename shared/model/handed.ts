import type { AppError } from '../errors.ts'
import type { HandoverLoss } from './handover.ts'
import type { ServerRef } from './identifier.ts'
import type { PanelCron, PanelScheduleEdit, PanelTaskEdit } from './panel-schedule.ts'
import type { Schedule } from './restart.ts'

/**
 * How far a planned restart is on its way to the panels, or back:
 * - `writing`: it is written there, paused. The app runs it as before.
 * - `clearing`: what was written is removed again. The app runs it as before.
 * - `switching`: the app does not run it any more, and it is switched on there, one server after the other.
 * - `handed`: the panels run it.
 * - `returning`: it is removed from the panels. The app runs it once none of them does.
 */
export const handoverPhases = ['writing', 'clearing', 'switching', 'handed', 'returning'] as const
export type HandoverPhase = (typeof handoverPhases)[number]

/**
 * What is known of the panel's schedule for one server:
 * - `none`: the panel has none.
 * - `sent`: the panel may have one, perhaps not whole; it is paused.
 * - `written`: it stands there whole, and paused.
 * - `on`: it may be switched on.
 */
export const handedStages = ['none', 'sent', 'written', 'on'] as const
export type HandedStage = (typeof handedStages)[number]

/** The panel's schedule for one server of a planned restart, as it was written. */
export type HandedPart = {
  ref: ServerRef
  /** The server's name at that time. */
  name: string
  edit: PanelScheduleEdit
  tasks: PanelTaskEdit[]
  /** From the run of the panel's schedule to the restart. */
  leadSeconds: number
  stage: HandedStage
  /** Its id on the panel; null while not known. */
  panelId: number | null
  /** The ids of the schedules that the panel had before. */
  before: number[]
}

/** A planned restart that the panels run in place of the app, or that is on its way: what a next start must know. */
export type Handed = {
  /** The schedule's. */
  id: string
  schedule: Schedule
  phase: HandoverPhase
  parts: HandedPart[]
}

/**
 * The same, as the window sees it. `isBusy`: something is under way. `error`: why the last way ended before its end.
 * `trouble`: what somebody did to it on the panel, as it was read last in this run.
 */
export type HandedView = {
  id: string
  schedule: Schedule
  phase: HandoverPhase
  isBusy: boolean
  parts: { ref: ServerRef; name: string; stage: HandedStage; trouble: HandedTrouble | null }[]
  error: AppError | null
}

/** True where the app does not run the planned restart by itself. */
export const isHeld = ({ phase }: Pick<Handed, 'phase'>): boolean =>
  phase === 'switching' || phase === 'handed' || phase === 'returning'

/** What handing over would write for one server. */
export type PreviewPart = {
  ref: ServerRef
  name: string
  /** How far the panel's clock is ahead of UTC; null where it tells that only once something is written. */
  zoneMinutes: number | null
  /** When the panel begins, by its own clock. */
  cron: PanelCron
  /** Why this server's can't be handed over. */
  stop: AppError | null
  /** False where the panel lets the account make a schedule, but not delete it. */
  canDelete: boolean
}

/** What handing a planned restart over would write. The tasks are those for the first server. */
export type HandoverPreview = {
  /** The next restart, in unix milliseconds. */
  zeroAt: number
  /** From the first task to the restart. */
  leadSeconds: number
  tasks: PanelTaskEdit[]
  losses: HandoverLoss[]
  parts: PreviewPart[]
}

/**
 * What a panel says of a schedule that was handed to it: as it was written, paused, changed otherwise, gone, or not to be
 * read (`error` says why).
 */
export const handedFindings = ['same', 'paused', 'changed', 'gone', 'unread'] as const
export type HandedFinding = (typeof handedFindings)[number]

/** What needs a person of it. */
export const handedTroubleKinds = ['paused', 'changed', 'gone'] as const
export type HandedTrouble = (typeof handedTroubleKinds)[number]

/** One server of a planned restart on its panel. */
export type HandedLook = {
  ref: ServerRef
  finding: HandedFinding
  /** The next restart by the panel's own word, in unix milliseconds; null where there is none. */
  zeroAt: number | null
  error: AppError | null
}

/** Where taking back left the panel's schedule paused in place of deleting it: the servers' names. */
export type TakenBack = { leftPaused: string[] }
