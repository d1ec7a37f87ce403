import { z } from 'zod'
import { activityEntrySchema } from '../model/activity-schema.ts'
import { keyViewSchema } from '../model/api-key-schema.ts'
import { bulkViewSchema } from '../model/bulk-schema.ts'
import { consoleViewSchema } from '../model/console-schema.ts'
import { noticeSchema } from '../model/notice-schema.ts'
import { panelViewSchema } from '../model/panel-schema.ts'
import { preferencesSchema } from '../model/preferences-schema.ts'
import { planViewSchema, scheduleViewSchema } from '../model/restart-schema.ts'
import { serverViewSchema } from '../model/server-schema.ts'
import { trendSchema } from '../model/trend-schema.ts'
import { appViewSchema, vaultViewSchema } from './state.ts'

const table = <V extends z.ZodType>(value: V) =>
  z.object({ set: z.record(z.string(), value), drop: z.array(z.string()), order: z.array(z.string()).optional() })

/**
 * What turns the state of revision `from` into that of revision `to`: whole values for the three single
 * slices, and for each table the entries to set and the ids to drop,
 * and the order of all ids where setting alone would not give it. A slice that did not change is absent.
 */
export const statePatchSchema = z.object({
  from: z.number(),
  to: z.number(),
  app: appViewSchema.optional(),
  vault: vaultViewSchema.optional(),
  preferences: preferencesSchema.optional(),
  panels: table(panelViewSchema).optional(),
  keys: table(keyViewSchema).optional(),
  servers: table(serverViewSchema).optional(),
  consoles: table(consoleViewSchema).optional(),
  trends: table(trendSchema).optional(),
  plans: table(planViewSchema).optional(),
  schedules: table(scheduleViewSchema).optional(),
  bulks: table(bulkViewSchema).optional(),
  activity: table(activityEntrySchema).optional(),
  notices: table(noticeSchema).optional(),
})
export type StatePatch = z.infer<typeof statePatchSchema>
