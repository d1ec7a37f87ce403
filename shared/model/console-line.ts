import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'

/**
 * What a line of a console is:
 * - `output`: the server's own; `install`: of its installation or transfer; `daemon`: of the machine it runs on
 * - `state`: the server's state changed; `gap`: lines were lost here; `note`: the app says something about the stream
 * - `command`: a command sent from here, shown where it was sent
 */
export const lineKinds = ['output', 'install', 'daemon', 'state', 'gap', 'note', 'command'] as const

/**
 * One line of a server's console, safe to show: a single line of printable text and tabs, coloured by SGR
 * sequences (`ESC [ … m`) and nothing else. `seq` counts the lines of a server up from 1 in this run; `at` is
 * when it arrived, in unix milliseconds. `entryId` names the console entry of a `command`.
 */
export const consoleLineSchema = z.object({
  seq: z.number(),
  at: z.number(),
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
  /** Unix milliseconds. */
  retryAt: z.number().nullable(),
  error: appErrorSchema.nullable(),
})
export type ConsoleStream = z.infer<typeof consoleStreamSchema>
