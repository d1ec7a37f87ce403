import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'
import { lineKinds, maxCommandLength } from './console.ts'
import { keyIdSchema } from './identifier-schema.ts'

/**
 * One console command, as it was typed: a single line with some visible text, and no control characters but tabs. How long
 * it may be is for the panel to say; the bound, far beyond any, only keeps a flood out.
 */
export const consoleCommandSchema = z
  .string()
  .max(65_536)
  .regex(/^(?=.*\S)[\P{Cc}\t]*$/u)
/** One that is kept here, to be sent later. */
export const keptCommandSchema = consoleCommandSchema.max(maxCommandLength)

/** What became of one command. `unconfirmed`: it may or may not have arrived. */
export const consoleEntrySchema = z.object({
  id: z.string(),
  command: z.string(),
  sentAt: z.number(),
  phase: z.enum(['sending', 'waiting', 'sent', 'refused', 'unconfirmed']),
  retryAt: z.number().nullable(),
  error: appErrorSchema.nullable(),
  /** The key to offer after this one was refused; never tried automatically. */
  otherKeyId: keyIdSchema.nullable(),
  /** Sent by a plan or a bulk action, not typed. */
  isAutomatic: z.boolean().optional(),
})
export type ConsoleEntry = z.infer<typeof consoleEntrySchema>

/**
 * One line of a server's console, safe to show: a single line of printable text and tabs, coloured by SGR
 * sequences (`ESC [ … m`) and nothing else. `seq` counts the lines of a server up from 1 in this run; `at` is
 * when it arrived, in unix milliseconds; null for one that the machine repeated, so that it is not known when it was
 * printed. `entryId` names the console entry of a `command`.
 */
export const consoleLineSchema = z.object({
  seq: z.number(),
  at: z.number().nullable(),
  kind: z.enum(lineKinds),
  text: z.string(),
  entryId: z.string().optional(),
})
export type ConsoleLine = z.infer<typeof consoleLineSchema>

/**
 * The live output of one server while somebody looks:
 * - `connecting`, `open`
 * - `waiting`: lost, tried again at `retryAt`
 * - `held`: the panel holds the server (suspended, installing); tried again when that is over
 * - `none`: this panel gives no live output; commands and their results are all there is
 * - `ended`: for good, as `error` says
 */
export const consoleStreamSchema = z.object({
  phase: z.enum(['connecting', 'open', 'waiting', 'held', 'none', 'ended']),
  /** When the connection is tried again, in unix milliseconds. */
  retryAt: z.number().nullable(),
  error: appErrorSchema.nullable(),
})
export type ConsoleStream = z.infer<typeof consoleStreamSchema>

/** The newest commands sent to one server, oldest first; `stream` while somebody looks at its console. */
export const consoleViewSchema = z.object({
  entries: z.array(consoleEntrySchema),
  stream: consoleStreamSchema.nullable(),
})
export type ConsoleView = z.infer<typeof consoleViewSchema>
