import { z } from 'zod'
import { serverRefSchema } from './identifier.ts'
import { muteChoices } from './preferences.ts'

export const muteChoiceSchema = z.enum(muteChoices)

const minutesSchema = z.number().int().min(1).max(120)

/** How long a signal may take to show before its action counts as stalled, in minutes. */
export const stallMinutesSchema = z.object({ start: minutesSchema, stop: minutesSchema, restart: minutesSchema })
export type StallMinutes = z.infer<typeof stallMinutesSchema>

/** What a person chose once and the app keeps. */
export const preferencesSchema = z.object({
  /** Shown before the other servers, in this order. One that is not in any list now keeps its place. */
  pinned: z.array(serverRefSchema),
  /** Servers that tell nothing by notification. */
  quiet: z.array(serverRefSchema),
  /** `until` in unix milliseconds, null until turned on again; null as a whole while notifications are on. */
  muted: z.object({ until: z.number().nullable() }).nullable(),
  stallMinutes: stallMinutesSchema,
})
export type Preferences = z.infer<typeof preferencesSchema>
