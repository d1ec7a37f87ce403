import { z } from 'zod'
import { consoleCommandSchema } from './console.ts'
import { serverRefSchema } from './identifier.ts'
import { confirmChoices, muteChoices } from './preferences.ts'
import { restartChoicesSchema } from './restart.ts'

export const muteChoiceSchema = z.enum(muteChoices)

const minutesSchema = z.number().int().min(1).max(120)

/** How long a signal may take to show before its action counts as stalled, in minutes. */
export const stallMinutesSchema = z.object({ start: minutesSchema, stop: minutesSchema, restart: minutesSchema })
export type StallMinutes = z.infer<typeof stallMinutesSchema>

/** How consoles are shown. */
export const consoleLookSchema = z.object({
  timestamps: z.boolean(),
  /** Long lines go on in the next row; else they are scrolled to. */
  wraps: z.boolean(),
  /** Lines are laid out for screen readers too, which costs speed. */
  screenReader: z.boolean(),
})
export type ConsoleLook = z.infer<typeof consoleLookSchema>

export const savedCommandIdSchema = z.string().min(1).max(64)

/**
 * A command kept for use again, for one server, or for all where `ref` is null. `{name}` in its text is asked
 * for before it is sent.
 */
export const savedCommandSchema = z.object({
  id: savedCommandIdSchema,
  ref: serverRefSchema.nullable(),
  text: consoleCommandSchema,
})
export type SavedCommand = z.infer<typeof savedCommandSchema>

/** So many saved commands are kept in all. */
export const maxSavedCommands = 200

/**
 * Whether a signal is asked about first. A kill always is. `asked`: the person has chosen, so that the window asks
 * no more at a first use.
 */
export const confirmPolicySchema = z.object({
  start: z.enum(confirmChoices),
  stop: z.enum(confirmChoices),
  restart: z.enum(confirmChoices),
  asked: z.boolean(),
})
export type ConfirmPolicy = z.infer<typeof confirmPolicySchema>

/** A key combination in Electron's words, such as `CommandOrControl+Shift+K`; null for none. */
export const shortcutSchema = z
  .string()
  .regex(/^[A-Za-z0-9]+(?:\+[A-Za-z0-9`\-=[\]\\;',./]+){1,4}$/)
  .max(60)
  .nullable()

/** What a person chose once and the app keeps. */
export const preferencesSchema = z.object({
  /** Shown before the other servers, in this order. One that is not in any list now keeps its place. */
  pinned: z.array(serverRefSchema),
  /** Servers that tell nothing by notification. */
  quiet: z.array(serverRefSchema),
  /** `until` in unix milliseconds, null until turned on again; null as a whole while notifications are on. */
  muted: z.object({ until: z.number().nullable() }).nullable(),
  stallMinutes: stallMinutesSchema,
  console: consoleLookSchema,
  savedCommands: z.array(savedCommandSchema).max(maxSavedCommands),
  /** How restarts with warnings go: for all servers, and for those that have their own. */
  restart: z.object({ all: restartChoicesSchema, servers: z.record(serverRefSchema, restartChoicesSchema) }),
  confirm: confirmPolicySchema,
  /** Opens the palette from anywhere. */
  globalShortcut: shortcutSchema,
})
export type Preferences = z.infer<typeof preferencesSchema>
