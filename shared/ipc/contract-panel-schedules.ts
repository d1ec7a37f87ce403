import { z } from 'zod'
import { done, type PartOfContract } from '../model/contract-schema.ts'
import { serverRefSchema } from '../model/identifier-schema.ts'
import {
  panelScheduleChangeSchema,
  panelScheduleEditSchema,
  panelScheduleIdSchema,
  panelSchedulesOfServerSchema,
  panelTaskEditSchema,
  panelTaskSchema,
  seenScheduleEditSchema,
  taskPlaceSchema,
} from '../model/panel-schedule-schema.ts'

const panelSchedule = z.object({ ref: serverRefSchema, id: panelScheduleIdSchema })

/** The schedules that a panel itself keeps of a server. */
export const panelSchedulesContract = {
  /**
   * Reads the panel's own schedules of a server. Errors of all channels of schedules beside those of any call to a panel:
   * `not-on-panel`, `unknown-server`, `all-permissions-needed`, `schedule-not-found`.
   */
  'panelSchedules:list': { request: z.object({ ref: serverRefSchema }), reply: panelSchedulesOfServerSchema },
  /** Makes a schedule without tasks; its id, null where the panel does not tell it. */
  'panelSchedules:create': {
    request: z.object({ ref: serverRefSchema, edit: panelScheduleEditSchema }),
    reply: z.object({ id: panelScheduleIdSchema.nullable() }),
  },
  /**
   * Changes a schedule that is still as the person saw it. Where somebody changed it since, nothing is sent, and the
   * reply tells how it is now; as with the tasks below.
   */
  'panelSchedules:update': {
    request: panelSchedule.extend({ seen: seenScheduleEditSchema, edit: panelScheduleEditSchema }),
    reply: panelScheduleChangeSchema,
  },
  'panelSchedules:remove': { request: panelSchedule, reply: done },
  /** Pauses or resumes a schedule; all else of it stays as it is on the panel. */
  'panelSchedules:setActive': { request: panelSchedule.extend({ isActive: z.boolean() }), reply: done },
  /** Ends a run that is stuck, by pausing and resuming its schedule. */
  'panelSchedules:reset': { request: panelSchedule, reply: done },
  /** Runs a schedule now. The reply is that of its first task. */
  'panelSchedules:run': { request: panelSchedule, reply: done },
  'panelSchedules:addTask': { request: panelSchedule.extend({ edit: panelTaskEditSchema }), reply: done },
  /** Changes what a task does, or its place. */
  'panelSchedules:changeTask': {
    request: panelSchedule
      .extend({ seen: panelTaskSchema, edit: panelTaskEditSchema.optional(), place: taskPlaceSchema.optional() })
      .refine(({ edit, place }) => edit !== undefined || place !== undefined),
    reply: panelScheduleChangeSchema,
  },
  'panelSchedules:removeTask': {
    request: panelSchedule.extend({ seen: panelTaskSchema }),
    reply: panelScheduleChangeSchema,
  },
} as const satisfies PartOfContract<'panelSchedules'>
