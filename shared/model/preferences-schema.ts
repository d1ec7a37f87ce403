import { z } from 'zod'
import { consoleCommandSchema } from './console.ts'
import { serverRefSchema } from './identifier.ts'
import { muteChoices } from './preferences.ts'

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
})
export type Preferences = z.infer<typeof preferencesSchema>
