import { z } from 'zod'
import { maxRememberedAreas } from './area.ts'
import { rememberedAreaSchema } from './area-schema.ts'
import { backupDaysSchema } from './backup-health-schema.ts'
import { consoleCommandSchema } from './console-schema.ts'
import { serverRefSchema } from './identifier-schema.ts'
import { keepRuleSchema } from './keep-rule-schema.ts'
import { playersPreferencesSchema } from './players-schema.ts'
import {
  type Appearance,
  appearances,
  type ConfirmPolicy,
  type ConsoleLook,
  confirmChoices,
  type MuteChoice,
  maxSavedCommands,
  muteChoices,
  type NotificationKind,
  notificationKinds,
  type Preferences,
  quietAtFirst,
  type SavedCommand,
  type StallMinutes,
} from './preferences.ts'
import { maxIdleStops } from './restart.ts'
import { idleStopSchema, restartChoicesSchema } from './restart-schema.ts'
import { type HourCycle, hourCycles } from './time-words.ts'
import { updateChoiceSchema } from './update-schema.ts'

export const muteChoiceSchema = z.enum(muteChoices) satisfies z.ZodType<MuteChoice>

const minutesSchema = z.number().int().min(1).max(120)

export const stallMinutesSchema = z.object({
  start: minutesSchema,
  stop: minutesSchema,
  restart: minutesSchema,
}) satisfies z.ZodType<StallMinutes>

export const consoleLookSchema = z.object({
  timestamps: z.boolean(),
  wraps: z.boolean(),
  screenReader: z.boolean(),
}) satisfies z.ZodType<ConsoleLook>

export const savedCommandIdSchema = z.string().min(1).max(64) satisfies z.ZodType<SavedCommand['id']>

export const savedCommandSchema = z.object({
  id: savedCommandIdSchema,
  ref: serverRefSchema.nullable(),
  text: consoleCommandSchema,
}) satisfies z.ZodType<SavedCommand>

export const confirmPolicySchema = z.object({
  start: z.enum(confirmChoices),
  stop: z.enum(confirmChoices),
  restart: z.enum(confirmChoices),
  asked: z.boolean(),
}) satisfies z.ZodType<ConfirmPolicy>

export const shortcutSchema = z
  .string()
  .regex(/^[A-Za-z0-9]+(?:\+[A-Za-z0-9`\-=[\]\\;',./]+){1,4}$/)
  .max(60)
  .nullable() satisfies z.ZodType<Preferences['globalShortcut']>

export const appearanceSchema = z.enum(appearances) satisfies z.ZodType<Appearance>

export const hourCycleSchema = z.enum(hourCycles) satisfies z.ZodType<HourCycle>

export const quietKindsSchema = z.array(z.enum(notificationKinds)).max(notificationKinds.length) satisfies z.ZodType<
  NotificationKind[]
>

export const preferencesSchema = z.object({
  pinned: z.array(serverRefSchema),
  quiet: z.array(serverRefSchema),
  quietKinds: quietKindsSchema.default([...quietAtFirst]),
  expectedOff: z.array(serverRefSchema).default([]),
  muted: z.object({ until: z.number().nullable() }).nullable(),
  stallMinutes: stallMinutesSchema,
  console: consoleLookSchema,
  savedCommands: z.array(savedCommandSchema).max(maxSavedCommands),
  restart: z.object({ all: restartChoicesSchema, servers: z.record(serverRefSchema, restartChoicesSchema) }),
  idleStops: z.array(idleStopSchema).max(maxIdleStops).default([]),
  frozenRestarts: z.array(serverRefSchema).default([]),
  confirm: confirmPolicySchema,
  appearance: appearanceSchema.default('system'),
  hourCycle: hourCycleSchema.default('h23'),
  globalShortcut: shortcutSchema,
  updates: updateChoiceSchema.nullable().default(null),
  firstRunEnded: z.boolean().default(false),
  toldOfTray: z.boolean().default(false),
  areas: z.array(rememberedAreaSchema).max(maxRememberedAreas).default([]),
  players: playersPreferencesSchema.default({ asked: false, panels: [], servers: [] }),
  backupDays: backupDaysSchema.nullable().default(null),
  keepRules: z.record(serverRefSchema, keepRuleSchema).default({}),
}) satisfies z.ZodType<Preferences>
