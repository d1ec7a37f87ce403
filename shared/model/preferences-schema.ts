import { z } from 'zod'
import { updateChoiceSchema } from '../updates/contract.ts'
import { maxRememberedAreas } from './area.ts'
import { rememberedAreaSchema } from './area-schema.ts'
import { backupDaysChoices } from './backup-health.ts'
import { keptCommandSchema } from './console-schema.ts'
import { serverRefSchema } from './identifier-schema.ts'
import { playersPreferencesSchema } from './players-schema.ts'
import {
  appearances,
  confirmChoices,
  maxKeepDays,
  maxKeepNewest,
  maxSavedCommands,
  muteChoices,
  notificationKinds,
  quietAtFirst,
} from './preferences.ts'
import { maxIdleStops } from './restart.ts'
import { idleStopSchema, restartChoicesSchema } from './restart-schema.ts'
import { hourCycles } from './time-words.ts'

export const muteChoiceSchema = z.enum(muteChoices)

/** Which good backups of a server stay; all locked ones do besides. */
export const keepRuleSchema = z.object({
  /** How many of the newest; at least one. */
  newest: z.number().int().min(1).max(maxKeepNewest),
  /** The newest of each day, for so many days on which there is one; 0 for none. */
  days: z.number().int().min(0).max(maxKeepDays),
  /** Old ones also go once a day while the app runs, without a new backup. */
  daily: z.literal(true).optional(),
})
export type KeepRule = z.infer<typeof keepRuleSchema>

const backupDaysSchema = z.literal(backupDaysChoices)

const minutesSchema = z.number().int().min(1).max(120)

/** How long a signal may take to show before its action counts as stalled, in minutes. */
export const stallMinutesSchema = z.object({
  start: minutesSchema,
  stop: minutesSchema,
  restart: minutesSchema,
})
export type StallMinutes = z.infer<typeof stallMinutesSchema>

/** How consoles are shown. */
export const consoleLookSchema = z.object({
  timestamps: z.boolean(),
  /** Long lines wrap; otherwise they are scrolled to. */
  wraps: z.boolean(),
  /** Lines are also laid out for screen readers, which costs speed. */
  screenReader: z.boolean(),
})
export type ConsoleLook = z.infer<typeof consoleLookSchema>

export const savedCommandIdSchema = z.string().min(1).max(64)

/**
 * A saved command, for one server, or for all where `ref` is null. `{name}` in its text is asked for before it is sent.
 */
export const savedCommandSchema = z.object({
  id: savedCommandIdSchema,
  ref: serverRefSchema.nullable(),
  text: keptCommandSchema,
})
export type SavedCommand = z.infer<typeof savedCommandSchema>

/**
 * Which signals a question comes before. Before a kill there always is one. `asked`: the person has chosen, so the
 * window does not offer the choice again.
 */
export const confirmPolicySchema = z.object({
  start: z.enum(confirmChoices),
  stop: z.enum(confirmChoices),
  restart: z.enum(confirmChoices),
  asked: z.boolean(),
})
export type ConfirmPolicy = z.infer<typeof confirmPolicySchema>

export const shortcutSchema = z
  .string()
  .regex(/^[A-Za-z0-9]+(?:\+[A-Za-z0-9`\-=[\]\\;',./]+){1,4}$/)
  .max(60)
  .nullable()

const appearanceSchema = z.enum(appearances)

const hourCycleSchema = z.enum(hourCycles)

const quietKindsSchema = z.array(z.enum(notificationKinds)).max(notificationKinds.length)

/** What a person chooses that is one plain value each: any of them, none left undefined. */
export const preferenceChoicesSchema = z.strictObject({
  stallMinutes: stallMinutesSchema.exactOptional(),
  console: consoleLookSchema.exactOptional(),
  confirm: confirmPolicySchema.exactOptional(),
  appearance: appearanceSchema.exactOptional(),
  hourCycle: hourCycleSchema.exactOptional(),
  backupDays: backupDaysSchema.nullable().exactOptional(),
  quietKinds: quietKindsSchema.exactOptional(),
  /** The person has answered what is asked at the end of the first run. */
  firstRunEnded: z.literal(true).exactOptional(),
})
export type PreferenceChoices = z.infer<typeof preferenceChoicesSchema>

/** What a person has chosen. */
export const preferencesSchema = z.object({
  /** Servers shown before the others, in this order. One that is in no list now keeps its place. */
  pinned: z.array(serverRefSchema),
  /** Servers without notifications. */
  quiet: z.array(serverRefSchema),
  /** What notifications do not tell of. */
  quietKinds: quietKindsSchema.default([...quietAtFirst]),
  /** Servers that are off on purpose: a person stopped them, or said so. Ends when one is seen to start. */
  expectedOff: z.array(serverRefSchema).default([]),
  /** `until` in unix milliseconds, null until turned on again; null as a whole while notifications are on. */
  muted: z.object({ until: z.number().nullable() }).nullable(),
  stallMinutes: stallMinutesSchema,
  console: consoleLookSchema,
  savedCommands: z.array(savedCommandSchema).max(maxSavedCommands),
  /** How restarts with warnings go: for all servers, and for those that have their own. */
  restart: z.object({ all: restartChoicesSchema, servers: z.record(serverRefSchema, restartChoicesSchema) }),
  /** Servers that stop when nobody was on for a while. None unless a person chose it. */
  idleStops: z.array(idleStopSchema).max(maxIdleStops).default([]),
  /** Servers that are restarted, with a warning, where their game stops answering. */
  frozenRestarts: z.array(serverRefSchema).default([]),
  confirm: confirmPolicySchema,
  appearance: appearanceSchema.default('system'),
  hourCycle: hourCycleSchema.default('h23'),
  /** Opens the palette from anywhere: an Electron accelerator such as `CommandOrControl+Shift+K`. */
  globalShortcut: shortcutSchema,
  /** How to look for new versions; null until the person was asked. */
  updates: updateChoiceSchema.nullable().default(null),
  /** The questions at the end of the first run were answered. */
  firstRunEnded: z.boolean().default(false),
  /** At the first close of the window the person was told that the app goes on in the tray. */
  toldOfTray: z.boolean().default(false),
  /** The area of each server that was looked at last, where it is not the first one. */
  areas: z.array(rememberedAreaSchema).max(maxRememberedAreas).default([]),
  players: playersPreferencesSchema.default({ asked: false, panels: [], servers: [] }),
  /** A server whose newest good backup is older than this many days needs attention; null for none. */
  backupDays: backupDaysSchema.nullable().default(null),
  /** Which old backups of a server may be deleted where another one needs their place. None unless a person chose it. */
  keepRules: z.record(serverRefSchema, keepRuleSchema).default({}),
})
export type Preferences = z.infer<typeof preferencesSchema>
