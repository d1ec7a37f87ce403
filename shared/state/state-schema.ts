import { z } from 'zod'
import { activityEntrySchema } from '../model/activity-schema.ts'
import { keyViewSchema, vaultBackendSchema } from '../model/api-key-schema.ts'
import { areaIdSchema } from '../model/area-schema.ts'
import { backupHealthSchema } from '../model/backup-health-schema.ts'
import { backupRunSchema, downloadIdSchema, downloadViewSchema } from '../model/backup-run-schema.ts'
import { bulkIdSchema, bulkViewSchema } from '../model/bulk-schema.ts'
import { consoleViewSchema } from '../model/console-schema.ts'
import { fileMoveSchema, moveIdSchema, ownEditSchema } from '../model/file-move-schema.ts'
import { handedViewSchema } from '../model/handed-schema.ts'
import { keyIdSchema, panelIdSchema, serverRefSchema } from '../model/identifier-schema.ts'
import { keepRunSchema } from '../model/keep-rule-schema.ts'
import { noticeIdSchema, noticeSchema } from '../model/notice-schema.ts'
import { panelViewSchema } from '../model/panel-schema.ts'
import { playersViewSchema } from '../model/players-schema.ts'
import { preferencesSchema } from '../model/preferences-schema.ts'
import { questionIdSchema, questionSchema } from '../model/question-schema.ts'
import { reinstallRunSchema } from '../model/reinstall-schema.ts'
import { planIdSchema, planViewSchema, scheduleIdSchema, scheduleViewSchema } from '../model/restart-schema.ts'
import { restoreIdSchema, restoreViewSchema } from '../model/restore-schema.ts'
import { serverViewSchema } from '../model/server-schema.ts'
import { settingsSections } from '../model/settings-section.ts'
import { startAtLoginStates } from '../model/start-at-login.ts'
import { trendSchema } from '../model/trend-schema.ts'
import { unsavedChangeOfPageSchema } from '../model/unsaved-schema.ts'
import { updateViewSchema } from '../model/update-schema.ts'
import type { AppState, AppView, Tables, VaultView } from './state.ts'
import type { StatePatch } from './state-patch.ts'

const appViewSchema = z.object({
  version: z.string(),
  platform: z.string(),
  trayAvailable: z.boolean(),
  online: z.boolean(),
  startAtLogin: z.enum(startAtLoginStates),
  update: updateViewSchema,
  unsaved: z.array(unsavedChangeOfPageSchema),
  lastUsed: serverRefSchema.nullable(),
  focus: z
    .union([
      z.object({
        ref: serverRefSchema,
        dialog: z.enum(['restart', 'confirm-restart']).optional(),
        isFull: z.boolean().optional(),
        area: areaIdSchema.optional(),
        at: z.number(),
      }),
      z.object({ page: z.literal('settings'), section: z.enum(settingsSections), at: z.number() }),
      z.object({ palette: z.literal(true), at: z.number() }),
    ])
    .nullable(),
}) satisfies z.ZodType<AppView>

const vaultViewSchema = z.object({
  backend: vaultBackendSchema.nullable(),
  isWeak: z.boolean(),
  consented: z.boolean(),
}) satisfies z.ZodType<VaultView>

const slices = { app: appViewSchema, vault: vaultViewSchema, preferences: preferencesSchema }

const tables = {
  panels: z.record(panelIdSchema, panelViewSchema),
  keys: z.record(keyIdSchema, keyViewSchema),
  servers: z.record(serverRefSchema, serverViewSchema),
  consoles: z.record(serverRefSchema, consoleViewSchema),
  trends: z.record(serverRefSchema, trendSchema),
  players: z.record(serverRefSchema, playersViewSchema),
  plans: z.record(planIdSchema, planViewSchema),
  schedules: z.record(scheduleIdSchema, scheduleViewSchema),
  handovers: z.record(scheduleIdSchema, handedViewSchema),
  bulks: z.record(bulkIdSchema, bulkViewSchema),
  backupRuns: z.record(serverRefSchema, backupRunSchema),
  keepRuns: z.record(serverRefSchema, keepRunSchema),
  backupHealth: z.record(serverRefSchema, backupHealthSchema),
  restores: z.record(restoreIdSchema, restoreViewSchema),
  reinstalls: z.record(serverRefSchema, reinstallRunSchema),
  downloads: z.record(downloadIdSchema, downloadViewSchema),
  fileMoves: z.record(moveIdSchema, fileMoveSchema),
  ownEdits: z.record(moveIdSchema, ownEditSchema),
  activity: z.record(z.string(), activityEntrySchema),
  notices: z.record(noticeIdSchema, noticeSchema),
  questions: z.record(questionIdSchema, questionSchema),
} satisfies { [T in keyof Tables]: z.ZodType<Tables[T]> }

export const appStateSchema = z.object({ ...slices, ...tables }) satisfies z.ZodType<AppState>

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
  handovers: patchOf(tables.handovers),
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
