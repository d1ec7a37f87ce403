import { z } from 'zod'
import { handedLookSchema, handoverPreviewSchema, takenBackSchema } from '../model/handed-schema.ts'
import { scheduleIdSchema } from '../model/restart-schema.ts'
import { done, type PartOfContract } from './contract-part.ts'

const ofSchedule = z.object({ id: scheduleIdSchema })

/** Planned restarts of the app that the panels run in its place. Their course stands in `handovers`. */
export const handoversContract = {
  /**
   * Tells what handing a planned restart over would write, after a look at each of its panels. Errors: `unknown-plan`,
   * `handover-running`, `handover-needs-players`, `handover-due`.
   */
  'handovers:preview': { request: ofSchedule, reply: handoverPreviewSchema },
  /**
   * Writes a planned restart to its panels, stops it here, and switches it on there. Answered at the end: after an error
   * the app runs it as before, and what was written is removed; where that failed, `handovers` still has it. Errors
   * beside those of the preview and of any call to a panel: `handover-differs`, `handover-wrong-time`.
   */
  'handovers:give': { request: ofSchedule, reply: done },
  /**
   * Removes it from its panels, whatever of it is there, and has the app run it again. What somebody changed there is
   * paused, not deleted. Errors beside those of any call to a panel: `handover-gone`, `handover-running`,
   * `schedule-running`.
   */
  'handovers:takeBack': { request: ofSchedule, reply: takenBackSchema },
  /** Reads what the panels have of it; one that was cut short after all was switched on counts as handed over then. */
  'handovers:look': { request: ofSchedule, reply: z.object({ parts: z.array(handedLookSchema) }) },
  /** Forgets what the panels have of it. Nothing is sent; the planned restart stays here, paused. */
  'handovers:forget': { request: ofSchedule, reply: done },
} as const satisfies PartOfContract<'handovers'>
