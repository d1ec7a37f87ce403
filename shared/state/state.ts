import { z } from 'zod'
import { activityEntrySchema } from '../model/activity-schema.ts'
import { keyViewSchema, vaultBackendSchema } from '../model/api-key-schema.ts'
import { bulkIdSchema, bulkViewSchema } from '../model/bulk-schema.ts'
import { consoleViewSchema } from '../model/console-schema.ts'
import { keyIdSchema, panelIdSchema, serverRefSchema } from '../model/identifier-schema.ts'
import { noticeIdSchema, noticeSchema } from '../model/notice-schema.ts'
import { panelViewSchema } from '../model/panel-schema.ts'
import { preferencesSchema } from '../model/preferences-schema.ts'
import { planIdSchema, planViewSchema, scheduleIdSchema, scheduleViewSchema } from '../model/restart-schema.ts'
import { serverViewSchema } from '../model/server-schema.ts'
import { trendSchema } from '../model/trend-schema.ts'

export const appViewSchema = z.object({
  version: z.string(),
  platform: z.string(),
  /** False where this desktop takes no tray icon: closing the window then ends the app. */
  trayAvailable: z.boolean(),
  /** False while the system says that there is no network. */
  online: z.boolean(),
  /** The server of the last power action, offered first in the tray menu. */
  lastUsed: serverRefSchema.nullable(),
  /**
   * What the window should show, set from tray, link and shortcut; `at` makes each request count. A link does nothing
   * by itself: `confirm-restart` is a question that names where it came from.
   */
  focus: z
    .union([
      z.object({
        ref: serverRefSchema,
        dialog: z.enum(['restart', 'confirm-restart']).optional(),
        origin: z.literal('link').optional(),
        at: z.number(),
      }),
      z.object({ page: z.literal('settings'), at: z.number() }),
      z.object({ palette: z.literal(true), at: z.number() }),
    ])
    .nullable(),
})

export const vaultViewSchema = z.object({
  /** The backend that new tokens go to; null until the probe at start has ended. */
  backend: vaultBackendSchema.nullable(),
  /** The backend is weaker than what a system should offer, so a token goes there only with consent. */
  isWeak: z.boolean(),
  /** The person has said yes to weaker storage. */
  consented: z.boolean(),
})

/**
 * Everything the window and the tray show: one immutable value, owned by the main process.
 * Never a secret in it. Records are keyed by the id inside each value.
 */
export const appStateSchema = z.object({
  app: appViewSchema,
  vault: vaultViewSchema,
  preferences: preferencesSchema,
  panels: z.record(panelIdSchema, panelViewSchema),
  keys: z.record(keyIdSchema, keyViewSchema),
  servers: z.record(serverRefSchema, serverViewSchema),
  consoles: z.record(serverRefSchema, consoleViewSchema),
  trends: z.record(serverRefSchema, trendSchema),
  /** Restarts with warnings: under way, and ended until they are dismissed. */
  plans: z.record(planIdSchema, planViewSchema),
  schedules: z.record(scheduleIdSchema, scheduleViewSchema),
  bulks: z.record(bulkIdSchema, bulkViewSchema),
  /** The newest entries, newest first. */
  activity: z.record(z.string(), activityEntrySchema),
  notices: z.record(noticeIdSchema, noticeSchema),
})
export type AppState = z.infer<typeof appStateSchema>
