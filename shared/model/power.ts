import type { AppError } from '../errors.ts'
import type { KeyId } from './identifier.ts'

/** The four power signals of the client API. */
export const powerSignals = ['start', 'stop', 'restart', 'kill'] as const
export type PowerSignal = (typeof powerSignals)[number]

/**
 * Where an action was started; `link`: in the window, as a link asked for; `schedule`, `frozen`: nowhere, since its time
 * had come, or since a game stopped answering.
 */
export type Origin = 'tray' | 'window' | 'notification' | 'link' | 'cli' | 'schedule' | 'frozen'

/** True where a person started it; not for what the app does by itself, as they chose before. */
export const isPersons = ({ origin }: { readonly origin: Origin }): boolean =>
  origin !== 'schedule' && origin !== 'frozen'

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
export type PowerPhase = 'sending' | 'waiting' | 'accepted' | 'confirmed' | 'unconfirmed' | 'refused' | 'stalled'

/** Times are unix milliseconds. */
export type PowerAction = {
  id: string
  signal: PowerSignal
  origin: Origin
  phase: PowerPhase
  startedAt: number
  changedAt: number
  retryAt: number | null
  error: AppError | null
  /** The key it was sent with. */
  keyId: KeyId | null
  /** The key to offer after this one was refused; never tried automatically. */
  otherKeyId: KeyId | null
}
