import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'
import { keyIdSchema } from './identifier-schema.ts'
import { powerSignals } from './power.ts'

export const powerSignalSchema = z.enum(powerSignals)

/**
 * Where an action was started; `link`: in the window, as a link asked for; `schedule`, `frozen`: nowhere, since its time
 * had come, or since a game stopped answering.
 */
export const originSchema = z.enum(['tray', 'window', 'notification', 'link', 'cli', 'schedule', 'frozen'])
export type Origin = z.infer<typeof originSchema>

/**
 * A power signal on its way.
 * - `sending`: the one request is out.
 * - `waiting`: the panel answered 429; the request goes out again at `retryAt`.
 * - `accepted`: the panel took it (2xx says no more than that); the app watches what follows.
 * - `confirmed`: the state the signal aims at was seen.
 * - `unconfirmed`: accepted, but the panel tells no state.
 * - `refused`: `error` says why.
 * - `stalled`: accepted, but the state did not come within the limit; with an `error` where none was seen for long.
 */
export const powerPhaseSchema = z.enum([
  'sending',
  'waiting',
  'accepted',
  'confirmed',
  'unconfirmed',
  'refused',
  'stalled',
])

/** Times are unix milliseconds. */
export const powerActionSchema = z.object({
  id: z.string(),
  signal: powerSignalSchema,
  origin: originSchema,
  phase: powerPhaseSchema,
  startedAt: z.number(),
  changedAt: z.number(),
  retryAt: z.number().nullable(),
  error: appErrorSchema.nullable(),
  /** The key it was sent with. */
  keyId: keyIdSchema.nullable(),
  /** The key to offer after this one was refused; never tried automatically. */
  otherKeyId: keyIdSchema.nullable(),
})
export type PowerAction = z.infer<typeof powerActionSchema>
