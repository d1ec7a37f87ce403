import { z } from 'zod'
import { activityEntrySchema } from '../activity/contract.ts'
import {
  backupRunSchema,
  downloadIdSchema,
  downloadViewSchema,
  keepRunSchema,
  restoreIdSchema,
  restoreViewSchema,
} from '../backups/contract.ts'
import { bulkIdSchema, bulkViewSchema } from '../bulk/contract.ts'
import { unsavedChangeOfPageSchema } from '../files/contract.ts'
import { fileMoveSchema, moveIdSchema, ownEditSchema } from '../files/contract-moves.ts'
import { reinstallRunSchema } from '../jobs/contract.ts'
import { keyViewSchema, panelViewSchema, vaultBackendSchema } from '../keys/contract.ts'
import { trendSchema } from '../load-history/contract.ts'
import { areaIdSchema } from '../model/area-schema.ts'
import { consoleViewSchema } from '../model/console-schema.ts'
import { keyIdSchema, panelIdSchema, serverRefSchema } from '../model/identifier-schema.ts'
import { noticeIdSchema, noticeSchema } from '../model/notice-schema.ts'
import { playersViewSchema } from '../model/players-schema.ts'
import { preferencesSchema } from '../model/preferences-schema.ts'
import { questionIdSchema, questionSchema } from '../model/question-schema.ts'
import { planIdSchema, planViewSchema, scheduleIdSchema, scheduleViewSchema } from '../model/restart-schema.ts'
import { backupHealthSchema, serverViewSchema } from '../model/server-schema.ts'
import { settingsSections } from '../model/settings-section.ts'
import { updateViewSchema } from '../updates/contract.ts'
import type { StatePatch } from './state-patch.ts'

const appViewSchema = z.object({
  version: z.string(),
  platform: z.string(),
  /** False where the desktop shows no tray icons: closing the window then ends the app. */
  trayAvailable: z.boolean(),
  /** False while the system says that there is no network. */
  online: z.boolean(),
  /**
   * Whether the system starts the app when the person logs in, as the system itself tells it.
   * - `approval`: asked for, and macOS waits for the person's yes in its own settings
   * - `unavailable`: only an installed app can be started so
   */
  startAtLogin: z.enum(['on', 'off', 'approval', 'unavailable']),
  update: updateViewSchema,
  /** What was changed in any window and is not saved. */
  unsaved: z.array(unsavedChangeOfPageSchema),
  /** The server of the last power action, which the tray offers first. */
  lastUsed: serverRefSchema.nullable(),
  /**
   * What the window should show, as requested by tray, link or shortcut; `at` makes every request a new one.
   * `confirm-restart` is the question of a link, which does nothing by itself.
   */
  focus: z
    .union([
      z.object({
        ref: serverRefSchema,
        dialog: z.enum(['restart', 'confirm-restart']).optional(),
        /** The server takes the place of the list, instead of a pane below it. */
        isFull: z.boolean().optional(),
        area: areaIdSchema.optional(),
        at: z.number(),
      }),
      z.object({ page: z.literal('settings'), section: z.enum(settingsSections), at: z.number() }),
      z.object({ palette: z.literal(true), at: z.number() }),
    ])
    .nullable(),
})

export type StartAtLoginState = z.infer<typeof appViewSchema>['startAtLogin']

const vaultViewSchema = z.object({
  /** The backend for new tokens; null until the first probe has ended. */
  backend: vaultBackendSchema.nullable(),
  /** The backend is weaker than a system should offer, so tokens go there only with consent. */
  isWeak: z.boolean(),
  /** The person agreed to weaker storage. */
  consented: z.boolean(),
})

const slices = { app: appViewSchema, vault: vaultViewSchema, preferences: preferencesSchema }

/** Tables of the state, keyed by the id inside each value. */
const tables = {
  panels: z.record(panelIdSchema, panelViewSchema),
  keys: z.record(keyIdSchema, keyViewSchema),
  servers: z.record(serverRefSchema, serverViewSchema),
  consoles: z.record(serverRefSchema, consoleViewSchema),
  trends: z.record(serverRefSchema, trendSchema),
  players: z.record(serverRefSchema, playersViewSchema),
  /** Restarts with warnings that are under way, or ended and not dismissed. */
  plans: z.record(planIdSchema, planViewSchema),
  schedules: z.record(scheduleIdSchema, scheduleViewSchema),
  bulks: z.record(bulkIdSchema, bulkViewSchema),
  /** The last backup of each server that was made from here in this run. */
  backupRuns: z.record(serverRefSchema, backupRunSchema),
  /** The last time that a keep rule deleted backups of a server by itself, in this run. */
  keepRuns: z.record(serverRefSchema, keepRunSchema),
  /** What was read of the backups of servers that somebody looked at. */
  backupHealth: z.record(serverRefSchema, backupHealthSchema),
  /** Guided restores that are under way, or ended and not dismissed. */
  restores: z.record(restoreIdSchema, restoreViewSchema),
  /** The last reinstall of each server that was asked for here in this run, until it is dismissed. */
  reinstalls: z.record(serverRefSchema, reinstallRunSchema),
  /** Backups that are downloaded, or were and are not dismissed. */
  downloads: z.record(downloadIdSchema, downloadViewSchema),
  /** Files that go to or from servers, or did and are not dismissed. */
  fileMoves: z.record(moveIdSchema, fileMoveSchema),
  /** Files of servers that are open in the person's own editor. */
  ownEdits: z.record(moveIdSchema, ownEditSchema),
  /** The newest entries, newest first. */
  activity: z.record(z.string(), activityEntrySchema),
  notices: z.record(noticeIdSchema, noticeSchema),
  /** What a person is being asked in windows of their own. */
  questions: z.record(questionIdSchema, questionSchema),
}
export type Tables = z.infer<z.ZodObject<typeof tables>>

/** Everything that window and tray show: one immutable value, owned by the main process. Never holds a secret. */
export const appStateSchema = z.object({ ...slices, ...tables })
export type AppState = z.infer<typeof appStateSchema>

const patchOf = <V extends z.ZodType>({ valueType }: { readonly valueType: V }) =>
  z.object({ set: z.record(z.string(), valueType), drop: z.array(z.string()), order: z.array(z.string()).optional() })

const tablePatches = {
  panels: patchOf(tables.panels),
  keys: patchOf(tables.keys),
  servers: patchOf(tables.servers),
  consoles: patchOf(tables.consoles),
  trends: patchOf(tables.trends),
  players: patchOf(tables.players),
  plans: patchOf(tables.plans),
  schedules: patchOf(tables.schedules),
  bulks: patchOf(tables.bulks),
  backupRuns: patchOf(tables.backupRuns),
  keepRuns: patchOf(tables.keepRuns),
  backupHealth: patchOf(tables.backupHealth),
  restores: patchOf(tables.restores),
  reinstalls: patchOf(tables.reinstalls),
  downloads: patchOf(tables.downloads),
  fileMoves: patchOf(tables.fileMoves),
  ownEdits: patchOf(tables.ownEdits),
  activity: patchOf(tables.activity),
  notices: patchOf(tables.notices),
  questions: patchOf(tables.questions),
} satisfies { [T in keyof Tables]: z.ZodType<StatePatch[T]> }

export const statePatchSchema = z.object({
  from: z.number(),
  to: z.number(),
  ...z.object({ ...slices, ...tablePatches }).partial().shape,
}) satisfies z.ZodType<StatePatch>
